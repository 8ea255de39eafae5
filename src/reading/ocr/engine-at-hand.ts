import { probeOcr } from '../../shared/ocr-probe.ts';
import type { OcrEngine } from './engine.ts';

/** The engine of this machine: the system's program, else the one among our packages, else none. */
export async function engineAtHand(): Promise<OcrEngine | null> {
  const { kind, program } = await probeOcr();
  if (kind === 'tesseract' && program !== null) return new (await import('./tesseract-engine.ts')).TesseractEngine(program);
  if (kind === 'tesseract.js') return new (await import('./tesseract-js-engine.ts')).TesseractJsEngine();
  return null;
}
