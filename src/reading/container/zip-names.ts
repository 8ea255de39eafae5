const UTF8 = new TextDecoder('utf-8', { fatal: true });
// WHATWG euc-kr is windows-949: the whole UHC repertoire that Korean Windows writes.
const CP949 = new TextDecoder('euc-kr', { fatal: true });
const LATIN1 = new TextDecoder('latin1');

/** Info-ZIP's Unicode path: version, CRC of the raw name, then the name in UTF-8. */
const UNICODE_PATH = 0x7075;

/**
 * A flagged name is UTF-8. An unflagged one is UTF-8 where it is valid as such (macOS and many libraries forget the
 * flag), else CP949, which Korean Windows writes without saying so.
 */
export function decodeEntryName(raw: Buffer, utf8Flag: boolean, extra: readonly { id: number; data: Buffer }[] = []): string {
  const stated = extra.find((field) => field.id === UNICODE_PATH && field.data.length > 5 && field.data[0] === 1);
  const candidates: [typeof UTF8, Buffer][] = [];
  if (stated && !utf8Flag) candidates.push([UTF8, stated.data.subarray(5)]);
  candidates.push([UTF8, raw], [CP949, raw]);
  for (const [decoder, bytes] of candidates) {
    try {
      return decoder.decode(bytes).normalize('NFC');
    } catch {
      // Not this encoding: the next one is tried.
    }
  }
  return LATIN1.decode(raw);
}
