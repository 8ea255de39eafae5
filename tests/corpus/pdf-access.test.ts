import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Unreadable } from '../../src/reading/unreadable.ts';
import { madePdf } from '../makers/pdf.ts';
import { describeWithCorpus } from '../support/corpus.ts';
import { readPdf } from '../support/read-pdf.ts';

const reasonOf = async (bytes: Buffer): Promise<string> => {
  try {
    const content = await readPdf(bytes);
    return content.blocks.some((block) => /\S/.test(block.text)) ? 'read' : 'empty';
  } catch (error) {
    if (error instanceof Unreadable) return error.reason;
    throw error;
  }
};

describeWithCorpus('access to PDFs', (root) => {
  const read = (file: string): Buffer => readFileSync(path.join(root, file));

  it.each([
    'pdf/enc_r2-user-password.pdf',
    'pdf/enc_r3-user-password.pdf',
    'pdf/enc_r4-aes-user-password.pdf',
    'pdf/enc_r6-user-password.pdf',
    'pdf/enc_r6-both-passwords.pdf',
    'pdf/password-protected_odl.pdf',
    'pdf/synth_enc_user_aes256_pw_1234.pdf',
    'pdf/synth_enc_user_rc4_pw_1234.pdf',
  ])('%s needs a password, and says so', async (file) => {
    expect(await reasonOf(read(file))).toBe('PASSWORD_PROTECTED');
  });

  it.each(['pdf/enc_r2-empty-password.pdf', 'pdf/enc_r6-owner-password.pdf', 'pdf/synth_enc_owner_only_nocopy.pdf'])(
    '%s has an owner password alone, and opens',
    async (file) => {
      // Some of these samples hold a blank page; what counts is that no password is asked for.
      expect(await reasonOf(read(file))).not.toBe('PASSWORD_PROTECTED');
    },
  );

  it('reads the text behind an owner password', async () => {
    expect(await reasonOf(read('pdf/synth_enc_owner_only_nocopy.pdf'))).toBe('read');
  });

  it.each([
    ['bad/pdf_header_only.pdf', 'CORRUPTED'],
    ['bad/random_bytes.pdf', 'CORRUPTED'],
    ['bad/truncated_head.pdf', 'CORRUPTED'],
    ['bad/pdf_leading_garbage.pdf', 'read'],
    ['bad/pdf_no_xref.pdf', 'read'],
  ])('%s: %s', async (file, outcome) => {
    expect(await reasonOf(read(file))).toBe(outcome);
  });

  it('says which pages of a file cut in half are missing, or that it is corrupted', async () => {
    const whole = madePdf(
      Array.from({ length: 6 }, (_, at) => ({ texts: [{ text: `${at + 1}번째 쪽의 글이다.`, x: 60, y: 100 }] })),
    );
    for (const share of [0.3, 0.5, 0.7, 0.9]) {
      const bytes = whole.subarray(0, Math.floor(share * whole.length));
      const outcome = await reasonOf(Buffer.from(bytes));
      if (outcome !== 'read') {
        expect(['CORRUPTED', 'NO_TEXT']).toContain(outcome);
        continue;
      }
      const content = await readPdf(Buffer.from(bytes));
      const pages = new Set(content.blocks.map((block) => block.page));
      const told = new Set(content.warnings.filter((warning) => warning.code === 'PARTIAL_READ').map((warning) => warning.page));
      for (let page = 1; page <= content.pages.length; page++)
        expect(pages.has(page) || told.has(page), `page ${page} of ${share}`).toBe(true);
    }
  });
});
