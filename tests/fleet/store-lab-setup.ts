import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LAB_VARIABLE, stopLab } from './store-lab.ts';

/** Names the place of the test run's store; nothing is started until somebody asks for it. */
export default function setup(): () => void {
  const directory = path.join(tmpdir(), `geungeo-store-lab-${randomBytes(4).toString('hex')}`);
  process.env[LAB_VARIABLE] = directory;
  return () => stopLab(directory);
}
