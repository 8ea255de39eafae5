/*
 * What kind of thing a question asks for, and what a line that can answer it has to show. A line that holds all the words of
 * "참가한 인원은 몇 명인가" and no count of people is no answer.
 */

const NUMBER = '(?:\\d[\\d,.]{0,20}|[○*]{2,9})';
const KOREAN_NUMBER = '(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|일|이|삼|사|오|육|칠|팔|구|십|백|천|만|수)';
const GAP = '\\s?';

interface Kind {
  readonly asks: RegExp;
  readonly shows: RegExp;
}

const counted = (units: string) => new RegExp(`(?:\\d|${KOREAN_NUMBER})${GAP}(?:여|개|명|만|천|백|억)?${GAP}(?:${units})`);

/** The first that a question matches is meant. */
const KINDS: readonly Kind[] = [
  { asks: /몇 ?대 ?몇|경쟁률/, shows: /\d[\d,.]{0,9}\s?(?::|대|：)\s?\d/ },
  { asks: /(?:전화|팩스|연락처)/, shows: /\d{2,4}[-)~. ]{1,2}\d{3,4}/ },
  { asks: /(?:이?메일|홈페이지|사이트|누리집) ?(?:주소)?/, shows: /@|www\.|https?:|\.kr|\.com/i },
  { asks: /몇 ?(?:명|분|사람)|인원은? ?(?:얼마|모두|총|몇)|몇 ?인(?![가-힣])/, shows: counted('명|인|분') },
  { asks: /몇 ?(?:살|세)(?![가-힣]{2})|몇 ?살/, shows: counted('살|세') },
  { asks: /몇 ?(?:달|개월)/, shows: counted('달|개월|월|년') },
  { asks: /몇 ?년|몇 ?해/, shows: counted('년|해|개월|세') },
  { asks: /몇 ?(?:시간)/, shows: counted('시간|분') },
  { asks: /몇 ?(?:퍼센트|프로|%)|비율[은이]|비중[은이]/, shows: /\d\s?(?:%|％|퍼센트|프로)|분의/ },
  { asks: /몇 ?조(?![가-힣]{2})/, shows: /제\s?\d+\s?조/ },
  { asks: /며칠|몇 ?일/, shows: new RegExp(`(?:\\d|${KOREAN_NUMBER})${GAP}(?:일|주|개월|달|시간)|\\d{1,4}[.\\-/]\\s?\\d{1,2}`) },
  {
    asks: /언제|몇 ?월|날짜|날은|일자|마감일|시행일|개정일/,
    shows: /\d{1,4}\s?[.\-/년월일]|\d\s?(?:시|분기|주|개월)|[전후당익]일|즉시|상시|날/,
  },
  {
    asks: /(?:값|돈|비용|금액|요금|수수료|예산|단가|가격|보조금|지원금|월급|연봉|과태료)[가-힣]{0,2} ?[가-힣]{0,6} ?(?:얼마|몇)/,
    shows: /\d[\d,.]{0,20}\s?(?:[십백천만억조]{0,3}\s?원|[십백천만억조]|달러|유로|%|％|\/)|\d{3}|무료|분의|면제/,
  },
  { asks: /얼마|몇/, shows: new RegExp(`${NUMBER}|${KOREAN_NUMBER}${GAP}(?:개|가지|곳|번|회|배|명|차례)|분의|무료`) },
];

/** What a line that answers often has, where others can answer as well. */
const SOFT_KINDS: readonly Kind[] = [
  { asks: /받는 ?(?:사람|곳|기관)|누구(?:에게|한테)|앞으로|수신/, shows: /수\s?신/ },
  { asks: /누구|누가|이름/, shows: /(?:^|\s)[가-힣]{3}(?:$|[\s(])/ },
  { asks: /시각|몇 ?시(?!간)/, shows: /\d{1,2}\s?[:시]/ },
  { asks: /어디|장소|어느 ?곳/, shows: /장\s{0,4}소|에서|소재|주소|[가-힣]{2}(?:층|실|동|구|로)(?![가-힣])/ },
  { asks: /붙인|붙임|첨부|서류/, shows: /붙\s?임|첨\s?부|\d\s?부(?![가-힣])|서류|증명/ },
  {
    asks: /(?:어느|무슨|맡은|맡는|담당) ?(?:부서|과|팀|국|실)(?![가-힣]{2})|부서[는로인]/,
    shows: /[가-힣]{2,9}(?:과|팀|실|국|담당관|센터)(?![가-힣]{2})/,
  },
  { asks: /뭐|무엇|뜻|설명|어떤/, shows: /[:：]|이란|말한다|의미/ },
];

/** What a line has to show to answer a question, and what it had better show; null where any line may answer. */
export interface WantedSigns {
  readonly needed: RegExp | null;
  readonly better: RegExp | null;
}

export function wantedSigns(question: string): WantedSigns {
  const shownBy = (kinds: readonly Kind[]) => kinds.find(({ asks }) => asks.test(question))?.shows ?? null;
  return { needed: shownBy(KINDS), better: shownBy(SOFT_KINDS) };
}
