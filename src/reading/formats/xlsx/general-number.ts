/**
 * A number in the format General: 15 significant digits as Excel keeps them, written out unless that takes more than
 * 20 digits. The width of the column, which may shorten it on the screen, is left out of account.
 */
export function generalNumber(value: number): string {
  if (Number.isSafeInteger(value) && value < 1e15 && value > -1e15) return String(value);
  const rounded = Number(value.toPrecision(15));
  const size = Math.abs(rounded);
  if (size >= 1e21 || (size < 1e-9 && size > 0)) return scientific(rounded);
  if (size < 1e-6 && size > 0) return rounded.toFixed(Math.min(24, 15 - Math.floor(Math.log10(size)))).replace(/0+$/, '');
  return String(rounded);
}

/** `1.5E+21`, `2E-10`: the exponent with its sign and at least two digits. */
function scientific(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${mantissa}E${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}
