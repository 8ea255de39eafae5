import type { Format } from '../../../model/formats.ts';
import type { GrayImage } from '../../ocr/gray-image.ts';
import { type Sharp, sharp } from '../../ocr/sharp.ts';
import { Unreadable } from '../../unreadable.ts';
import { decodeBmp } from './bmp.ts';

export type ImageFormat = Extract<Format, 'png' | 'jpeg' | 'tiff' | 'bmp' | 'webp' | 'gif'>;

export interface Picture {
  /** Frames in the file; pages of a TIFF. */
  readonly frames: number;
  /** Size of a frame as a person sees it: turned as its orientation flag says. */
  size(frame: number): Promise<Size>;
  /** Throws Unreadable. The pixels may be fewer than the size says, where it is larger than text needs. */
  decode(frame: number): Promise<GrayImage>;
  /** The frame in colour, the right way up, laid on white; what is broken shows when it is made. */
  shown(frame: number): Promise<Sharp>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pages of a TIFF are pages; the frames of a moving picture are one page shown over and over. */
export const PAGED: ReadonlySet<ImageFormat> = new Set(['tiff']);

/** An A0 sheet at 300 dpi is 140 million pixels, an A4 page at 600 dpi is 35. */
const MOST_PIXELS = 120_000_000;
/** More than an A4 page at 400 dpi: larger ones are read from a smaller copy. */
const WORKING_PIXELS = 18_000_000;
/** A TIFF may claim any number of pages at no cost. */
const MOST_FRAMES = 2_000;

/** Only headers are looked at here: a picture's size is known and allowed before any of it is unpacked. */
export async function openPicture(bytes: Buffer, format: ImageFormat): Promise<Picture> {
  if (format === 'bmp') {
    const bmp = decodeBmp(bytes, check);
    return {
      frames: 1,
      size: async () => ({ width: bmp.width, height: bmp.height }),
      decode: async () => smaller(bmp.pixels()),
      shown: async () => ofGray(bmp.pixels()),
    };
  }
  const picture = new SharpPicture(bytes, await header(bytes, 0));
  if (picture.frames > MOST_FRAMES)
    throw new Unreadable('LIMIT_EXCEEDED', { text: '그림 파일의 쪽 수가 한도를 넘습니다. 파일을 나누어 올려 주세요.' });
  await picture.size(0);
  return picture;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** The flag says that rows are columns. */
  readonly turned: boolean;
}

class SharpPicture implements Picture {
  readonly frames: number;
  private readonly bytes: Buffer;
  private readonly first: Header;

  constructor(bytes: Buffer, first: Header) {
    this.bytes = bytes;
    this.first = first;
    this.frames = first.frames;
  }

  async size(frame: number): Promise<Size> {
    const { width, height, turned } = frame === 0 ? this.first : await header(this.bytes, frame);
    check({ width, height });
    return turned ? { width: height, height: width } : { width, height };
  }

  async shown(frame: number): Promise<Sharp> {
    // Orientation first: what follows is as a person sees it. Alpha is laid on white, as paper would be.
    return sharp(this.bytes, { ...OPEN, page: frame })
      .autoOrient()
      .flatten({ background: '#ffffff' });
  }

  async decode(frame: number): Promise<GrayImage> {
    const { width, height } = await this.size(frame);
    try {
      let image = await this.shown(frame);
      const scale = Math.sqrt(WORKING_PIXELS / (width * height));
      if (scale < 1) image = image.resize({ width: Math.round(width * scale), height: Math.round(height * scale), fit: 'fill' });
      const { data, info } = await image
        .toColourspace('b-w')
        .extractChannel(0)
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true });
      return { width: info.width, height: info.height, data };
    } catch {
      throw new Unreadable('CORRUPTED');
    }
  }
}

/** Scanners write tags that nobody knows, which is a warning; cut or broken pixels are an error. */
const OPEN = { failOn: 'error', limitInputPixels: MOST_PIXELS, sequentialRead: true } as const;

async function header(bytes: Buffer, frame: number): Promise<Header> {
  try {
    const { width, height, pages, pageHeight, orientation } = await sharp(bytes, {
      ...OPEN,
      limitInputPixels: false,
      page: frame,
    }).metadata();
    return { width, height: pageHeight ?? height, frames: pages ?? 1, turned: (orientation ?? 1) >= 5 };
  } catch {
    throw new Unreadable('CORRUPTED');
  }
}

function check({ width, height }: Size): void {
  if (width * height > MOST_PIXELS)
    throw new Unreadable('LIMIT_EXCEEDED', { text: '그림의 크기가 한도를 넘습니다. 해상도를 낮추어 다시 스캔해 주세요.' });
}

async function smaller(image: GrayImage): Promise<GrayImage> {
  const scale = Math.sqrt(WORKING_PIXELS / (image.width * image.height));
  if (scale >= 1) return image;
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  const data = await ofGray(image).resize({ width, height, fit: 'fill' }).extractChannel(0).raw().toBuffer();
  return { width, height, data };
}

function ofGray({ width, height, data }: GrayImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: MOST_PIXELS });
}
