import { type GrayImage, grayOfBgra } from '../../ocr/gray-image.ts';
import type { PdfPage } from './pdf-file.ts';

/** A page drawn as it is shown: rows from the top, four bytes a pixel (red, green, blue, alpha). */
export interface PageImage {
  readonly width: number;
  readonly height: number;
  /** Pixels per point: a place in points times this is its place in pixels. */
  readonly scale: number;
  readonly rgba: Uint8Array;
}

/** Pixels: a larger sheet is drawn with fewer dots. 25 million are an A3 sheet at 300 dots an inch. */
const MOST_PIXELS = 25_000_000;

const BGRX = 3;
const WITH_ANNOTATIONS = 0x01;
const AS_RGBA = 0x10;
const WHITE = 0xffffffff;

/** Draws a page at so many dots an inch; null where it cannot be drawn. */
export function drawPage(page: PdfPage, dpi: number): PageImage | null {
  return withBitmap(page, dpi, AS_RGBA, (pixels, width, height, stride, scale) => {
    const rgba = new Uint8Array(width * height * 4);
    for (let row = 0; row < height; row++) rgba.set(pixels.subarray(row * stride, row * stride + width * 4), row * width * 4);
    for (let alpha = 3; alpha < rgba.length; alpha += 4) rgba[alpha] = 0xff;
    return { width, height, scale, rgba };
  });
}

/** The page in shades of gray, as recognisers want it, with its pixels per point. */
export function drawGray(page: PdfPage, dpi: number): { image: GrayImage; scale: number } | null {
  return withBitmap(page, dpi, 0, (pixels, width, height, stride, scale) => ({
    image: grayOfBgra(pixels, width, height, stride),
    scale,
  }));
}

function withBitmap<T>(
  page: PdfPage,
  dpi: number,
  order: number,
  use: (pixels: Buffer, width: number, height: number, stride: number, scale: number) => T,
): T | null {
  const { engine, handle } = page;
  const { api } = engine;
  const scale = Math.min(dpi / 72, Math.sqrt(MOST_PIXELS / Math.max(1, page.width * page.height)));
  const [width, height] = [Math.max(1, Math.round(page.width * scale)), Math.max(1, Math.round(page.height * scale))];
  const bitmap = api.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
  if (bitmap === 0) return null;
  api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  api.FPDF_RenderPageBitmap(bitmap, handle, 0, 0, width, height, 0, WITH_ANNOTATIONS | order);
  const stride = api.FPDFBitmap_GetStride(bitmap);
  const result = use(engine.bytes(api.FPDFBitmap_GetBuffer(bitmap), stride * height), width, height, stride, scale);
  api.FPDFBitmap_Destroy(bitmap);
  return result;
}
