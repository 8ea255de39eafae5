import { describe, expect, it } from 'vitest';
import {
  list,
  type MadeHwp,
  makeHwp,
  note,
  objectData,
  paragraph,
  record,
  table,
  u16,
  u32,
  wide,
} from '../../../../tests/makers/hwp.ts';
import { Budget } from '../../container/budget.ts';
import type { Content } from '../../content.ts';
import { Unreadable } from '../../unreadable.ts';
import { hwpReader } from './reader.ts';

const read = (made: MadeHwp): Promise<Content> => hwpReader.read(makeHwp(made), { budget: new Budget(), paginate: false });
const shown = (content: Content): string[] => content.blocks.map((block) => `${block.type}: ${block.text}`);
const reasonOf = (made: MadeHwp): Promise<string> =>
  read(made).then(
    () => 'read',
    (error) => (error instanceof Unreadable ? error.reason : String(error)),
  );

describe('hwp', () => {
  it('reads paragraphs of all sections in order, compressed or not', async () => {
    const sections = [[paragraph(['첫 구역']), paragraph(['둘째 줄'])], [paragraph(['다음 구역'])]];
    for (const flags of [0, 1])
      expect(shown(await read({ sections, flags }))).toEqual([
        'paragraph: 첫 구역',
        'paragraph: 둘째 줄',
        'paragraph: 다음 구역',
      ]);
  });

  it('keeps line breaks and tabs, and reads special spaces and hyphens as what they look like', async () => {
    const text = Buffer.concat([
      Buffer.from('가', 'utf16le'),
      u16(10),
      Buffer.from('나', 'utf16le'),
      u16(9, 0, 0, 0, 0, 0, 0, 9),
      Buffer.from('다', 'utf16le'),
      u16(30),
      Buffer.from('라', 'utf16le'),
      u16(24, 13),
    ]);
    const made = record(0x42, Buffer.alloc(24), [record(0x43, text)]);
    expect(shown(await read({ sections: [[made]] }))).toEqual(['paragraph: 가\n나\t다 라-']);
  });

  it('reads a table with spans, and a table in its cell', async () => {
    const inner = table(1, 2, [
      { row: 0, col: 0, paragraphs: [paragraph(['안 왼쪽'])] },
      { row: 0, col: 1, paragraphs: [paragraph(['안 오른쪽'])] },
    ]);
    const outer = table(2, 2, [
      { row: 0, col: 0, rowSpan: 2, title: true, paragraphs: [paragraph(['걸친 칸'])] },
      { row: 0, col: 1, title: true, paragraphs: [paragraph(['위'])] },
      { row: 1, col: 1, paragraphs: [paragraph(['앞']), paragraph([inner])] },
    ]);
    const { tables, blocks } = await read({ sections: [[paragraph([outer])]] });
    expect(tables.map((t) => [t.id, t.rows, t.cols, t.parent, t.parent_cell, t.block])).toEqual([
      ['t1', 2, 2, null, null, 'b1'],
      ['t2', 1, 2, 't1', [1, 1], 'b1'],
    ]);
    expect(tables[0]?.grid).toEqual([
      ['걸친 칸', '위'],
      ['걸친 칸', '앞\n안 왼쪽\t안 오른쪽'],
    ]);
    expect(tables[0]?.header_rows).toBe(1);
    expect(blocks).toHaveLength(1);
  });

  it('keeps a footnote that stands in a table cell', async () => {
    const cell = { row: 0, col: 0, paragraphs: [paragraph(['값', note('fn  ', [paragraph(['표 안의 각주'])])])] };
    expect(shown(await read({ sections: [[paragraph([table(1, 1, [cell])])]] }))).toEqual([
      'table: 값',
      'footnote: 표 안의 각주',
    ]);
  });

  it('gives captions, headers, footers, endnotes and hidden comments their own types', async () => {
    const captioned = table(
      1,
      1,
      [{ row: 0, col: 0, paragraphs: [paragraph(['칸'])] }],
      [paragraph(['표 ', { id: 'atno', code: 18, data: Buffer.concat([u32(4), u16(3)]) }, ' 예산'])],
    );
    const content = await read({
      sections: [
        [
          paragraph([
            note('head', [paragraph(['머리'])]),
            note('foot', [paragraph(['꼬리'])]),
            '본문',
            note('en  ', [paragraph(['끝주'])]),
            note('tcmt', [paragraph(['숨은 말'])]),
          ]),
          paragraph([captioned]),
        ],
      ],
    });
    expect(shown(content)).toEqual(
      expect.arrayContaining([
        'header: 머리',
        'footer: 꼬리',
        'paragraph: 본문',
        'endnote: 끝주',
        'memo: 숨은 말',
        'table: 칸',
        'caption: 표 3 예산',
      ]),
    );
    expect(content.tables[0]?.caption).toBe('표 3 예산');
    expect(content.warnings.map((warning) => warning.code)).toContain('HIDDEN_CONTENT');
  });

  it('reads text boxes, equations, ruby, overlapped letters and form objects', async () => {
    const box = {
      id: 'gso ',
      data: objectData(),
      children: [record(0x4c, Buffer.alloc(60), [...list(u32(1, 0), [paragraph(['상자 글'])]), record(0x4f, Buffer.alloc(33))])],
    };
    const equation = { id: 'eqed', data: objectData(), children: [record(0x58, Buffer.concat([u32(0), wide('a over b')]))] };
    const ruby = { id: 'tdut', code: 23, data: Buffer.concat([wide('本文'), wide('본문')]) };
    const overlap = { id: 'tcps', code: 23, data: wide('印') };
    const properties = 'ButtonSet:set:68:Caption:wstring:5:선택 상자 Value:int:1 TriState:bool:0 ';
    const form = {
      id: 'form',
      data: objectData(),
      children: [record(0x5b, Buffer.concat([Buffer.from('tbc+tbc+'), u32(properties.length), wide(properties)]))],
    };
    const lines = shown(
      await read({ sections: [[paragraph([box]), paragraph([equation]), paragraph([ruby, ' ', overlap]), paragraph([form])]] }),
    );
    expect(lines).toEqual(['textbox: 상자 글', 'equation: a over b', 'paragraph: 本文(본문) 印', 'paragraph: ☑ 선택 상자']);
  });

  it('computes numbers and outline levels', async () => {
    const level = (pattern: string) => Buffer.concat([u32(0, 0, 0), wide(pattern)]);
    const numbering = record(
      0x17,
      Buffer.concat([
        level('^1.'),
        level('^1.^2.'),
        ...Array.from({ length: 5 }, () => level('')),
        u16(1),
        u32(1, 1, 1, 1, 1, 1, 1),
      ]),
    );
    const shape = (head: number, depth: number) =>
      record(0x19, Buffer.concat([u32((head << 23) | (depth << 25)), Buffer.alloc(26), u16(1), Buffer.alloc(22), u32(depth)]));
    const docInfo = [numbering, shape(0, 0), shape(2, 0), shape(2, 1)];
    const content = await read({
      docInfo,
      sections: [
        [
          paragraph(['하나'], { shape: 1 }),
          paragraph(['둘'], { shape: 2 }),
          paragraph(['셋'], { shape: 2 }),
          paragraph(['넷'], { shape: 1 }),
        ],
      ],
    });
    expect(shown(content)).toEqual(['list_item: 1. 하나', 'list_item: 1.1. 둘', 'list_item: 1.2. 셋', 'list_item: 2. 넷']);
  });

  it('reads memos, which hang from the last paragraph', async () => {
    const after = [record(0x5d, u32(1)), ...list(u32(1, 0), [paragraph(['메모입니다'])])];
    expect(shown(await read({ sections: [[paragraph(['본문'], { after })]] }))).toEqual(['paragraph: 본문', 'memo: 메모입니다']);
  });

  it('says why a locked file is not read', async () => {
    const sections = [[paragraph(['글'])]];
    expect(await reasonOf({ sections, flags: 1 | 2 })).toBe('PASSWORD_PROTECTED');
    expect(await reasonOf({ sections, flags: 1 | 16 })).toBe('DRM_ENCRYPTED');
    expect(await reasonOf({ sections, flags: 1 | 256 })).toBe('PASSWORD_PROTECTED');
    expect(await reasonOf({ sections, flags: 1 | 1024 })).toBe('DRM_ENCRYPTED');
    expect(await reasonOf({ sections: [] })).toBe('CORRUPTED');
  });

  it('counts the placeholder of a newer view-only document as unreadable', async () => {
    expect(await reasonOf({ sections: [[paragraph(['이 문서는 상위 버전의 배포용 문서입니다.'])]] })).toBe('UNSUPPORTED_FORMAT');
  });

  it('reads a file that is cut off as far as it goes, and says so', async () => {
    const sections = [[paragraph(['앞 문단']), paragraph(['뒤 문단'.repeat(50)])]];
    const content = await read({ sections, damage: (bytes) => bytes.subarray(0, bytes.length - 100) });
    expect(shown(content)[0]).toBe('paragraph: 앞 문단');
    expect(content.warnings.map((warning) => warning.code)).toContain('PARTIAL_READ');
  });
});
