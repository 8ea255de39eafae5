import type { Settings } from '../config/settings.ts';
import { ocrVariant } from './ocr-variant.ts';

/** Names the indexes of a server where something changes what is read; the usual one has no name. */
export async function indexVariant(settings: Settings): Promise<{ readonly variant?: string }> {
  const { variant } = await ocrVariant(settings);
  const parts = [...(settings.paginate ? [] : ['unpaged']), ...(variant === undefined ? [] : [variant])];
  return parts.length === 0 ? {} : { variant: parts.join('.') };
}
