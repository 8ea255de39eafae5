/** How often something was right, with how many there were. */
export class Share {
  right = 0;
  of = 0;

  add(right: boolean): void {
    if (right) this.right++;
    this.of++;
  }

  get value(): number {
    return this.of === 0 ? 1 : this.right / this.of;
  }

  toString(): string {
    return this.of === 0 ? '-' : `${(100 * this.value).toFixed(1)} % (${this.right}/${this.of})`;
  }
}

/** Rows as aligned text, one a line. */
export function tableOf(rows: readonly (readonly (string | number | Share)[])[]): string {
  const texts = rows.map((row) => row.map(String));
  const widths = (texts[0] ?? []).map((_, col) => Math.max(...texts.map((row) => width(row[col] ?? ''))));
  return texts.map((row) => row.map((text, col) => text + ' '.repeat((widths[col] ?? 0) - width(text))).join('  ')).join('\n');
}

/** Hangul takes two columns on a terminal. */
function width(text: string): number {
  let sum = 0;
  for (const character of text)
    sum += /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3\u3000-\u303f\uff00-\uffef]/.test(character) ? 2 : 1;
  return sum;
}
