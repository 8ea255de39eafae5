import type { ContentBuilder } from '../../content.ts';
import { MAX_COLS } from './addresses.ts';
import type { MergedCells } from './merges.ts';
import type { SheetData } from './sheet-data.ts';
import type { SheetEntry } from './workbook.ts';

/** Column definitions that are followed; a sheet has at most one a column. */
const MOST_DEFINITIONS = MAX_COLS;

/** Says once a sheet, on its page, what of it is out of sight and what could not be read. */
export function warnOfSheet(
  content: ContentBuilder,
  entry: SheetEntry,
  hiddenSheets: number,
  sheet: SheetData,
  merged: MergedCells,
  losses: readonly string[],
): void {
  const page = entry.page;
  const hidden = hiddenContent(entry, hiddenSheets, sheet, merged);
  if (hidden.length > 0) content.warn('HIDDEN_CONTENT', { page, text: hidden.join(' ') });
  const lost = [...losses];
  if (sheet.uncalculated > 0) {
    lost.push(
      `수식 ${sheet.uncalculated}개는 계산된 값이 파일에 없어 수식을 그대로 적었습니다. 엑셀에서 열어 다시 저장하면 값을 읽을 수 있습니다.`,
    );
  }
  if (sheet.lostTexts > 0) lost.push(`셀 ${sheet.lostTexts}개의 글자가 파일에 없어 비워 두었습니다.`);
  if (lost.length > 0) content.warn('PARTIAL_READ', { page, text: lost.join(' ') });
  if (merged.ignored > 0 || sheet.mergesCut)
    content.warn('TABLE_GRID_UNCERTAIN', { page, text: '서로 겹치거나 지나치게 많은 셀 병합이 있어 일부를 풀어서 읽었습니다.' });
}

function hiddenContent(entry: SheetEntry, hiddenSheets: number, sheet: SheetData, merged: MergedCells): string[] {
  const out: string[] = [];
  if (entry.hidden)
    out.push(`숨겨진 시트 '${entry.name}'의 내용도 읽었습니다. 이 파일의 숨겨진 시트는 모두 ${hiddenSheets}개입니다.`);
  const columns = hiddenColumns(sheet);
  if (sheet.hiddenRows > 0 || columns > 0) {
    const what = [sheet.hiddenRows > 0 ? `행 ${sheet.hiddenRows}개` : '', columns > 0 ? `열 ${columns}개` : ''].filter(
      (part) => part !== '',
    );
    out.push(`숨겨진 ${what.join('와 ')}의 내용도 읽었습니다.`);
  }
  if (sheet.hiddenByFormat > 0) out.push(`표시 형식으로 숨긴 셀 ${sheet.hiddenByFormat}개의 내용도 읽었습니다.`);
  if (merged.hiding > 0) out.push(`병합된 셀에 가려진 내용이 있어 병합 ${merged.hiding}개를 풀어서 읽었습니다.`);
  return out;
}

/** Hidden columns that hold text. */
function hiddenColumns(sheet: SheetData): number {
  if (sheet.hiddenCols.length === 0) return 0;
  const hidden = new Uint8Array(MAX_COLS);
  for (const { from, to } of sheet.hiddenCols.slice(0, MOST_DEFINITIONS)) hidden.fill(1, from, to + 1);
  let count = 0;
  for (let index = 0; index < sheet.cells.size; index++) {
    const col = sheet.cells.col(index);
    if (!hidden[col]) continue;
    hidden[col] = 0;
    count++;
  }
  return count;
}
