import type { Format } from '../../../model/formats.ts';
import type { DrawnPage } from '../../../shared/page-image-file.ts';
import { Unreadable } from '../../unreadable.ts';
import { type ImageFormat, openPicture, PAGED, type Size } from './decode.ts';

const IMAGE_FORMATS: ReadonlySet<Format> = new Set<ImageFormat>(['png', 'jpeg', 'tiff', 'bmp', 'webp', 'gif']);

export function isImage(format: Format): format is ImageFormat {
  return IMAGE_FORMATS.has(format);
}

/** Inches: an image has no size on paper, so its longer side is taken for that of an A4 sheet. */
const LONG_SIDE = 11.69;

/** A page, from 1, the right way up and in its own colours; never larger than the original. Throws Unreadable. */
export async function drawImagePage(
  bytes: Buffer,
  format: ImageFormat,
  page: number,
  dpi: number,
): Promise<DrawnPage | 'NO_SUCH_PAGE'> {
  const picture = await openPicture(bytes, format);
  if (page < 1 || page > (PAGED.has(format) ? picture.frames : 1)) return 'NO_SUCH_PAGE';
  const size = await picture.size(page - 1);
  const { width, height } = fitted(size, dpi);
  try {
    const image = (await picture.shown(page - 1)).resize({ width, height, fit: 'fill' });
    return { png: await image.png({ compressionLevel: 6 }).toBuffer(), scale: width / size.width };
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('CORRUPTED');
  }
}

function fitted({ width, height }: Size, dpi: number): Size {
  const scale = Math.min(1, (dpi * LONG_SIDE) / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
