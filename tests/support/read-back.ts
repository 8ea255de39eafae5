import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import type { Painted, PaintedBox } from './painted.ts';
import type { TestServer } from './server.ts';

/** Dots an inch at which a PDF's page is drawn to be read, and pixels in the width of a scan. */
const DPI = 300;
const WIDE = 2480;
const MARGIN = 6;

type Place = Pick<Painted, 'page' | 'boxes'>;

/** The letters of a PDF's text layer inside the boxes, by another reader than ours. */
export function textLayer(file: string, { page, boxes }: Place): string {
  return boxes
    .map(([x0, y0, x1, y1]) => {
      const place = ['-x', x0 - 1, '-y', y0 - 1, '-W', x1 - x0 + 2, '-H', y1 - y0 + 2].map((part) =>
        typeof part === 'number' ? String(Math.round(part)) : part,
      );
      const args = ['-r', '72', '-f', String(page), '-l', String(page), ...place, file, '-'];
      return spawnSync('pdftotext', args, { encoding: 'utf8' }).stdout;
    })
    .join('\n');
}

/** The text layer of a page and of the one after it, where a paragraph may go on. */
export function textLayerFrom(file: string, page: number): string {
  const args = ['-f', String(page), '-l', String(page + 1), file, '-'];
  return spawnSync('pdftotext', args, { encoding: 'utf8' }).stdout;
}

/** A page's pixels; what stands outside given boxes can be taken away. */
export class PagePixels {
  private readonly png: Buffer;
  private readonly scale: number;
  private readonly size: { readonly width: number; readonly height: number };

  private constructor(png: Buffer, scale: number, size: { width: number; height: number }) {
    this.png = png;
    this.scale = scale;
    this.size = size;
  }

  static async of(file: string, page: number): Promise<PagePixels> {
    if (file.endsWith('.pdf')) {
      const args = ['-r', String(DPI), '-f', String(page), '-l', String(page), '-gray', '-png', file];
      const png = spawnSync('pdftoppm', args, { maxBuffer: 1 << 29 }).stdout;
      const { width, height } = await sharp(png).metadata();
      return new PagePixels(png, DPI / 72, { width, height });
    }
    const upright = await sharp(file, { page: page - 1 })
      .rotate()
      .grayscale()
      .png()
      .toBuffer();
    const scale = Math.max(1, WIDE / (await sharp(upright).metadata()).width);
    const width = Math.round((await sharp(upright).metadata()).width * scale);
    const { data, info } = await sharp(upright).resize({ width }).png().toBuffer({ resolveWithObject: true });
    return new PagePixels(data, scale, { width: info.width, height: info.height });
  }

  /** What a recogniser reads in each box alone; `mode` is how it looks for lines (6: one block, 11: text anywhere). */
  async crops(boxes: readonly PaintedBox[], mode: 6 | 11): Promise<string> {
    const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
    const args = ['-', '-', '-l', 'kor+eng', '--dpi', String(DPI), '--psm', String(mode)];
    let text = '';
    for (const box of boxes) {
      const input = await sharp(await this.cut(box))
        .extend({ top: 30, bottom: 30, left: 30, right: 30, background: '#ffffff' })
        .png()
        .toBuffer();
      text += spawnSync('tesseract', args, { input, encoding: 'utf8', env }).stdout;
    }
    return text;
  }

  /** What our own reader gives of the page with nothing on it but what is in the boxes: it misreads as it did the first time. */
  async alone(boxes: readonly PaintedBox[], server: TestServer): Promise<string> {
    const parts = await Promise.all(
      boxes.map(async (box) => {
        const { left, top } = this.area(box);
        return { input: await this.cut(box), left, top };
      }),
    );
    const blank = sharp({ create: { ...this.size, channels: 3, background: '#ffffff' } });
    const { body } = await server.file('/parse', 'page.png', await blank.composite(parts).grayscale().png().toBuffer());
    return (body.blocks as { text: string }[]).map(({ text }) => text).join('\n');
  }

  private cut(box: PaintedBox): Promise<Buffer> {
    return sharp(this.png).extract(this.area(box)).png().toBuffer();
  }

  private area([x0, y0, x1, y1]: PaintedBox) {
    const { width, height } = this.size;
    const left = Math.min(width - 8, Math.max(0, Math.round(x0 * this.scale) - MARGIN));
    const top = Math.min(height - 8, Math.max(0, Math.round(y0 * this.scale) - MARGIN));
    return {
      left,
      top,
      width: Math.min(width - left, Math.round((x1 - x0) * this.scale) + 2 * MARGIN),
      height: Math.min(height - top, Math.round((y1 - y0) * this.scale) + 2 * MARGIN),
    };
  }
}
