import { parseRange } from './addresses.ts';
import type { DefinedTable } from './header-rows.ts';
import type { PackageParts } from './package-parts.ts';

/** More tables than this on one sheet were not made by hand, and each is looked at for each block of cells. */
const MOST_TABLES = 64;

export function readDefinedTables(parts: PackageParts, paths: readonly string[]): DefinedTable[] {
  const out: DefinedTable[] = [];
  for (const path of paths.slice(0, MOST_TABLES)) {
    parts.parse(path, {
      open(name, attributes) {
        const range = name === 'table' ? parseRange(attributes.ref ?? '') : null;
        if (range) out.push({ range, headerRows: Number(attributes.headerRowCount ?? 1) || 0 });
      },
      text() {},
      close() {},
    });
  }
  return out;
}
