import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MadePage, madePdf, PDF_HEIGHT, ruledTable } from '../makers/pdf.ts';
import { makeZip } from '../makers/zip.ts';
import { type PaintedBox, paintedIn } from '../support/painted.ts';
import { TestServer } from '../support/server.ts';

const PAGES = 3;
const ROWS = 24;
const XS = [60, 200, 360, 520];
const YS = Array.from({ length: ROWS + 1 }, (_, at) => 90 + 26 * at);
/** Rows that are asked for: the first and the last of pages, and some between. */
const ASKED = new Map([
  [2, '해오름'],
  [24, '물푸레'],
  [25, '느티나무'],
  [40, '개나리'],
  [55, '진달래'],
  [71, '소나무'],
]);
const building = (n: number) => [`${ASKED.get(n) ?? `${n}호`} 청사`, `면적 ${1000 + 7 * n}제곱미터`, `준공 ${1950 + n}년`];

/** One table that goes over all pages. */
function longTable(rotate: 0 | 90): Buffer {
  return madePdf(
    Array.from({ length: PAGES }, (_, page): MadePage => {
      const rows = Array.from({ length: ROWS }, (_, row) => building(page * ROWS + row + 1));
      return { ...ruledTable(XS, YS, rows), rotate };
    }),
  );
}

/** A place on the sheet as it is shown: turned clockwise by a quarter, its left edge is on top. */
function shown([x0, y0, x1, y1]: PaintedBox, rotate: 0 | 90): PaintedBox {
  return rotate === 0 ? [x0, y0, x1, y1] : [PDF_HEIGHT - y1, x0, PDF_HEIGHT - y0, x1];
}

describe('evidence painted on tables whose places are known', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await server?.stop();
  });

  it.each([
    { name: 'upright', rotate: 0, zipped: false },
    { name: 'turned', rotate: 90, zipped: false },
    { name: 'zipped', rotate: 0, zipped: true },
  ] as const)('of a table over three pages the box is the quoted row on its page: $name', async ({ name, rotate, zipped }) => {
    mkdirSync(path.join(server.corpus, name));
    const pdf = longTable(rotate);
    const [file, bytes] = zipped ? ['표.zip', makeZip([{ name: '안/표.pdf', data: pdf }])] : ['표.pdf', pdf];
    writeFileSync(path.join(server.corpus, name, file), bytes);
    const seen = new Set<number>();
    for (const word of ASKED.values()) {
      const { text } = await server.json('/view', { tenant: name, question: `${word} 청사의 면적은?`, limit: 5 });
      for (const { quote, page, boxes } of paintedIn(text)) {
        const quoted = Number(/준공 (\d+)년$/.exec(quote)?.[1]) - 1950;
        expect(quote).toBe(building(quoted).join('\t'));
        const row = (quoted - 1) % ROWS;
        expect(page, quote).toBe(Math.floor((quoted - 1) / ROWS) + 1);
        const made = shown([XS[0] as number, YS[row] as number, XS[3] as number, YS[row + 1] as number], rotate);
        expect(boxes, quote).toHaveLength(1);
        for (const [at, edge] of made.entries())
          expect(Math.abs(edge - (boxes[0]?.[at] as number)), `${quote}: ${boxes[0]} ≠ ${made}`).toBeLessThanOrEqual(1);
        seen.add(quoted);
      }
    }
    expect([...ASKED.keys()].filter((n) => !seen.has(n))).toEqual([]);
  });
});
