import type { NumberFormat } from './model.ts';

const JAMO = 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ';
const SYLLABLES = '가나다라마바사아자차카타파하';
/** After 하 come 거너더 …: the same consonants with the next vowel. */
const VOWELS = [0, 4, 8, 13, 18, 20];
const PHONETIC = '일이삼사오육칠팔구십';
const IDEOGRAPHS = '一二三四五六七八九十';

/** A list number as it is printed. Where a format has no sign for a number, plain digits stand in. */
export function formatNumber(value: number, format: NumberFormat): string {
  const n = Math.trunc(value);
  if (n < 1 || n > 1_000_000) return String(n);
  switch (format) {
    case 'DIGIT':
      return String(n);
    case 'CIRCLED_DIGIT':
      return circledDigit(n);
    case 'ROMAN_CAPITAL':
      return roman(n);
    case 'ROMAN_SMALL':
      return roman(n).toLowerCase();
    case 'LATIN_CAPITAL':
      return latin(n, 'A');
    case 'LATIN_SMALL':
      return latin(n, 'a');
    case 'CIRCLED_LATIN_CAPITAL':
      return fromRange(n, 0x24b6, 26);
    case 'CIRCLED_LATIN_SMALL':
      return fromRange(n, 0x24d0, 26);
    case 'HANGUL_SYLLABLE':
      return syllable(n);
    case 'CIRCLED_HANGUL_SYLLABLE':
      return fromRange(n, 0x326e, 14);
    case 'HANGUL_JAMO':
      return JAMO[n - 1] ?? String(n);
    case 'CIRCLED_HANGUL_JAMO':
      return fromRange(n, 0x3260, 14);
    case 'HANGUL_PHONETIC':
      return spelled(n, PHONETIC, '백', '천');
    case 'IDEOGRAPH':
      return spelled(n, IDEOGRAPHS, '百', '千');
    case 'CIRCLED_IDEOGRAPH':
      return fromRange(n, 0x3280, 10);
    case 'DECAGON_CIRCLE':
      return ['갑', '을', '병', '정', '무', '기', '경', '신', '임', '계'][n - 1] ?? String(n);
    case 'DECAGON_CIRCLE_HANJA':
      return ['甲', '乙', '丙', '丁', '戊', '己', '庚', '辛', '壬', '癸'][n - 1] ?? String(n);
  }
}

function fromRange(n: number, first: number, count: number): string {
  return n <= count ? String.fromCodePoint(first + n - 1) : String(n);
}

function circledDigit(n: number): string {
  if (n <= 20) return String.fromCodePoint(0x2460 + n - 1);
  if (n <= 35) return String.fromCodePoint(0x3251 + n - 21);
  if (n <= 50) return String.fromCodePoint(0x32b1 + n - 36);
  return String(n);
}

function roman(n: number): string {
  if (n > 3999) return String(n);
  const signs: [number, string][] = [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ];
  let rest = n;
  let out = '';
  for (const [worth, sign] of signs) {
    while (rest >= worth) {
      out += sign;
      rest -= worth;
    }
  }
  return out;
}

function latin(n: number, first: string): string {
  let rest = n;
  let out = '';
  while (rest > 0) {
    rest--;
    out = String.fromCharCode(first.charCodeAt(0) + (rest % 26)) + out;
    rest = Math.trunc(rest / 26);
  }
  return out;
}

function syllable(n: number): string {
  const vowel = VOWELS[Math.trunc((n - 1) / SYLLABLES.length)];
  const base = SYLLABLES[(n - 1) % SYLLABLES.length];
  if (vowel === undefined || base === undefined) return String(n);
  // Hangul syllables are laid out as initial × 588 + vowel × 28.
  return String.fromCharCode(base.charCodeAt(0) + vowel * 28);
}

function spelled(n: number, units: string, hundred: string, thousand: string): string {
  if (n > 9999) return String(n);
  const ten = units[9] as string;
  const digits = String(n).padStart(4, '0');
  let out = '';
  for (const [at, sign] of [thousand, hundred, ten, ''].entries()) {
    const digit = Number(digits[at]);
    if (digit === 0) continue;
    if (digit > 1 || sign === '') out += units[digit - 1];
    out += sign;
  }
  return out;
}
