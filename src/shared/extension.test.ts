import { describe, expect, it } from 'vitest';
import type { Format } from '../model/formats.ts';
import { extensionWarning } from './extension.ts';

describe('the ending of a file name', () => {
  it.each<[string, Format]>([
    ['공고.hwpx', 'hwpx'],
    ['공고.HWPX', 'hwpx'],
    ['사진.jpg', 'jpeg'],
    ['사진.jpeg', 'jpeg'],
    ['스캔.TIF', 'tiff'],
    ['표.xlsm', 'xlsx'],
    ['이름뿐', 'pdf'],
    ['제1.2안', 'hwp'],
    ['보고.최종', 'hwp'],
    ['.pdf', 'docx'],
    ['보고서.v2', 'docx'],
    ['읽지 못한 것.pdf', 'unknown'],
    ['constructor', 'pdf'],
    ['a.toString', 'pdf'],
  ])('%s of a file that is %s needs no word', (name, format) => {
    expect(extensionWarning(name, format)).toBeNull();
  });

  it.each<[string, Format, string]>([
    ['공고.hwp', 'hwpx', '.hwp'],
    ['공고.PDF', 'docx', '.pdf'],
    ['묶음.zip', 'hwpx', '.zip'],
    ['표.xls', 'xlsx', '.xls'],
    ['메모.txt', 'pdf', '.txt'],
    ['묶음.zip/안/공고.hwp', 'pdf', '.hwp'],
  ])('%s of a file that is %s is told', (name, format, ending) => {
    const warning = extensionWarning(name, format);
    expect(warning).toMatchObject({ code: 'EXTENSION_MISMATCH', page: null, block: null });
    expect(warning?.text).toContain(ending);
    expect(warning?.text).toContain(format);
  });
});
