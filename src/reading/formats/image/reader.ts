import { ContentBuilder } from '../../content.ts';
import { OcrDesk } from '../../ocr/desk.ts';
import { ocrIntoContent } from '../../ocr/into-content.ts';
import { Unreadable } from '../../unreadable.ts';
import type { ReadContext, Reader } from '../reader.ts';
import { type ImageFormat, openPicture, PAGED, type Size } from './decode.ts';

async function readImage(format: ImageFormat, bytes: Buffer, context: ReadContext) {
  const content = new ContentBuilder('ocr', context.budget);
  const desk = new OcrDesk({ budget: context.budget, pages: context.ocrPages });
  const picture = await openPicture(bytes, format);
  const pages = PAGED.has(format) ? picture.frames : 1;
  if (picture.frames > pages) content.warn('PARTIAL_READ', { text: '움직이는 그림입니다. 첫 장면만 읽었습니다.' });
  const outcomes = new Set<string>();
  for (let frame = 0; frame < pages; frame++) {
    const size = await picture.size(frame);
    content.pages.push({ ...size, unit: 'px' });
    // A page past the limit is told once, where the limit bites.
    if (outcomes.has('over')) continue;
    outcomes.add(await readPage(frame, size));
  }
  if (outcomes.has('read')) return content;
  // None may be read from pixels at all: to the caller that is a server without OCR.
  const none = outcomes.has('over') && context.ocrPages === 0;
  if (outcomes.has('unavailable') || none) throw new Unreadable('OCR_UNAVAILABLE');
  if (outcomes.has('broken')) throw new Unreadable('CORRUPTED');
  if (outcomes.has('failed')) throw new Unreadable('PARSER_FAILED');
  throw new Unreadable('NO_TEXT');

  async function readPage(frame: number, size: Size) {
    try {
      const image = await picture.decode(frame);
      return await ocrIntoContent(content, desk, { image, page: frame + 1, scale: size.width / image.width });
    } catch (error) {
      if (!(error instanceof Unreadable) || pages === 1) throw error;
      content.warn('PARTIAL_READ', { page: frame + 1, text: '이 쪽의 그림이 손상되어 읽지 못했습니다.' });
      return 'broken';
    }
  }
}

function imageReader(format: ImageFormat): Reader {
  return { format, read: (bytes, context) => readImage(format, bytes, context) };
}

export const imageReaders: Readonly<Record<ImageFormat, Reader>> = {
  png: imageReader('png'),
  jpeg: imageReader('jpeg'),
  tiff: imageReader('tiff'),
  bmp: imageReader('bmp'),
  webp: imageReader('webp'),
  gif: imageReader('gif'),
};
