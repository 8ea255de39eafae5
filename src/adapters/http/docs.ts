import { readFile } from 'node:fs/promises';
import { RequestProblem } from '../../contract/errors.ts';
import { DOC_NAMES } from '../../contract/pages.ts';

const DIRECTORY = new URL('../../../docs/', import.meta.url);

/** The bytes of a document of the repository. Only names of the list are ever made into a path. */
export async function docBytes(name: string): Promise<Buffer> {
  const known = DOC_NAMES.find((doc) => doc === name);
  if (known === undefined) throw new RequestProblem('FILE_NOT_FOUND');
  try {
    return await readFile(new URL(`${known}.md`, DIRECTORY));
  } catch (cause) {
    throw new RequestProblem('FILE_NOT_FOUND', { cause });
  }
}
