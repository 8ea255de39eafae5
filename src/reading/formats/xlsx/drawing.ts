import type { XmlAttributes, XmlHandler } from '../../container/xml.ts';
import type { PackageParts } from './package-parts.ts';
import { plainText } from './string-item.ts';

/** Something that lies over the cells. */
export interface Drawn {
  readonly kind: 'textbox' | 'image' | 'chart';
  /** Text of a box, title of a chart, or the description of a picture. */
  readonly text: string;
}

/** What a sheet's drawing holds, in the order of the file (the order in which it was laid on top). */
export function readDrawing(parts: PackageParts, path: string): Drawn[] {
  const reader = new DrawingReader();
  parts.parse(path, reader);
  const targets = new Map(parts.relationships(path).map((relationship) => [relationship.id, relationship]));
  const out: Drawn[] = [];
  for (const shape of reader.shapes) {
    if (shape.kind === 'image' || shape.kind === 'textbox') out.push({ kind: shape.kind, text: shape.text });
    else {
      const target = targets.get(shape.text)?.target;
      const text = target === undefined ? '' : shape.kind === 'chart' ? chartTitle(parts, target) : diagramText(parts, target);
      if (text.trim() !== '') out.push({ kind: shape.kind === 'chart' ? 'chart' : 'textbox', text });
    }
  }
  return out;
}

/** Paragraphs of DrawingML text: runs joined, breaks as line ends, one line a paragraph. */
class Paragraphs {
  private lines: string[] = [];
  private line = '';
  private inText = false;

  open(name: string): void {
    if (name === 't') this.inText = true;
    else if (name === 'br') this.line += '\n';
  }

  text(text: string): void {
    if (this.inText) this.line += text;
  }

  close(name: string): void {
    if (name === 't') this.inText = false;
    else if (name === 'p') {
      this.lines.push(this.line);
      this.line = '';
    }
  }

  take(): string {
    const lines = this.line === '' ? this.lines : [...this.lines, this.line];
    this.lines = [];
    this.line = '';
    while (lines.at(-1)?.trim() === '') lines.pop();
    return plainText(lines.join('\n'));
  }
}

class DrawingReader implements XmlHandler {
  readonly shapes: { kind: 'textbox' | 'image' | 'chart' | 'diagram'; text: string }[] = [];
  private readonly paragraphs = new Paragraphs();
  private skipped = 0;
  private inBody = false;
  private inPicture = false;

  open(name: string, attributes: XmlAttributes): void {
    // A fallback says for old programs what the choice beside it says.
    if (this.skipped > 0 || name === 'Fallback') this.skipped++;
    else if (this.inBody) this.paragraphs.open(name);
    else if (name === 'txBody') this.inBody = true;
    else if (name === 'pic') this.inPicture = true;
    else if (name === 'cNvPr' && this.inPicture) this.shapes.push({ kind: 'image', text: plainText(attributes.descr ?? '') });
    else if (name === 'chart' && attributes.id !== undefined) this.shapes.push({ kind: 'chart', text: attributes.id });
    else if (name === 'relIds' && attributes.dm !== undefined) this.shapes.push({ kind: 'diagram', text: attributes.dm });
  }

  text(text: string): void {
    if (this.skipped === 0 && this.inBody) this.paragraphs.text(text);
  }

  close(name: string): void {
    if (this.skipped > 0) this.skipped--;
    else if (name === 'txBody') {
      this.inBody = false;
      const text = this.paragraphs.take();
      if (text.trim() !== '') this.shapes.push({ kind: 'textbox', text });
    } else if (name === 'pic') this.inPicture = false;
    else if (this.inBody) this.paragraphs.close(name);
  }
}

/** The chart's own title, typed in or taken from a cell (then as stored beside the reference). */
function chartTitle(parts: PackageParts, path: string): string {
  const paragraphs = new Paragraphs();
  const parents: string[] = [];
  let title = -1;
  parts.parse(path, {
    open(name) {
      if (name === 'title' && title < 0 && parents.at(-1) === 'chart') title = parents.length;
      parents.push(name);
      if (title >= 0) paragraphs.open(name === 'v' ? 't' : name);
    },
    text(text) {
      if (title >= 0) paragraphs.text(text);
    },
    close(name) {
      parents.pop();
      if (title < 0) return;
      paragraphs.close(name === 'v' ? 't' : name);
      if (parents.length === title) title = -1;
    },
  });
  return paragraphs.take();
}

function diagramText(parts: PackageParts, path: string): string {
  const paragraphs = new Paragraphs();
  parts.parse(path, {
    open: (name) => paragraphs.open(name),
    text: (text) => paragraphs.text(text),
    close: (name) => paragraphs.close(name),
  });
  // Every point of a diagram has a paragraph; most points only connect others.
  return paragraphs
    .take()
    .replace(/\n{2,}/g, '\n')
    .replace(/^\n/, '');
}
