/** Attribute values of OWPML, which writers leave out or fill with anything. */
export function number(value: string | undefined, otherwise = 0): number {
  if (value === undefined || value === '') return otherwise;
  const n = Number(value);
  return Number.isFinite(n) ? Math.trunc(n) : otherwise;
}

/** Offsets are 32-bit: writers store negative ones as large positive numbers. */
export function signed(value: string | undefined): number {
  const n = number(value);
  return n > 0x7fffffff ? n - 0x100000000 : n;
}

// Everything below space but tab and line feed, and the C1 controls: never text.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '');
}
