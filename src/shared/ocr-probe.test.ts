import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { probeOcr } from './ocr-probe.ts';

describe('looking for an OCR engine', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'probe-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const program = (languages: string) => {
    const file = path.join(folder, 'tesseract');
    writeFileSync(
      file,
      `#!/bin/sh\nif [ "$1" = --version ]; then echo "tesseract 9.9.9"; else printf "List:\\n${languages}\\n"; fi\n`,
    );
    chmodSync(file, 0o755);
  };

  it("takes the system's program where it has both languages", async () => {
    program('eng\\nkor\\nosd');
    expect(await probeOcr(`${folder}:/bin`)).toEqual({
      available: true,
      engine: 'tesseract 9.9.9',
      reason: null,
      kind: 'tesseract',
      program: path.join(folder, 'tesseract'),
    });
  });

  it('falls back on the packaged engine where the program is missing or lacks Korean', async () => {
    expect(await probeOcr(folder)).toMatchObject({
      available: true,
      kind: 'tesseract.js',
      program: null,
      engine: expect.stringMatching(/^tesseract\.js \d/),
    });
    program('eng');
    expect(await probeOcr(`${folder}:/usr/sbin`)).toMatchObject({ kind: 'tesseract.js' });
  });

  it('does not look into relative folders, where anybody may put a program', async () => {
    program('eng\\nkor');
    expect(await probeOcr(path.relative(process.cwd(), folder))).toMatchObject({ kind: 'tesseract.js' });
  });
});
