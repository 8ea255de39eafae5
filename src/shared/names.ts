/** The longest name in UTF-8 bytes: 255 is what file systems take, less room for the endings of temporary files. */
export const MAX_NAME_BYTES = 240;

export type NameResult =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly reason: 'FILENAME_MISSING' | 'FILENAME_INVALID' };

// Controls, the bidirectional controls that make a name look like another, and the two Unicode line separators.
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const LONE_SURROGATE = /[\ud800-\udfff]/gu;
// Windows opens a device whatever the ending is ("NUL.pdf"), and takes ¹²³ for digits: compared after NFKC.
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin\$|conout\$)$/;
const ACCESS_RULES = 'acl.json';

/** What is left of a name that somebody sent: its last part, normalised, never hidden, never a device. Total: takes any string. */
export function cleanFileName(given: string): NameResult {
  const visible = given.replace(LONE_SURROGATE, '\ufffd').replace(INVISIBLE, '').normalize('NFC');
  const last = visible.slice(Math.max(visible.lastIndexOf('/'), visible.lastIndexOf('\\')) + 1);
  const name = trimmed(last);
  if (name === '') return { ok: false, reason: 'FILENAME_MISSING' };
  if (isDevice(name) || Buffer.byteLength(name) > MAX_NAME_BYTES) return { ok: false, reason: 'FILENAME_INVALID' };
  return { ok: true, name };
}

/** The file of access rules can be neither stored nor removed through the service, in whatever case it is written. */
export function isAccessRulesName(name: string): boolean {
  return name.normalize('NFKC').toLowerCase() === ACCESS_RULES;
}

/** A tenant is one directory name. Unlike a file's name nothing is taken off: what does not fit is null. */
export function cleanTenantName(given: string): string | null {
  const name = given.normalize('NFC');
  if (name === '' || name.startsWith('-') || name.search(/[/\\]/) >= 0) return null;
  const file = cleanFileName(name);
  return file.ok && file.name === name ? name : null;
}

/**
 * The value of a header that carries a percent-encoded name, decoded once; null when it is no percent-encoded UTF-8.
 * Node gives header bytes as latin1, so a client that sent bare UTF-8 is understood as well.
 */
export function decodeHeaderName(value: string): string | null {
  try {
    const text = /^[\u0000-\u007f]*$/.test(value)
      ? value
      : new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Leading dots hide a file; trailing dots and spaces are dropped by some systems, which would make two names one. */
function trimmed(name: string): string {
  let start = 0;
  let end = name.length;
  while (start < end && name[start] === '.') start++;
  // A loop and not /[. ]+$/, which is quadratic over many spaces.
  while (end > start && (name[end - 1] === '.' || name[end - 1] === ' ')) end--;
  return name.slice(start, end);
}

function isDevice(name: string): boolean {
  const dot = name.indexOf('.');
  const stem = (dot < 0 ? name : name.slice(0, dot)).normalize('NFKC').toLowerCase();
  return DEVICE.test(stem.trimEnd());
}
