import { spawn } from 'node:child_process';
import { access, constants, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Whether text can be read from pixels on this machine. */
export interface OcrProbe {
  readonly available: boolean;
  /** `tesseract 5.3.0`, `tesseract.js 7.0.0`; null where there is none. */
  readonly engine: string | null;
  /** Why not, for people; null where it is available. */
  readonly reason: string | null;
  /** Which engine that is: the system's program, or the one that comes with our packages. */
  readonly kind: 'tesseract' | 'tesseract.js' | null;
  /** The program that was found. */
  readonly program: string | null;
}

/** Data that the program needs: Korean text, and Latin words and numbers in it. */
const LANGUAGES = ['kor', 'eng'] as const;

const probes = new Map<string, Promise<OcrProbe>>();

/** Looks once for each search path; installing the engine is seen at the next start. */
export function probeOcr(searchPath: string = process.env.PATH ?? ''): Promise<OcrProbe> {
  const known = probes.get(searchPath);
  if (known) return known;
  const probe = look(searchPath);
  probes.set(searchPath, probe);
  return probe;
}

async function look(searchPath: string): Promise<OcrProbe> {
  const system = await lookForProgram(searchPath);
  if (typeof system !== 'string') return system;
  const packaged = await lookForPackage();
  return packaged ?? { available: false, engine: null, reason: system, kind: null, program: null };
}

/** The system's program, or what is wrong with it in words for people. */
async function lookForProgram(searchPath: string): Promise<OcrProbe | string> {
  const program = await find('tesseract', searchPath);
  if (program === null) return 'OCR 엔진(tesseract)이 설치되어 있지 않습니다.';
  const listed = await output(program, ['--list-langs'], searchPath);
  const languages = new Set(listed?.split('\n').map((line) => line.trim()));
  const missing = LANGUAGES.filter((language) => !languages.has(language));
  if (missing.length > 0) return `OCR 언어 자료가 없습니다: ${missing.join(', ')}`;
  const version = /^tesseract (\S+)/m.exec((await output(program, ['--version'], searchPath)) ?? '')?.[1];
  return { available: true, engine: version ? `tesseract ${version}` : 'tesseract', reason: null, kind: 'tesseract', program };
}

/** The engine in WebAssembly reads as well and takes three times as long: for machines where nothing can be installed. */
async function lookForPackage(): Promise<OcrProbe | null> {
  const { resolve } = createRequire(import.meta.url);
  try {
    for (const language of LANGUAGES) resolve(`@tesseract.js-data/${language}/package.json`);
    const { version } = JSON.parse(await readFile(resolve('tesseract.js/package.json'), 'utf8')) as { version: string };
    return { available: true, engine: `tesseract.js ${version}`, reason: null, kind: 'tesseract.js', program: null };
  } catch {
    // Optional packages that were left out.
    return null;
  }
}

async function find(name: string, searchPath: string): Promise<string | null> {
  for (const folder of searchPath.split(path.delimiter)) {
    // An empty or relative entry would run whatever lies in the working directory.
    if (!path.isAbsolute(folder)) continue;
    const file = path.join(folder, name);
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file;
  }
  return null;
}

const PATIENCE_MS = 10_000;

/** What the program writes on both outputs (older ones list their languages on stderr); null where it failed. */
function output(program: string, args: readonly string[], searchPath: string): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: searchPath,
        ...(process.env.TESSDATA_PREFIX === undefined ? {} : { TESSDATA_PREFIX: process.env.TESSDATA_PREFIX }),
      },
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
    }
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code === 0 ? text : null));
  });
}
