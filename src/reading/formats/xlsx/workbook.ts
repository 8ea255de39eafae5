import { Unreadable } from '../../unreadable.ts';
import { MAX_ROWS } from './addresses.ts';
import type { PackageParts, Relationship } from './package-parts.ts';

export interface SheetEntry {
  readonly name: string;
  /** Number of the tab, from 1. */
  readonly page: number;
  readonly hidden: boolean;
  /** Path of its part; null where the file does not say or hold it. */
  readonly part: string | null;
  /** Rows (from 0) that are printed at the top of every page. */
  readonly titleRows: { readonly from: number; readonly to: number } | null;
}

export interface Workbook {
  readonly sheets: readonly SheetEntry[];
  readonly date1904: boolean;
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
}

/** Throws Unreadable: CORRUPTED where there is no workbook part, UNSUPPORTED_FORMAT for the binary kind. */
export function readWorkbook(parts: PackageParts): Workbook {
  const path = workbookPath(parts);
  const related = parts.relationships(path);
  const targets = new Map(related.map((relationship) => [relationship.id, relationship.target]));
  const stated: { name: string; hidden: boolean; id: string | undefined }[] = [];
  const titles = new Map<number, string>();
  let date1904 = false;
  let titlesOf: number | null = null;
  parts.parse(path, {
    open(name, attributes) {
      if (name === 'sheet') {
        const state = attributes.state;
        stated.push({ name: attributes.name ?? '', hidden: state === 'hidden' || state === 'veryHidden', id: attributes.id });
      } else if (name === 'workbookPr') date1904 = isTrue(attributes.date1904);
      else if (name === 'definedName' && attributes.name === '_xlnm.Print_Titles') titlesOf = Number(attributes.localSheetId);
    },
    text(text) {
      if (titlesOf !== null) titles.set(titlesOf, (titles.get(titlesOf) ?? '') + text);
    },
    close(name) {
      if (name === 'definedName') titlesOf = null;
    },
  });
  const sheets = stated.map((sheet, index): SheetEntry => {
    const target = sheet.id === undefined ? undefined : targets.get(sheet.id);
    return {
      name: sheet.name,
      page: index + 1,
      hidden: sheet.hidden,
      part: target !== undefined && parts.has(target) ? target : null,
      titleRows: titleRows(titles.get(index)),
    };
  });
  return { sheets, date1904, sharedStrings: targetOf(related, 'sharedStrings'), styles: targetOf(related, 'styles') };
}

/** xsd:boolean. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

function workbookPath(parts: PackageParts): string {
  const stated = targetOf(parts.relationships(''), 'officeDocument');
  const path = stated !== undefined && parts.has(stated) ? stated : 'xl/workbook.xml';
  if (path.toLowerCase().endsWith('.bin')) {
    throw new Unreadable('UNSUPPORTED_FORMAT', {
      text: '바이너리 통합 문서(xlsb)는 읽지 않습니다. 엑셀에서 xlsx로 저장한 뒤 올려 주세요.',
    });
  }
  if (!parts.has(path)) throw new Unreadable('CORRUPTED');
  return path;
}

function targetOf(related: readonly Relationship[], type: string): string | undefined {
  return related.find((relationship) => relationship.type === type)?.target;
}

/** `예산!$A:$B,예산!$1:$3`: only the rows are wanted. */
function titleRows(reference: string | undefined): SheetEntry['titleRows'] {
  const rows = reference && /!\$?(\d{1,7}):\$?(\d{1,7})(?:,|$)/.exec(reference);
  if (!rows) return null;
  const [from, to] = [Number(rows[1]) - 1, Number(rows[2]) - 1];
  return from >= 0 && from <= to && to < MAX_ROWS ? { from, to } : null;
}
