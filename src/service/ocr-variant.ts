import { SETTINGS, type Settings } from '../config/settings.ts';
import { probeOcr } from '../shared/ocr-probe.ts';

/** Names what this machine reads from pixels where that is not the usual: another engine or none, more pages or fewer. */
export async function ocrVariant({ ocrPages }: Pick<Settings, 'ocrPages'>): Promise<{ readonly variant?: string }> {
  const { kind } = await probeOcr();
  const engine = kind === null ? ['noocr'] : kind === 'tesseract' ? [] : ['js'];
  const parts = [...engine, ...(kind === null || ocrPages === SETTINGS.ocrPages.fallback ? [] : [`ocr${ocrPages}`])];
  return parts.length === 0 ? {} : { variant: parts.join('.') };
}
