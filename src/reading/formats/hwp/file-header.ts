import type { CfbFile } from '../../container/cfb.ts';
import { Unreadable } from '../../unreadable.ts';

/** FileHeader stream of HWP 5 (specification, table 3): signature[32], version, then the property flags. */
const FLAGS_AT = 36;
const FLAG = { compressed: 0, password: 1, distribution: 2, drm: 4, certificate: 8, certificateDrm: 10 } as const;

export interface HwpFileHeader {
  readonly compressed: boolean;
  readonly distribution: boolean;
}

/** Throws Unreadable where the header itself says that the body is locked. */
export function readFileHeader(file: CfbFile): HwpFileHeader {
  const header = file.read('FileHeader');
  if (!header || header.length < FLAGS_AT + 4) throw new Unreadable('CORRUPTED');
  const flags = header.readUInt32LE(FLAGS_AT);
  const has = (bit: number) => (flags & (1 << bit)) !== 0;
  if (has(FLAG.drm) || has(FLAG.certificateDrm)) throw new Unreadable('DRM_ENCRYPTED');
  if (has(FLAG.password)) throw new Unreadable('PASSWORD_PROTECTED');
  if (has(FLAG.certificate))
    throw new Unreadable('PASSWORD_PROTECTED', {
      text: '인증서로 암호화된 파일입니다. 한글에서 암호를 풀어 저장한 뒤 올려 주세요.',
    });
  return { compressed: has(FLAG.compressed), distribution: has(FLAG.distribution) };
}
