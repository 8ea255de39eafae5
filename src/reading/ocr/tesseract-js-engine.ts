import { createRequire } from 'node:module';
import path from 'node:path';
import type { Worker as Thread } from 'node:worker_threads';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import { type Crop, type OcrEngine, OcrFailed, type RecognisedLine, type Script } from './engine.ts';
import { pgmOf } from './pgm.ts';
import { linesOfOutput } from './tsv.ts';

const LANGUAGES: Record<Script, string> = { korean: 'kor', latin: 'eng' };

/** Three times what the system's program gets. */
const PAGE_MS = 180_000;

/** Loading a language takes a second, so it stays for the next document; a child that has grown large is replaced. */
const workers = new Map<Script, Promise<Worker>>();

/** Tesseract in WebAssembly, on a thread of the reading process. Its data is on disk: nothing is fetched and nothing kept. */
export class TesseractJsEngine implements OcrEngine {
  readonly name = 'tesseract.js';

  async recognise(crops: readonly Crop[], script: Script): Promise<RecognisedLine[][]> {
    const readings: RecognisedLine[][] = [];
    const until = performance.now() + PAGE_MS;
    try {
      for (const { image, isLine } of crops) {
        const worker = await (workers.get(script) ?? start(script));
        const read = async () => {
          await worker.setParameters({
            tessedit_pageseg_mode: isLine ? PSM.SINGLE_LINE : PSM.SINGLE_BLOCK,
            user_defined_dpi: '300',
            debug_file: '/dev/null',
          });
          return worker.recognize(pgmOf(image), {}, { text: true, tsv: true });
        };
        const { data } = await before(until, whileHeld(worker, read));
        readings.push(...linesOfOutput({ tsv: data.tsv ?? '', text: data.text }, 1));
      }
      return readings;
    } catch (error) {
      // What state it is in is not known: the next page starts a new one.
      const broken = workers.get(script);
      workers.delete(script);
      void broken?.then((worker) => worker.terminate()).catch(() => {});
      throw error instanceof OcrFailed ? error : new OcrFailed('tesseract.js failed');
    }
  }
}

/** A thread without work must not keep the process from ending. */
async function whileHeld<T>({ worker }: Worker & { readonly worker?: Thread }, work: () => Promise<T>): Promise<T> {
  worker?.ref();
  try {
    return await work();
  } finally {
    worker?.unref();
  }
}

function start(script: Script): Promise<Worker> {
  const language = LANGUAGES[script];
  const data = path.dirname(createRequire(import.meta.url).resolve(`@tesseract.js-data/${language}/package.json`));
  const worker = createWorker(language, OEM.LSTM_ONLY, {
    langPath: path.join(data, '4.0.0_best_int'),
    cacheMethod: 'none',
    gzip: true,
    // What it says about a page can hold its text.
    logger: () => {},
    errorHandler: () => {},
  });
  workers.set(script, worker);
  return worker;
}

async function before<T>(until: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OcrFailed('tesseract.js took too long', true)), Math.max(0, until - performance.now()));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
