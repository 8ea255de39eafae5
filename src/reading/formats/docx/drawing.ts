import type { XmlElement } from '../../container/xml.ts';
import { chosenBranch } from './markup.ts';

/** What a drawing, a VML picture or an embedded object holds for a reader. */
export interface Drawn {
  /** Contents of its text boxes. */
  readonly boxes: XmlElement[];
  /** WordArt, and text of shapes that carry DrawingML paragraphs. */
  readonly lines: string[];
  /** Shows something that is no text: a picture, a chart, an object's image. */
  picture: boolean;
  /** What a person wrote about it; '' where only a program did. */
  description: string;
  /** An object made by another program, whose inside is not read. */
  embedded: boolean;
  chart: string | undefined;
  diagram: string | undefined;
}

export function readDrawing(element: XmlElement): Drawn {
  const out: Drawn = {
    boxes: [],
    lines: [],
    picture: false,
    description: '',
    embedded: false,
    chart: undefined,
    diagram: undefined,
  };
  walk(element, out);
  return out;
}

function walk(element: XmlElement, out: Drawn): void {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    switch (child.name) {
      case 'AlternateContent': {
        const branch = chosenBranch(child);
        if (branch) walk(branch, out);
        break;
      }
      case 'txbxContent':
        out.boxes.push(child);
        break;
      case 'txBody':
        out.lines.push(...paragraphLines(child));
        break;
      case 'textpath': {
        const text = child.attributes.string;
        if (text !== undefined && text.trim() !== '') out.lines.push(text);
        break;
      }
      case 'docPr':
        out.description ||= writtenByPerson(child.attributes.descr) || writtenByPerson(child.attributes.title);
        walk(child, out);
        break;
      case 'decorative':
        if (child.attributes.val !== '0') out.description = '';
        break;
      case 'chart':
        out.picture = true;
        out.chart ??= child.attributes.id;
        break;
      case 'relIds':
        out.diagram ??= child.attributes.dm;
        break;
      case 'OLEObject':
        out.picture = true;
        out.embedded ||= child.attributes.Type !== 'Link';
        break;
      case 'control':
      case 'blip':
      case 'imagedata':
      case 'contentPart':
      case 'model3d':
        out.picture = true;
        walk(child, out);
        break;
      case 'shape':
      case 'rect':
      case 'roundrect':
      case 'oval':
      case 'group':
        out.description ||= writtenByPerson(child.attributes.alt);
        walk(child, out);
        break;
      default:
        walk(child, out);
    }
  }
}

/** DrawingML paragraphs (a:p) as lines of text. */
export function paragraphLines(element: XmlElement): string[] {
  const out: string[] = [];
  const visit = (parent: XmlElement): void => {
    for (const child of parent.children) {
      if (typeof child === 'string') continue;
      if (child.name !== 'p') visit(child);
      else {
        const line = runsText(child);
        if (line.trim() !== '') out.push(line);
      }
    }
  };
  visit(element);
  return out;
}

function runsText(element: XmlElement): string {
  let out = '';
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (child.name === 't') out += child.children.filter((text) => typeof text === 'string').join('');
    else if (child.name === 'br') out += '\n';
    else if (child.name === 'r' || child.name === 'fld') out += runsText(child);
  }
  return out;
}

const FILE_NAME = /\.(?:png|jpe?g|jpe|gif|bmp|tiff?|emf|wmf|svg|webp|pict?|heic)\s*$/i;
const NUMBERED_NAME =
  /^(?:그림|이미지|사진|도형|개체|picture|image|photo|grafik|graphic|bild|object|shape|chart|차트|图片|図)\s*\d*$/i;
const MADE_BY_PROGRAM =
  /automatically generated|자동으로 생성|자동 생성|AI[- ]generated content|AI가 생성한 콘텐츠|^그림입니다\.|^사각형입니다\.|원본 그림의 이름/i;

/** Programs fill descriptions with file names, numbers or guesses; only what a person wrote is text of the document. */
function writtenByPerson(text: string | undefined): string {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '' || FILE_NAME.test(trimmed) || NUMBERED_NAME.test(trimmed) || MADE_BY_PROGRAM.test(trimmed)) return '';
  if (/^https?:\/\/\S*$/i.test(trimmed)) return '';
  return trimmed;
}
