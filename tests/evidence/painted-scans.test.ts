import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScan, type Scan, type ScannedText, type ScanOptions, scannedPdf } from '../makers/scan.ts';
import { makeZip } from '../makers/zip.ts';
import { likeness, type Painted, type PaintedBox, paintedIn } from '../support/painted.ts';
import { TestServer } from '../support/server.ts';

const NIGHTLY = process.env.GEUNGEO_NIGHTLY === '1';
const LINES = [
  '1. 가로등 교체 공사는 한빛건설이 맡아 시월까지 마친다.',
  '2. 도서관 야간 운영 예산은 48,200천원이다.',
  '3. 하천 정비 구간의 길이는 모두 7.5킬로미터로 한다.',
  '4. 어린이 놀이터 안전 점검은 분기마다 한 번 한다.',
  '5. 전통시장 주차장 이용 요금은 시간당 1,000원으로 정한다.',
  '6. 민원 처리 기한은 접수한 날부터 십사일 이내로 한다.',
];
const ROWS = [
  ['부서', '담당자', '전화번호'],
  ['총무과', '김민수', '2133-4317'],
  ['기획예산과', '박서연', '2133-5526'],
  ['도시재생과', '이종림', '2133-6049'],
];
/** What asks for each line and for each row but the head. */
const QUESTIONS = [
  '가로등 교체 공사는 누가 맡아?',
  '도서관 야간 운영 예산은 얼마?',
  '하천 정비 구간의 길이는?',
  '어린이 놀이터 안전 점검은 언제?',
  '전통시장 주차장 이용 요금은?',
  '민원 처리 기한은 며칠 이내?',
  '총무과 담당자 전화번호',
  '기획예산과 담당자 전화번호',
  '도시재생과 담당자 전화번호',
];

interface Made {
  readonly name: string;
  readonly options: Omit<ScanOptions, 'lines' | 'rows'>;
  readonly as: 'image' | 'pdf' | 'turned pdf' | 'pdf in a zip';
}

const LIGHT: Made[] = [
  { name: '150', as: 'image', options: { dpi: 150, noise: 25 } },
  { name: '200askew', as: 'image', options: { dpi: 200, skew: 2.4, noise: 20 } },
  { name: '200turned', as: 'turned pdf', options: { dpi: 200, noise: 15 } },
  { name: '200zipped', as: 'pdf in a zip', options: { dpi: 200, skew: -1.3, noise: 20 } },
];
const HEAVY: Made[] = [150, 200, 300].flatMap((dpi) =>
  [-5, -1.3, 0, 0.4, 2.4, 180].flatMap((skew) =>
    (['image', 'pdf'] as const).map((as) => ({ name: `${dpi}${as}${skew}`, as, options: { dpi, skew, noise: 25 } })),
  ),
);

const area = ([x0, y0, x1, y1]: PaintedBox) => Math.max(0, x1 - x0) * Math.max(0, y1 - y0);
const common = (a: PaintedBox, b: PaintedBox): PaintedBox => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];
const around = (boxes: readonly PaintedBox[]): PaintedBox => [
  Math.min(...boxes.map((box) => box[0])),
  Math.min(...boxes.map((box) => box[1])),
  Math.max(...boxes.map((box) => box[2])),
  Math.max(...boxes.map((box) => box[3])),
];

/** What was drawn, in units of the page as it is painted. */
function drawn({ lines, cells, height, dpi }: Scan, as: Made['as']): ScannedText[] {
  const rows = cells.map((row) => ({ text: row.map(({ text }) => text).join(' '), box: around(row.map(({ box }) => box)) }));
  const points = 72 / dpi;
  const place = ([x0, y0, x1, y1]: PaintedBox): PaintedBox => {
    if (as === 'image') return [x0, y0, x1, y1];
    // A page that is shown turned by a quarter clockwise: its left edge is on top.
    const [a, b, c, d] = as === 'turned pdf' ? [height - y1, x0, height - y0, x1] : [x0, y0, x1, y1];
    return [a * points, b * points, c * points, d * points];
  };
  return [...lines, ...rows].map(({ text, box }) => ({ text, box: place(box) }));
}

describe('evidence painted on scans whose places are known', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await server?.stop();
  });

  it.each(NIGHTLY ? [...LIGHT, ...HEAVY] : LIGHT)(
    'the box is that of the quoted line or row, and of no other: $name, $as',
    {
      timeout: 120_000,
    },
    async ({ name, as, options }) => {
      const scan = await makeScan({ lines: LINES, rows: ROWS, ...options });
      const pdf = () => scannedPdf(scan, as === 'turned pdf' ? 90 : 0);
      const tenant = `t${name.replace(/\W/g, '')}${options.skew !== undefined && options.skew < 0 ? 'left' : ''}`;
      mkdirSync(path.join(server.corpus, tenant));
      const file = as === 'image' ? '스캔.jpg' : as === 'pdf in a zip' ? '스캔.zip' : '스캔.pdf';
      const bytes = as === 'image' ? scan.jpeg : as === 'pdf in a zip' ? makeZip([{ name: '안/스캔.pdf', data: pdf() }]) : pdf();
      writeFileSync(path.join(server.corpus, tenant, file), bytes);
      const truth = drawn(scan, as);
      const seen = new Map<string, Painted>();
      for (const question of QUESTIONS) {
        const { text } = await server.json('/view', { tenant, question, limit: 5 });
        for (const one of paintedIn(text)) seen.set(one.quote, one);
      }
      const wrong: string[] = [];
      const cited = new Set<string>();
      for (const { quote, boxes } of seen.values()) {
        const own = truth.reduce((best, one) => (likeness(quote, one.text) > likeness(quote, best.text) ? one : best));
        expect(likeness(quote, own.text), quote).toBeGreaterThan(0.6);
        cited.add(own.text);
        const covered = boxes.reduce((sum, box) => sum + area(common(box, own.box)), 0) / area(own.box);
        const strangers = truth.filter(({ text, box: [x0, y0, x1, y1] }) => {
          const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
          return text !== own.text && boxes.some((box) => x > box[0] && x < box[2] && y > box[1] && y < box[3]);
        });
        const size = boxes.reduce((sum, box) => sum + area(box), 0) / area(own.box);
        if (covered < 0.95) wrong.push(`${quote}: ${covered.toFixed(2)} of it is in the box`);
        // A cell's box is the cell, with the white around its words.
        const most = LINES.includes(own.text) ? 1.5 : 4.5;
        if (size > most) wrong.push(`${quote}: the box is ${size.toFixed(1)} times as large`);
        if (strangers.length > 0) wrong.push(`${quote}: the box holds ${strangers[0]?.text} too`);
      }
      expect(wrong).toEqual([]);
      expect(cited.size).toBeGreaterThanOrEqual(7);
    },
  );
});
