import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Budget } from '../../src/reading/container/budget.ts';
import type { Content } from '../../src/reading/content.ts';
import { xlsxReader } from '../../src/reading/formats/xlsx/reader.ts';
import { rawCells, simpleExpectation, unzip } from '../oracles/xlsx-source.ts';
import { corpusFiles, describeWithCorpus } from '../support/corpus.ts';

/** Files that are no readable workbook, with the reason the reader itself must give (encrypted ones are no archive to it). */
const UNREADABLE: Record<string, string> = {
  'enc_agile_example_password.xlsx': 'CORRUPTED',
  'enc_protected_passtika.xlsx': 'CORRUPTED',
  'synth_enc_standard_pw_1234.xlsx': 'CORRUPTED',
  'poi_57893-many-merges.xlsx': 'EMPTY',
  'poi_poc-shared-strings.xlsx': 'LIMIT_EXCEEDED',
  'sheetProtection_allLocked.xlsx': 'EMPTY',
  'synth_빈통합문서.xlsx': 'EMPTY',
};

const BAD: Record<string, string> = {
  'drm_fasoo_drmone.xlsx': 'CORRUPTED',
  'drm_ms_rms_aip.xlsx': 'CORRUPTED',
  'drm_softcamp_scdsa004.xlsx': 'CORRUPTED',
  'empty.xlsx': 'CORRUPTED',
  'truncated_half.xlsx': 'CORRUPTED',
  'truncated_head.xlsx': 'CORRUPTED',
  'xlsx_broken_sharedstrings.xlsx': 'read PARTIAL_READ',
};

async function read(file: string): Promise<Content | string> {
  try {
    return await xlsxReader.read(readFileSync(file), { budget: new Budget(), paginate: false });
  } catch (error) {
    const reason = (error as { reason?: string }).reason;
    if (reason === undefined) throw error;
    return reason;
  }
}

/** Shown text by page and address. */
function shownCells(content: Content): Map<string, string> {
  const out = new Map<string, string>();
  for (const table of content.tables) {
    for (const cell of table.cells) {
      const place = `${table.page} ${cell.cell}`;
      if (out.has(place)) throw new Error(`${place} stands twice`);
      if (cell.text !== '') out.set(place, cell.text);
    }
  }
  return out;
}

describeWithCorpus('cells of real workbooks', () => {
  const tally = {
    cells: 0,
    placed: 0,
    texts: 0,
    textsRight: 0,
    general: 0,
    generalRight: 0,
    simple: 0,
    simpleRight: 0,
    other: 0,
    extra: 0,
  };
  const files = corpusFiles('xlsx', '.xlsx', '.xlsm');

  it.each(files.map((file) => [path.basename(file), file]))('%s', async (name, file) => {
    const content = await read(file);
    if (typeof content === 'string') {
      expect(content).toBe(UNREADABLE[name]);
      return;
    }
    expect(UNREADABLE[name]).toBeUndefined();
    const parts = unzip(file);
    const date1904 = /date1904="(1|true)"/.test(parts.get('xl/workbook.xml')?.toString() ?? '');
    const raw = rawCells(parts);
    const shown = shownCells(content);
    const wrong: string[] = [];
    for (const cell of raw) {
      const text = shown.get(`${cell.page} ${cell.address}`);
      tally.cells++;
      if (text === undefined) {
        wrong.push(`${cell.sheet}!${cell.address} is missing: ${cell.value}`);
        continue;
      }
      tally.placed++;
      shown.delete(`${cell.page} ${cell.address}`);
      const simple = cell.type === 'n' && !cell.value.startsWith('=') ? simpleExpectation(cell, date1904) : null;
      if (cell.type === 'b') expect(text).toBe(cell.value === '1' ? 'TRUE' : 'FALSE');
      else if (cell.type !== 'n' || cell.value.startsWith('=')) {
        tally.texts++;
        if (text === cell.value) tally.textsRight++;
        else wrong.push(`${cell.sheet}!${cell.address}: ${JSON.stringify(text)} for ${JSON.stringify(cell.value)}`);
      } else if (cell.format === '#0' || cell.format === 'General') {
        tally.general++;
        // Excel keeps 15 digits of what is stored.
        if (Number(text) === Number(Number(cell.value).toPrecision(15)) && !/e/i.test(text)) tally.generalRight++;
        else wrong.push(`${cell.sheet}!${cell.address}: ${text} for ${cell.value}`);
      } else if (simple !== null) {
        tally.simple++;
        if (text === simple) tally.simpleRight++;
        else wrong.push(`${cell.sheet}!${cell.address}: ${text} for ${simple} (${cell.format})`);
      } else tally.other++;
    }
    tally.extra += shown.size;
    expect(wrong).toEqual([]);
    expect([...shown.entries()]).toEqual([]);
    expect(content.pages).toHaveLength(
      [...(parts.get('xl/workbook.xml')?.toString() ?? '').matchAll(/<(?:\w+:)?sheet\s/g)].length,
    );
    const sheets = [...new Set(raw.map((cell) => cell.sheet))];
    expect(content.blocks.filter((block) => block.type === 'heading').map((block) => block.text)).toEqual(sheets);
    for (const table of content.tables) {
      for (const cell of table.cells) {
        for (let row = cell.row; row < cell.row + cell.row_span; row++) {
          for (let col = cell.col; col < cell.col + cell.col_span; col++)
            if (table.grid[row]?.[col] !== cell.text) throw new Error(`${cell.cell} does not stand in its grid`);
        }
      }
    }
  });

  it('every cell that stores something is shown at its address', () => {
    console.log(
      `xlsx cells: ${tally.placed}/${tally.cells} placed, texts exact ${tally.textsRight}/${tally.texts}, General ${tally.generalRight}/${tally.general}, simple formats ${tally.simpleRight}/${tally.simple}, other formats ${tally.other} (placed, text not compared), invented ${tally.extra}`,
    );
    expect(tally.cells).toBeGreaterThan(300_000);
    expect(tally.placed).toBe(tally.cells);
    expect(tally.extra).toBe(0);
  });

  it.each(Object.entries(BAD))('bad/%s gives %s', async (name, expected) => {
    const content = await read(corpusFiles('bad', name)[0] as string);
    expect(typeof content === 'string' ? content : `read ${content.warnings.map((warning) => warning.code)[0]}`).toBe(expected);
  });
});
