import { Unreadable } from '../../unreadable.ts';
import type { PackageParts } from './package-parts.ts';
import { StringItem } from './string-item.ts';

/** The texts that cells point at. A damaged part gives those before the damage: cells that miss theirs are counted. */
export async function readSharedStrings(parts: PackageParts, path: string): Promise<string[]> {
  const texts: string[] = [];
  const item = new StringItem();
  try {
    await parts.stream(path, {
      open: (name, attributes) => item.open(name, attributes),
      text: (text) => item.text(text),
      close(name) {
        if (name === 'si') texts.push(item.take());
        else item.close(name);
      },
    });
  } catch (error) {
    if (!(error instanceof Unreadable) || error.reason !== 'CORRUPTED') throw error;
  }
  return texts;
}
