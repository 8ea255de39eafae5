import { Budget } from '../../src/reading/container/budget.ts';
import type { Content } from '../../src/reading/content.ts';
import { docxReader } from '../../src/reading/formats/docx/reader.ts';
import { type MadeDocument, makeDocx } from '../makers/docx.ts';

export function readDocxBytes(bytes: Buffer): Promise<Content> {
  return docxReader.read(bytes, { budget: new Budget(), paginate: true });
}

export function readMade(made: MadeDocument | string): Promise<Content> {
  return readDocxBytes(makeDocx(typeof made === 'string' ? { body: made } : made));
}

/** The blocks as `type text`, the way a test wants to compare them. */
export function linesOf(content: Content): string[] {
  return content.blocks.map((block) => `${block.type}${block.level === null ? '' : block.level} ${block.text}`.trimEnd());
}

export function warningCodes(content: Content): string[] {
  return content.warnings.map((warning) => warning.code);
}
