import { closeUp, squeeze } from './spaced-text.ts';

const SEAL = '(?:[(\\[]?(?:직인\\s?생략|관인\\s?생략|직인|관인|인)[)\\]]?)';
const OFFICE = new RegExp(
  `(?:장|장관|위원회|교육감|군수|도지사|국무총리|총재|대표이사|이사회|계약관|재무관|분임재무관|담당관|대리인|청|처|부|시|도|군|구|원|공사|공단|센터|대학교|협회|학회|연합회|협의회|연구회|진흥회|연구소|조합|연맹|재단|법인|은행|본부|사무소|국무조정실|비서실|지원단|추진단|사업단|기획단)${SEAL}?$`,
);
/** Words that end like an office and are none. */
const OTHER =
  /(?:지원|인원|정원|회원|자원|민원|재원|병원|확장|현장|시장조사|대장|문장|일부|전부|내부|외부|여부|제도|정도|연도|속도|태도|용도|한도|시도|즉시|일시|수시|고시|게시|표시|연구|기구|요구|도구|입구|대구)$/;

/** A line that names an office or who speaks for it, as a notice is signed. */
export function isSignatory(text: string): boolean {
  const name = squeeze(text);
  return (
    name.length >= 2 &&
    name.length <= 40 &&
    /^[가-힣A-Za-z0-9(「·ㆍ]/.test(name) &&
    !/[.?!:]$/.test(name) &&
    OFFICE.test(name) &&
    !(name.length > 6 && OTHER.test(name))
  );
}

/** The name without the note that its seal is left out. */
export function signatoryName(text: string): string {
  return closeUp(text)
    .replace(/\s?[([]?(?:직인|관인)\s?생략[)\]]?$/, '')
    .trim();
}
