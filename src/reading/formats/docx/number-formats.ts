/** A number as a list shows it; `sure` is false where the format is unknown or the specification leaves the place open. */
export interface FormattedNumber {
  readonly text: string;
  readonly sure: boolean;
}

const sure = (text: string): FormattedNumber => ({ text, sure: true });
const unsure = (text: string): FormattedNumber => ({ text, sure: false });

const GANADA = '가나다라마바사아자차카타파하';
const CHOSUNG = 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ';
const AIUEO = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ';
const AIUEO_WIDE = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン';
const IROHA = 'ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ';
const IROHA_WIDE = 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン';
const HEAVENLY_STEMS = '甲乙丙丁戊己庚辛壬癸';
const EARTHLY_BRANCHES = '子丑寅卯辰巳午未申酉戌亥';
const CHICAGO = '*†‡§';
const RUSSIAN = 'абвгдежзиклмнопрстуфхцчшщыэюя';
const THAI = 'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ';

const HANGUL_DIGITS = '영일이삼사오육칠팔구';
const HANJA_DIGITS = '〇一二三四五六七八九';
const KOREAN_ONES = ['', '하나', '둘', '셋', '넷', '다섯', '여섯', '일곱', '여덟', '아홉'];
const KOREAN_TENS = ['', '열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔'];

const ENGLISH_ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const ENGLISH_TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ENGLISH_ORDINALS: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** One number in a list format (ECMA-376 part 1, 17.18.59 ST_NumberFormat). */
export function formatNumber(number: number, format: string, pattern?: string): FormattedNumber {
  switch (format) {
    case 'decimal':
    case 'decimalHalfWidth':
      return sure(String(number));
    case 'none':
    case 'bullet':
      return sure('');
    case 'decimalZero':
      return sure(String(number).padStart(2, '0'));
    case 'custom':
      return zeroPadded(number, pattern);
    case 'upperRoman':
      return number < 1 || number > 32_766 ? unsure(String(number)) : sure(roman(number));
    case 'lowerRoman':
      return number < 1 || number > 32_766 ? unsure(String(number)) : sure(roman(number).toLowerCase());
    case 'upperLetter':
      return repeated(number, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    case 'lowerLetter':
      return repeated(number, 'abcdefghijklmnopqrstuvwxyz');
    case 'russianLower':
      return repeated(number, RUSSIAN);
    case 'russianUpper':
      return repeated(number, RUSSIAN.toUpperCase());
    case 'thaiLetters':
      return repeated(number, THAI);
    case 'chicago':
      return repeated(number, CHICAGO);
    case 'ganada':
      return cyclic(number, GANADA);
    case 'chosung':
      return cyclic(number, CHOSUNG);
    case 'aiueo':
      return cyclic(number, AIUEO);
    case 'aiueoFullWidth':
      return cyclic(number, AIUEO_WIDE);
    case 'iroha':
      return cyclic(number, IROHA);
    case 'irohaFullWidth':
      return cyclic(number, IROHA_WIDE);
    case 'ideographTraditional':
      return cyclic(number, HEAVENLY_STEMS);
    case 'ideographZodiac':
      return cyclic(number, EARTHLY_BRANCHES);
    case 'ordinal':
      return sure(`${number}${ordinalEnding(number)}`);
    case 'cardinalText':
      return inWords(number, false);
    case 'ordinalText':
      return inWords(number, true);
    case 'hex':
      return sure(number.toString(16).toUpperCase());
    case 'numberInDash':
      return sure(`- ${number} -`);
    case 'decimalFullWidth':
    case 'decimalFullWidth2':
      return sure(String(number).replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)));
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return enclosed(number, 0x2460, 20);
    case 'decimalEnclosedParen':
      return enclosed(number, 0x2474, 20);
    case 'decimalEnclosedFullstop':
      return enclosed(number, 0x2488, 20);
    case 'ideographEnclosedCircle':
      return enclosed(number, 0x3280, 10);
    case 'koreanDigital':
      return digits(number, HANGUL_DIGITS);
    case 'koreanDigital2':
    case 'ideographDigital':
    case 'taiwaneseDigital':
      return digits(number, HANJA_DIGITS);
    case 'koreanCounting':
      return counted(number, HANGUL_DIGITS, '십백천');
    case 'koreanLegal':
      return number < 1 || number > 99
        ? unsure(String(number))
        : sure((KOREAN_TENS[Math.floor(number / 10)] as string) + (KOREAN_ONES[number % 10] as string));
    case 'japaneseCounting':
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'taiwaneseCounting':
    case 'taiwaneseCountingThousand':
    case 'japaneseDigitalTenThousand':
      return counted(number, HANJA_DIGITS, '十百千');
    case 'thaiNumbers':
      return sure(String(number).replaceAll(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit))));
    case 'hindiNumbers':
      return sure(String(number).replaceAll(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit))));
    default:
      return unsure(String(number));
  }
}

/** A letter, then the letter twice, three times… each time the alphabet is through. */
function repeated(number: number, letters: string): FormattedNumber {
  if (number < 1) return unsure(String(number));
  const times = Math.ceil(number / letters.length);
  // A list of thousands of items in letters is no list a person reads; the label must not grow without end.
  if (times > 32) return unsure(String(number));
  return sure((letters[(number - 1) % letters.length] as string).repeat(times));
}

/** Past the last letter writers differ, so what is given there is not certain. */
function cyclic(number: number, letters: string): FormattedNumber {
  if (number < 1) return unsure(String(number));
  const text = letters[(number - 1) % letters.length] as string;
  return number <= letters.length ? sure(text) : unsure(text);
}

/** Unicode holds so many enclosed numbers; past them the plain number stands. */
function enclosed(number: number, first: number, count: number): FormattedNumber {
  return sure(number >= 1 && number <= count ? String.fromCharCode(first + number - 1) : String(number));
}

function digits(number: number, names: string): FormattedNumber {
  return sure(String(number).replaceAll(/\d/g, (digit) => names[Number(digit)] as string));
}

/** Sino-Korean counting up to 9,999: the one is silent before ten, hundred and thousand. */
function counted(number: number, names: string, units: string): FormattedNumber {
  if (number < 1 || number > 9999) return unsure(String(number));
  const written = String(number);
  let out = '';
  for (let i = 0; i < written.length; i++) {
    const digit = Number(written[i]);
    const place = written.length - 1 - i;
    if (digit === 0) continue;
    if (digit !== 1 || place === 0) out += names[digit] as string;
    if (place > 0) out += units[place - 1] as string;
  }
  return sure(out);
}

function roman(number: number): string {
  const values: [number, string][] = [
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
  let rest = number;
  let out = '';
  for (const [value, letters] of values) {
    out += letters.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return out;
}

/** Word's custom formats state their own beginning: "001, 002, 003, ..." is three places. */
function zeroPadded(number: number, pattern: string | undefined): FormattedNumber {
  const first = /^(0*1),/.exec(pattern ?? '');
  return first ? sure(String(number).padStart((first[1] as string).length, '0')) : unsure(String(number));
}

function ordinalEnding(number: number): string {
  if (number % 100 >= 11 && number % 100 <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th';
}

/** The language of the list decides the words and only English is known here, so the result is never certain. */
function inWords(number: number, ordinal: boolean): FormattedNumber {
  if (number < 1 || number > 99) return unsure(String(number));
  const one = ENGLISH_ONES[number % 10] as string;
  const ten = ENGLISH_TENS[Math.floor(number / 10)] as string;
  let words = number < 20 ? (ENGLISH_ONES[number] as string) : number % 10 === 0 ? ten : `${ten}-${one}`;
  if (ordinal) {
    const cut = words.lastIndexOf('-') + 1;
    const last = words.slice(cut);
    words = words.slice(0, cut) + (ENGLISH_ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`));
  }
  return unsure((words[0] as string).toUpperCase() + words.slice(1));
}
