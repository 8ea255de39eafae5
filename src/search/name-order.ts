/** Order of names by code points; JavaScript's own compares UTF-16 units, which puts 😀 before ｱ. */
export function compareNames(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x === y) continue;
    const isHighX = isSurrogate(x);
    // Surrogates stand for code points above all others.
    return isHighX === isSurrogate(y) ? x - y : isHighX ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
