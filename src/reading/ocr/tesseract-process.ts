import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { leash } from '../../shared/leash.ts';
import { OcrFailed } from './engine.ts';
import type { GrayImage } from './gray-image.ts';
import { pgmOf } from './pgm.ts';

export interface TesseractRun {
  readonly program: string;
  /** As its option -l takes them: `kor`, `eng`. */
  readonly languages: string;
  /** Its page segmentation mode. */
  readonly layout: string;
  /** Milliseconds after which it is killed. */
  readonly timeout: number;
}

export interface TesseractOutput {
  readonly tsv: string;
  readonly text: string;
}

/** All crops of a page in one process: starting it and loading its data costs as much as a few lines of text. */
export async function runTesseract(crops: readonly GrayImage[], run: TesseractRun): Promise<TesseractOutput> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ocr-'));
  try {
    const files: string[] = [];
    for (const [index, image] of crops.entries()) {
      const file = path.join(folder, `${index}.pgm`);
      await writeFile(file, pgmOf(image), { mode: 0o600 });
      files.push(file);
    }
    const list = path.join(folder, 'list.txt');
    const out = path.join(folder, 'out');
    await writeFile(list, files.join('\n'), { mode: 0o600 });
    await finished(list, out, run);
    return { tsv: await readFile(`${out}.tsv`, 'utf8'), text: await readFile(`${out}.txt`, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function finished(list: string, out: string, { program, languages, layout, timeout }: TesseractRun): Promise<void> {
  const args = [
    list,
    out,
    '-l',
    languages,
    '--psm',
    layout,
    '--dpi',
    '300',
    '-c',
    'tessedit_create_tsv=1',
    '-c',
    'tessedit_create_txt=1',
  ];
  // In the group of the reading process, so that it dies with it; the kernel's death signal covers a parent that was killed alone.
  const [file, ...before] = (await leash()).held ? ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL', program] : [program];
  await new Promise<void>((resolve, reject) => {
    const child = spawn(file as string, [...before, ...args], {
      stdio: 'ignore',
      // More than one thread makes it slower, by a factor of thirty where cores are shared.
      env: { ...inherited(), OMP_THREAD_LIMIT: '1' },
    });
    let timedOut = false;
    const deadline = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeout);
    child.once('error', (error) => {
      clearTimeout(deadline);
      reject(new OcrFailed(`tesseract did not start: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`));
    });
    child.once('close', (code, signal) => {
      clearTimeout(deadline);
      if (code === 0) resolve();
      else reject(new OcrFailed(timedOut ? 'tesseract took too long' : `tesseract ended with ${signal ?? code}`, timedOut));
    });
  });
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    ['PATH', 'LANG', 'LC_ALL', 'TESSDATA_PREFIX', 'LD_LIBRARY_PATH'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
