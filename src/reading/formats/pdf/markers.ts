/** What a line begins with that opens a paragraph of its own. */
export type Marker = 'article' | 'unit' | 'number' | 'bullet' | 'annex';

/** A cited article goes on with a particle; one that is written out with its title and text does not. */
const ARTICLE =
  /^제\s?[0-9]{1,4}\s?조(?:의\s?[0-9]{1,3})?\s?(?:[(（][^()（）]{1,60}(?:[(（][^()（）]{0,30}[)）][^()（）]{0,30})?[)）](?![에의을를와과은는이가로및ㆍ·,])|삭\s?제(?:\s|$|[<〈]))/;
const UNIT = /^(?:제\s?[0-9]{1,3}\s?[편장절관](?:의\s?[0-9]{1,2})?(?=\s|$)|부\s{0,6}칙(?=\s{0,2}(?:$|[<〈(（])))/;
const ROMAN = /^(?:[Ⅰ-Ⅻ]|[IVX]{1,5}(?=[.]))\s?[.)]?(?=\s|[가-힣「『(]|$)/;
const CIRCLED = /^[①-⑳㉠-㉻⑴-⒇ⓐ-ⓩ㈎-㈛❶-❿➀-➓](?!\s?[,ㆍ·~∼및])/;
const NUMBERED =
  /^(?:[0-9]{1,2}[.)](?![0-9])|\.[0-9]{1,2}(?:\.[0-9]{1,2}){0,3}(?=\s)|[0-9]{1,2}(?:\.[0-9]{1,2}){2,4}(?=\s)|[(（][0-9]{1,2}[)）]|[0-9]{1,2}의[0-9]{1,2}\.)(?!\s?[,ㆍ·~∼])/;
const SYLLABLE =
  /^(?:[가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허][.)](?=\s|[^0-9A-Za-z\s])|[(（][가나다라마바사아자차카타파하][)）])/;
const DATE = /^[0-9]{1,2}\.\s?[0-9]{1,2}\.(?![0-9])/;
const DECIMAL = /^[0-9]{1,2}(?:\.[0-9]{1,2}){2,4}(?=\s)/;
const BULLET = /^(?:[□■○●◦◇◆▶▷►▸▪▫•❍❏❑❖☞☑◎★☆※\u{e000}-\u{f8ff}\u{f0000}-\u{ffffd}]|[△▲▽▼ㅇ\-–—*·ㆍ‣⁃∙](?=\s)|[-–](?=[가-힣(]))/u;
const ANNEX = /^[[<〈【]\s?(?:별\s?표|별\s?지|붙\s?임|별\s?첨|참\s?고)/;

/** The kind of mark, or null. `-` before Hangul is a mark; inside a sentence it stands between letters. */
export function markerOf(text: string): Marker | null {
  if (ARTICLE.test(text)) return 'article';
  if (UNIT.test(text)) return 'unit';
  if (ANNEX.test(text)) return 'annex';
  if (CIRCLED.test(text) || SYLLABLE.test(text) || ROMAN.test(text)) return 'number';
  if (NUMBERED.test(text)) return DATE.test(text) && !DECIMAL.test(text) ? null : 'number';
  return BULLET.test(text) ? 'bullet' : null;
}

/** A sentence's last syllable, which a break between letters can put at a line's start: it looks like the third of 가. 나. 다. */
export function isSentenceEnd(text: string): boolean {
  return /^(?:다|요|오|임|음|함|됨)[.]/.test(text);
}

/** A whole sentence, or an ending after which no sentence goes on. */
export function endsSentence(text: string): boolean {
  return /(?:[.?!。:;]|다|[.?!][)\]」』”’"'）]{1,2}|[>〉]|끝)$/.test(text.trimEnd());
}

/** An entry of a table of contents: leaders and a page number. */
export function isContentsLine(text: string): boolean {
  // Leaders that overprint one another are read as one.
  if (/[.·…‥⋯∙․]\t[-–]?\s?(?:[0-9]{1,4}|[ivx]{1,5})\s?[-–]?$/i.test(text.slice(-20))) return true;
  return /[.·…‥⋯∙․]\s?[.·…‥⋯∙․]\s?[.·…‥⋯∙․]\s{0,8}[-–]?\s?(?:[0-9]{1,4}|[ivx]{1,5})?\s?[-–]?$/i.test(text.slice(-40));
}
