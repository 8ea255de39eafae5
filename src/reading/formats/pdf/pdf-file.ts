import { Unreadable } from '../../unreadable.ts';
import { discardPdfium, type Pdfium, pdfium, releasePdfium } from './pdfium.ts';

/** FPDF_GetLastError after a failed opening. */
const NEEDS_PASSWORD = 4;

/** A page tree may claim any number of pages at no cost; the longest honest document of the test corpus has 178. */
const MOST_PAGES = 10_000;

/** One open page. Its coordinates are points from the top left corner of the sheet as it is shown: cropped and turned. */
export class PdfPage {
  readonly engine: Pdfium;
  readonly handle: number;
  /** Index from 0. */
  readonly index: number;
  readonly width: number;
  readonly height: number;
  /** Quarter turns clockwise by which the page is shown. */
  readonly turns: number;
  private readonly left: number;
  private readonly right: number;
  private readonly top: number;
  private readonly bottom: number;

  constructor(engine: Pdfium, handle: number, index: number) {
    const { api, scratch } = engine;
    this.engine = engine;
    this.handle = handle;
    this.index = index;
    api.FPDF_GetPageBoundingBox(handle, scratch);
    [this.left, this.top, this.right, this.bottom] = [engine.f32(0), engine.f32(1), engine.f32(2), engine.f32(3)];
    this.turns = api.FPDFPage_GetRotation(handle) & 3;
    const [across, down] = [this.right - this.left, this.top - this.bottom];
    [this.width, this.height] = this.turns & 1 ? [down, across] : [across, down];
  }

  /** From the file's coordinates (y upwards, not turned) to the page's. */
  x(x: number, y: number): number {
    return [x - this.left, y - this.bottom, this.right - x, this.top - y][this.turns] as number;
  }

  y(x: number, y: number): number {
    return [this.top - y, x - this.left, y - this.bottom, this.right - x][this.turns] as number;
  }
}

/** An open document. Every handle that is opened here is closed here. */
export class PdfFile {
  readonly engine: Pdfium;
  readonly handle: number;
  readonly pageCount: number;
  /** Its table of objects is broken, and PDFium had to guess where they are. */
  readonly damaged: boolean;
  readonly tagged: boolean;
  private readonly bytes: number;
  private trapped = false;

  private constructor(engine: Pdfium, handle: number, bytes: number) {
    this.engine = engine;
    this.handle = handle;
    this.bytes = bytes;
    this.pageCount = engine.api.FPDF_GetPageCount(handle);
    this.tagged = engine.api.FPDFCatalog_IsTagged(handle) === 1;
    this.damaged = engine.api.FPDF_DocumentHasValidCrossReferenceTable(handle) === 0;
  }

  /** Opens without a password, which a file with an owner password alone allows. */
  static async open(bytes: Buffer): Promise<PdfFile> {
    const engine = await pdfium();
    try {
      const address = engine.api.malloc(bytes.length);
      if (address === 0) throw new Unreadable('LIMIT_EXCEEDED');
      engine.bytes(address, bytes.length).set(bytes);
      const handle = engine.api.FPDF_LoadMemDocument(address, bytes.length, 0);
      if (handle === 0) {
        const error = engine.api.FPDF_GetLastError();
        engine.api.free(address);
        throw new Unreadable(error === NEEDS_PASSWORD ? 'PASSWORD_PROTECTED' : 'CORRUPTED');
      }
      const file = new PdfFile(engine, handle, address);
      if (file.pageCount < 1 || file.pageCount > MOST_PAGES) {
        file.close();
        throw new Unreadable(file.pageCount < 1 ? 'CORRUPTED' : 'LIMIT_EXCEEDED');
      }
      return file;
    } catch (error) {
      if (error instanceof Unreadable) throw error;
      discardPdfium();
      throw isTrap(error) ? new Unreadable('CORRUPTED') : error;
    }
  }

  /** Null where the page cannot be opened, or stops the engine. `use` must not keep the page. */
  withPage<T>(index: number, use: (page: PdfPage) => T): T | null {
    if (this.lost) return null;
    try {
      const handle = this.engine.api.FPDF_LoadPage(this.handle, index);
      if (handle === 0) return null;
      const result = use(new PdfPage(this.engine, handle, index));
      this.engine.api.FPDF_ClosePage(handle);
      return result;
    } catch (error) {
      if (!isTrap(error)) throw error;
      discardPdfium();
      this.trapped = true;
      return null;
    }
  }

  /** The engine stopped on this file: nothing more can be asked, and nothing needs to be closed. */
  get lost(): boolean {
    return this.trapped;
  }

  close(): void {
    if (this.trapped) return;
    this.engine.api.FPDF_CloseDocument(this.handle);
    this.engine.api.free(this.bytes);
    releasePdfium(this.engine);
  }
}

/** PDFium stopped inside the module (a broken file drove it into a wall); its memory can no longer be trusted. */
function isTrap(error: unknown): boolean {
  return error instanceof Error && error.constructor.name === 'RuntimeError';
}
