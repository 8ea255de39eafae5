import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCfb } from '../../../tests/makers/cfb.ts';
import { Budget } from '../container/budget.ts';
import { Unreadable } from '../unreadable.ts';
import { sniff } from './sniff.ts';

async function kind(bytes: Buffer | string): Promise<string> {
  try {
    const sniffed = await sniff(Buffer.from(bytes as string, typeof bytes === 'string' ? 'latin1' : undefined), new Budget());
    return sniffed.format === 'unknown' ? `unknown ${sniffed.legacy}` : sniffed.format;
  } catch (error) {
    expect(error).toBeInstanceOf(Unreadable);
    const { reason, drmVendor } = error as Unreadable;
    return drmVendor ? `${reason} ${drmVendor}` : reason;
  }
}

describe('sniffing', () => {
  it('calls zero bytes empty', async () => expect(await kind('')).toBe('EMPTY'));

  it('tells the formats that share the compound-file container apart', async () => {
    const header = Buffer.alloc(256);
    header.write('HWP Document File');
    expect(await kind(makeCfb({ FileHeader: header }))).toBe('hwp');
    expect(await kind(makeCfb({ Workbook: 'x' }))).toBe('unknown xls');
    expect(await kind(makeCfb({ WordDocument: 'x' }))).toBe('unknown doc');
    expect(await kind(makeCfb({ 'PowerPoint Document': 'x' }))).toBe('unknown ppt');
    expect(await kind(makeCfb({ EncryptedPackage: 'x', EncryptionInfo: 'y' }))).toBe('PASSWORD_PROTECTED');
    expect(await kind(makeCfb({ EncryptedPackage: 'x', '\x06DataSpaces/DataSpaceInfo/DRMEncryptedDataSpace': 'y' }))).toBe(
      'DRM_ENCRYPTED Microsoft RMS',
    );
    expect(await kind(makeCfb({ Something: 'x' }))).toBe('unknown ole');
    expect(await kind(makeCfb({ FileHeader: header }).subarray(0, 600))).toBe('CORRUPTED');
  });

  it('names the DRM product by its first bytes', async () => {
    expect(await kind('\x9b DRMONE  This Document is encrypted')).toBe('DRM_ENCRYPTED Fasoo');
    expect(await kind('SCDSA004....')).toBe('DRM_ENCRYPTED SoftCamp');
    expect(await kind('<DOCUMENT SAFER V2017>')).toBe('DRM_ENCRYPTED MarkAny');
    expect(await kind('<## NASCA DRM FILE - VER1.00 ##>')).toBe('DRM_ENCRYPTED NASCA');
  });

  it('finds a PDF header behind some junk', async () => expect(await kind(`${'x'.repeat(240)}%PDF-1.7`)).toBe('pdf'));

  it('advises on what is recognised and not read', async () => {
    expect(await kind('{\\rtf1')).toBe('unknown rtf');
    expect(await kind('HWP Document File V2.00 \x1a')).toBe('unknown oldHwp');
    expect(await kind('HWP Document File V3.00 \x1a')).toBe('hwp');
    expect(await kind('<?xml version="1.0"?><HWPML>')).toBe('unknown hml');
    expect(await kind('7z\xbc\xaf\x27\x1c')).toBe('unknown archive');
    expect(await kind('<!DOCTYPE html><html>')).toBe('unknown html');
    expect(await kind('just words')).toBe('unknown text');
    expect(await kind('\x00\x01\x02\x03')).toBe('unknown unknown');
  });

  it('never throws anything but Unreadable, whatever the bytes', async () => {
    const magics = ['', 'PK\x03\x04', 'PK\x05\x06', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '%PDF-', 'II*\0'].map((m) =>
      Buffer.from(m, 'latin1'),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...magics), fc.uint8Array({ maxLength: 2000 }), async (magic, rest) => {
        await kind(Buffer.concat([magic, rest]));
      }),
      { numRuns: Number(process.env.RUNS ?? 200) },
    );
  });
});
