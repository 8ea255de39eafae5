import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init } from '@embedpdf/pdfium';

type Call = (...args: number[]) => number;

/** The functions of PDFium that are used, as the module exports them: every argument and result is a number or an address. */
type Calls =
  | 'malloc'
  | 'free'
  | 'FPDF_LoadMemDocument'
  | 'FPDF_CloseDocument'
  | 'FPDF_GetLastError'
  | 'FPDF_GetPageCount'
  | 'FPDF_DocumentHasValidCrossReferenceTable'
  | 'FPDF_LoadPage'
  | 'FPDF_ClosePage'
  | 'FPDF_GetPageBoundingBox'
  | 'FPDFPage_GetRotation'
  | 'FPDFText_LoadPage'
  | 'FPDFText_ClosePage'
  | 'FPDFText_CountChars'
  | 'FPDFText_GetUnicode'
  | 'FPDFText_IsGenerated'
  | 'FPDFText_IsHyphen'
  | 'FPDFText_HasUnicodeMapError'
  | 'FPDFText_GetCharOrigin'
  | 'FPDFText_GetCharBox'
  | 'FPDFText_GetLooseCharBox'
  | 'FPDFText_GetTextObject'
  | 'FPDFText_GetMatrix'
  | 'FPDFText_GetFontSize'
  | 'FPDFTextObj_GetFont'
  | 'FPDFTextObj_GetTextRenderMode'
  | 'FPDFFont_GetBaseFontName'
  | 'FPDFFont_GetWeight'
  | 'FPDFFont_GetFlags'
  | 'FPDFFont_GetAscent'
  | 'FPDFFont_GetDescent'
  | 'FPDFPage_CountObjects'
  | 'FPDFPage_GetObject'
  | 'FPDFFormObj_CountObjects'
  | 'FPDFFormObj_GetObject'
  | 'FPDFPageObj_GetType'
  | 'FPDFPageObj_GetBounds'
  | 'FPDFPageObj_GetMatrix'
  | 'FPDFPageObj_GetStrokeWidth'
  | 'FPDFPageObj_GetStrokeColor'
  | 'FPDFPageObj_GetFillColor'
  | 'FPDFPageObj_GetMarkedContentID'
  | 'FPDFPageObj_Transform'
  | 'FPDFPath_CountSegments'
  | 'FPDFPath_GetPathSegment'
  | 'FPDFPath_GetDrawMode'
  | 'FPDFPathSegment_GetPoint'
  | 'FPDFPathSegment_GetType'
  | 'FPDFPathSegment_GetClose'
  | 'FPDFBookmark_GetFirstChild'
  | 'FPDFBookmark_GetNextSibling'
  | 'FPDFBookmark_GetTitle'
  | 'FPDFBookmark_GetDest'
  | 'FPDFDest_GetDestPageIndex'
  | 'FPDFCatalog_IsTagged'
  | 'FPDF_StructTree_GetForPage'
  | 'FPDF_StructTree_Close'
  | 'FPDF_StructTree_CountChildren'
  | 'FPDF_StructTree_GetChildAtIndex'
  | 'FPDF_StructElement_GetType'
  | 'FPDF_StructElement_CountChildren'
  | 'FPDF_StructElement_GetChildAtIndex'
  | 'FPDF_StructElement_GetChildMarkedContentID'
  | 'FPDFBitmap_CreateEx'
  | 'FPDFBitmap_FillRect'
  | 'FPDFBitmap_Destroy'
  | 'FPDFBitmap_GetBuffer'
  | 'FPDFBitmap_GetStride'
  | 'FPDF_RenderPageBitmap';
type Api = Readonly<Record<Calls, Call>>;

/** The part of a WebAssembly memory that is used; its buffer changes when it grows. */
interface Memory {
  readonly buffer: ArrayBuffer;
}

/** Bytes of address space that calls may use for their results between two reads. */
const SCRATCH = 1024;
/** PDFium's memory never shrinks; past this the module is thrown away after the document. */
const KEPT_MEMORY = 96 * 1024 * 1024;

/** One instance of the PDFium module with its memory. Nothing here survives a trap: drop it with `discardPdfium`. */
export class Pdfium {
  readonly api: Api;
  /** Address of `SCRATCH` bytes for results. */
  readonly scratch: number;
  private readonly memory: Memory;
  private buffer: ArrayBuffer;
  private floats: Float32Array;
  private doubles: Float64Array;
  private words: Uint32Array;

  constructor(exports: Record<string, unknown>) {
    this.api = exports as unknown as Api;
    this.memory = exports.memory as Memory;
    this.buffer = this.memory.buffer;
    this.floats = new Float32Array(this.buffer);
    this.doubles = new Float64Array(this.buffer);
    this.words = new Uint32Array(this.buffer);
    this.scratch = this.api.malloc(SCRATCH);
  }

  /** Results in scratch, counted from its start in units of the type. A call may have moved the memory. */
  f32(index: number): number {
    if (this.buffer !== this.memory.buffer) this.refresh();
    return this.floats[(this.scratch >> 2) + index] as number;
  }

  f64(index: number): number {
    if (this.buffer !== this.memory.buffer) this.refresh();
    return this.doubles[(this.scratch >> 3) + index] as number;
  }

  u32(index: number): number {
    if (this.buffer !== this.memory.buffer) this.refresh();
    return this.words[(this.scratch >> 2) + index] as number;
  }

  bytes(address: number, length: number): Buffer {
    return Buffer.from(this.memory.buffer, address, length);
  }

  /** A string that a function writes into the caller's buffer; it returns the size with the end mark of `unit` bytes. */
  text(call: (buffer: number, size: number) => number, unit: 1 | 2): Buffer {
    const size = call(this.scratch, SCRATCH);
    if (size <= unit) return Buffer.alloc(0);
    if (size <= SCRATCH) return Buffer.from(this.bytes(this.scratch, size - unit));
    const long = this.api.malloc(size);
    call(long, size);
    const text = Buffer.from(this.bytes(long, size - unit));
    this.api.free(long);
    return text;
  }

  get memoryBytes(): number {
    return this.memory.buffer.byteLength;
  }

  private refresh(): void {
    this.buffer = this.memory.buffer;
    this.floats = new Float32Array(this.buffer);
    this.doubles = new Float64Array(this.buffer);
    this.words = new Uint32Array(this.buffer);
  }
}

let loaded: Promise<Pdfium> | null = null;

/** The module is compiled once per process and shared by all documents that it reads, one after another. */
export function pdfium(): Promise<Pdfium> {
  loaded ??= load();
  return loaded;
}

/** After a trap inside the module, or when a document has made its memory large. */
export function discardPdfium(): void {
  loaded = null;
}

export function releasePdfium(engine: Pdfium): void {
  if (engine.memoryBytes > KEPT_MEMORY) discardPdfium();
}

async function load(): Promise<Pdfium> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
  // Its complaints about damaged files can quote them.
  const silent = { print: () => {}, printErr: () => {} };
  const wrapped = await init({ wasmBinary: wasm, ...silent } as unknown as Parameters<typeof init>[0]);
  wrapped.PDFiumExt_Init();
  return new Pdfium(wrapped.pdfium.wasmExports as unknown as Record<string, unknown>);
}
