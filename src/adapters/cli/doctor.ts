import { access, constants, readFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, loadSettings } from '../../config/load.ts';
import { cacheDirectory, isInBucket } from '../../config/places.ts';
import type { Settings } from '../../config/settings.ts';
import { sharedPlaces } from '../../config/shared-places.ts';
import { openTenantPlaces } from '../../service/open-tenant-places.ts';
import { probeOcr } from '../../shared/ocr-probe.ts';
import { readArguments, settingFlags } from './arguments.ts';
import { type Command, DONE, FAILED } from './command.ts';

/** `missing`: the service does not run without it. `poorer`: it runs and does less, or less safely. */
type State = 'good' | 'poorer' | 'missing';

interface Finding {
  readonly state: State;
  readonly what: string;
  /** What to do about it. */
  readonly remedy?: string;
}

const SIGNS: Readonly<Record<State, string>> = { good: '좋음', poorer: '주의', missing: '없음' };
const LEAST_NODE = [20, 15];
const LEAST_FREE = 2 * 1024 ** 3;
/** A folder and each of its subfolders take one. */
const LEAST_WATCHES = 8192;

/** Says what is missing on this machine and how to get it. */
export const doctor: Command = async (args, env) => {
  const { flags } = readArguments(args, settingFlags('corpus', 'cache', 'noCache'), { min: 0, max: 0 });
  const { settings } = loadSettings(env, flags);
  const findings = (
    await Promise.all([
      node(),
      part('@lancedb/lancedb', 'missing', '검색 색인'),
      part('sharp', 'missing', '이미지 읽기'),
      part('@embedpdf/pdfium', 'missing', 'PDF 읽기'),
      part('@rhwp/core', 'missing', '한글 문서의 쪽 번호'),
      ocr(),
      fences(env.PATH ?? ''),
      model(settings.modelDir, settings.vectors),
      watches(),
      corpus(settings),
      cache(cacheDirectory(settings, env)),
    ])
  ).flat();
  for (const { state, what, remedy } of findings) {
    process.stdout.write(`[${SIGNS[state]}] ${what}\n`);
    if (remedy !== undefined) process.stdout.write(`       ${remedy}\n`);
  }
  return findings.some(({ state }) => state === 'missing') ? FAILED : DONE;
};

function node(): Finding {
  const { version } = process;
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = LEAST_NODE;
  const enough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return enough
    ? { state: 'good', what: `Node.js ${version}` }
    : {
        state: 'missing',
        what: `Node.js ${version}`,
        remedy: `Node.js ${LEAST_NODE.join('.')} 이상을 설치하거나, 실행기가 든 묶음을 쓰세요.`,
      };
}

/** Loading is the test: a package for another processor or system is installed and does not load. */
async function part(name: string, without: State, job: string): Promise<Finding> {
  try {
    await import(name);
    return { state: 'good', what: `${job} (${name})` };
  } catch {
    return {
      state: without,
      what: `${job} (${name})`,
      remedy: '이 기계와 같은 종류의 서버에서 만든 묶음을 쓰거나 npm ci를 다시 실행하세요.',
    };
  }
}

async function ocr(): Promise<Finding> {
  const { available, engine, reason, kind } = await probeOcr();
  const remedy =
    'Debian: apt install tesseract-ocr tesseract-ocr-kor tesseract-ocr-eng · Rocky: dnf install tesseract tesseract-langpack-kor';
  if (!available) return { state: 'poorer', what: `OCR: ${reason ?? ''} 스캔한 문서를 읽지 못합니다.`, remedy };
  if (kind === 'tesseract.js') return { state: 'poorer', what: `OCR: ${engine} (느린 쪽입니다)`, remedy };
  return { state: 'good', what: `OCR: ${engine}` };
}

async function fences(searchPath: string): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const program of ['setpriv', 'prlimit']) {
    const here = await Promise.all(
      searchPath.split(path.delimiter).map((place) =>
        access(path.join(place, program), constants.X_OK).then(
          () => true,
          () => false,
        ),
      ),
    );
    found.push(
      here.includes(true)
        ? { state: 'good', what: `읽는 프로세스의 울타리: ${program}` }
        : {
            state: 'poorer',
            what: `읽는 프로세스의 울타리: ${program}`,
            remedy: 'util-linux 꾸러미를 설치하면 읽는 프로세스의 권한과 메모리를 더 좁힙니다.',
          },
    );
  }
  return found;
}

async function model(directory: string | null, wanted: boolean): Promise<Finding> {
  if (!wanted) return { state: 'good', what: '뜻으로 찾기: 꺼 두었습니다 (SERVICE_VECTORS=0)' };
  if (directory === null)
    return {
      state: 'good',
      what: '뜻으로 찾기: 모델이 없어 낱말로만 찾습니다',
      remedy: '쓰려면 SERVICE_MODEL_DIR에 model.onnx와 tokenizer.json이 든 폴더를 적으세요.',
    };
  return part('onnxruntime-node', 'poorer', '뜻으로 찾기');
}

async function watches(): Promise<Finding> {
  const most = Number(await readFile('/proc/sys/fs/inotify/max_user_watches', 'utf8').catch(() => '0'));
  if (most >= LEAST_WATCHES) return { state: 'good', what: `폴더 변경 알림 ${most.toLocaleString('en')}개` };
  return {
    state: 'poorer',
    what: `폴더 변경 알림 ${most}개`,
    remedy: '폴더를 호출마다 훑습니다. sysctl fs.inotify.max_user_watches=524288 을 권합니다.',
  };
}

async function corpus(settings: Settings): Promise<Finding[]> {
  if (settings.corpus === null) return [];
  if (!isInBucket(settings.corpus)) return [await folder('문서함 폴더', settings.corpus, constants.R_OK | constants.X_OK)];
  const what = `문서함 저장소: ${settings.corpus}`;
  try {
    (await openTenantPlaces(settings.corpus, sharedPlaces(settings))).close();
    return [{ state: 'good', what }];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ state: 'missing', what, remedy: error.message }];
  }
}

async function folder(what: string, place: string, mode: number): Promise<Finding> {
  try {
    await access(place, mode);
    return { state: 'good', what: `${what}: ${place}` };
  } catch {
    return { state: 'missing', what: `${what}: ${place}`, remedy: '폴더가 있는지, 이 사용자에게 권한이 있는지 확인하세요.' };
  }
}

async function cache(place: string | null): Promise<Finding[]> {
  if (place === null) return [{ state: 'good', what: '캐시: 쓰지 않음. 다시 시작하면 모두 다시 읽습니다.' }];
  let standing = place;
  while (
    !(await access(standing).then(
      () => true,
      () => false,
    )) &&
    standing !== path.dirname(standing)
  )
    standing = path.dirname(standing);
  const writable = await folder('캐시 폴더', standing, constants.W_OK);
  const { bavail, bsize } = await statfs(standing);
  const free = bavail * bsize;
  const gigabytes = (free / 1024 ** 3).toFixed(1);
  const room: Finding =
    free >= LEAST_FREE
      ? { state: 'good', what: `캐시 디스크의 빈 자리 ${gigabytes} GB` }
      : {
          state: 'poorer',
          what: `캐시 디스크의 빈 자리 ${gigabytes} GB`,
          remedy: '2 GB 이상을 권합니다. geungeo cache purge로 비울 수 있습니다.',
        };
  return [writable, room];
}
