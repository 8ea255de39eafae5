import { builtInFormat } from './built-in-formats.ts';
import type { PackageParts } from './package-parts.ts';

/** What of a cell's style decides how its value reads. */
export interface CellStyle {
  /** Number format code. */
  readonly format: string;
  readonly bold: boolean;
}

/** The cell formats of the workbook, by the index that cells carry in `s`. */
export function readStyles(parts: PackageParts, path: string): CellStyle[] {
  const formats = new Map<number, string>();
  const bold: boolean[] = [];
  const cells: { format: number; font: number }[] = [];
  let list = '';
  parts.parse(path, {
    open(name, attributes) {
      if (name === 'fonts' || name === 'cellXfs' || name === 'numFmts' || name === 'dxfs') list = name;
      else if (list === 'numFmts' && name === 'numFmt')
        formats.set(Number(attributes.numFmtId), attributes.formatCode ?? 'General');
      else if (list === 'fonts' && name === 'font') bold.push(false);
      else if (list === 'fonts' && name === 'b') bold[bold.length - 1] = attributes.val !== '0' && attributes.val !== 'false';
      else if (list === 'cellXfs' && name === 'xf')
        cells.push({ format: Number(attributes.numFmtId ?? 0), font: Number(attributes.fontId ?? 0) });
    },
    text() {},
    close(name) {
      if (name === list) list = '';
    },
  });
  return cells.map((cell) => ({
    format: formats.get(cell.format) ?? builtInFormat(cell.format),
    bold: bold[cell.font] ?? false,
  }));
}
