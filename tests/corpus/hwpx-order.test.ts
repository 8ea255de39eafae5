import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { Budget } from '../../src/reading/container/budget.ts';
import type { Content } from '../../src/reading/content.ts';
import { hwpxReader } from '../../src/reading/formats/hwpx/reader.ts';
import { type HwpxSource, hwpxSource } from '../oracles/hwpx-source.ts';
import { corpusFiles, describeWithCorpus } from '../support/corpus.ts';

/** The peer beside which this is measured; installed in bench/ alone. */
const KORDOC = fileURLToPath(new URL('../../bench/node_modules/kordoc/dist/index.js', import.meta.url));

const BODY = new Set(['paragraph', 'heading', 'list_item', 'title', 'equation']);

/** Phrases in the order in which the printed twin (pdf) of the file shows them from top to bottom. */
const AS_PRINTED: Record<string, string[]> = {
  '공문_마포소방서.hwpx': [
    '탄생응원서울프로젝트',
    '마포소방서',
    '수신자참조',
    '(경유)',
    '제목',
    '1.관련근거',
    '가.기간:',
    '부서명',
    '다.방법:',
    '6.훈련결과서식1부.끝.',
    '마포소방서장',
    '협조자',
    '시행',
    '접수',
  ],
  '공문_PC셧다운_제외요청.hwpx': [
    '수신',
    '(경유)',
    '제목',
    '데이터전략과에서는아래와같이',
    '제외요청일',
    '끝.',
    '디지털도시국장',
    '협조자',
    '시행',
    '접수',
  ],
  '공문_특정소방대상물_화재알림.hwpx': [
    '관악소방서',
    '수신자참조',
    '제목',
    '1.관련근거',
    '2.관내특정소방대상물에서',
    '인명피해',
    '끝.',
    '현장대응단장',
    '각과및안전센터',
    '협조자',
    '시행',
    '접수',
  ],
  '결재문서_청년정책담당관.hwpx': [
    '문서번호',
    '결재일자',
    '방침번호',
    '3차운영위원회추진결과보고',
    '추진근거',
    '추진개요',
    '<보고안건>',
    '<논의안건>',
    '추진결과',
  ],
  '결재_사회보장제도_협의요청서.hwpx': ['1.제도(사업)현황', '구분', '주요내용', '협의구분'],
  '결재_화재발생종합보고서_298.hwpx': ['문서번호', '결재일자', '공개여부', '협조', '화재발생종합보고서', '화재번호'],
  '개정이유서_데이터기반행정법.hwpx': ['일부개정법률안', '○신·구조문대비표', '현행', '개정안'],
  '물품검사조서.hwpx': [
    '<별지제88호서식>',
    '물품검사(수)조서',
    '문서번호',
    '계약건명',
    '물품검사(수)내역서',
    '□검수사진',
    '붙임1.거래명세서',
  ],
};

describeWithCorpus('reading order of hwpx files', () => {
  const files = corpusFiles('hwpx', '.hwpx').filter((file) => !path.basename(file).startsWith('암호_'));
  const subjects: { name: string; source: HwpxSource; content: Content }[] = [];

  beforeAll(async () => {
    for (const file of files) {
      const bytes = readFileSync(file);
      const content = await hwpxReader.read(bytes, { budget: new Budget(), paginate: false });
      subjects.push({ name: path.basename(file), source: hwpxSource(bytes), content });
    }
  });

  it('puts the 수신/제목 table of an official letter before its body and the 시행/접수 block after it', () => {
    const wrong: string[] = [];
    let heads = 0;
    let feet = 0;
    for (const { name, source, content } of subjects) {
      if (!/^(?:공문|결재)/.test(name)) continue;
      const texts = content.blocks.map((block) => (block.type === 'table' ? squeezed(block.text) : ''));
      const head = texts.findIndex((text) => text.includes('수신') && text.includes('제목') && !text.includes('접수'));
      if (head < 0) continue;
      heads++;
      const first = content.blocks.findIndex((block) => BODY.has(block.type));
      if (first < head) wrong.push(`${name}: body before head`);
      const foot = texts.findIndex((text) => text.includes('시행') && text.includes('접수'));
      if (foot >= 0) feet++;
      // What stands in the form's own field for the body is the body, whatever it looks like.
      const body = source.fragments.filter((fragment) => fragment.inBodyField && [...fragment.text].length > 4);
      for (const { text } of body) {
        const between = content.blocks.slice(head + 1, foot < 0 ? undefined : foot);
        if (!between.some((block) => squeezed(block.text).includes(text)))
          wrong.push(`${name}: ${text.slice(0, 20)} is not between head and foot`);
      }
    }
    console.log(`letters with a 수신/제목 table ${heads}, with a 시행/접수 block ${feet}`);
    expect(wrong).toEqual([]);
    expect(heads).toBeGreaterThanOrEqual(15);
    expect(feet).toBeGreaterThanOrEqual(15);
  });

  it.skipIf(!existsSync(KORDOC))('does so where kordoc gives the body first', async () => {
    const { parse } = (await import(pathToFileURL(KORDOC).href)) as { parse(bytes: Buffer): Promise<{ markdown?: string }> };
    let compared = 0;
    let theirs = 0;
    for (const [i, { name, content }] of subjects.entries()) {
      if (!/^(?:공문|결재)/.test(name)) continue;
      const head = content.blocks.find((block) => block.type === 'table' && /수\s*신.*제\s*목/s.test(block.text));
      const body = content.blocks.find((block) => BODY.has(block.type) && squeezed(block.text).length >= 8);
      const text = letters((await parse(readFileSync(files[i] as string))).markdown ?? '');
      const [headAt, bodyAt] = [head, body].map((block) =>
        text.indexOf(
          letters(block?.text ?? '')
            .slice(block === head ? -10 : 0)
            .slice(0, 10),
        ),
      );
      if (!head || !body || headAt === undefined || bodyAt === undefined || headAt < 0 || bodyAt < 0) continue;
      compared++;
      if (headAt < bodyAt) theirs++;
    }
    console.log(`kordoc: head before body in ${theirs} of the ${compared} letters in which both are found`);
    expect(compared).toBeGreaterThanOrEqual(8);
    expect(theirs).toBeLessThan(compared);
  });

  it('reads from top to bottom as the printed twins do', () => {
    for (const [name, phrases] of Object.entries(AS_PRINTED)) {
      const content = subjects.find((subject) => subject.name === name)?.content;
      const text = squeezed(content?.blocks.map((block) => block.text).join('') ?? '');
      let from = 0;
      for (const phrase of phrases) {
        const at = text.indexOf(phrase, from);
        expect(at, `${name}: ${phrase} after what stands above it`).toBeGreaterThanOrEqual(0);
        from = at + phrase.length;
      }
    }
  });

  it('keeps body text in the order of the file', () => {
    const wrong: string[] = [];
    let compared = 0;
    for (const { name, source, content } of subjects) {
      // A list label stands in blocks and not in the source: such files are compared by their letters elsewhere.
      if (source.labelled > 0 || source.fragments.some((fragment) => fragment.kind === 'equation' || fragment.kind === 'form'))
        continue;
      compared++;
      const stated = source.fragments.filter((fragment) => fragment.kind === 'body').map((fragment) => fragment.text);
      const got = content.blocks.filter((block) => BODY.has(block.type)).map((block) => squeezed(block.text));
      if (stated.join('') !== got.join('')) wrong.push(name);
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(90);
  });
});

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Letters and digits alone: Markdown escapes and pads the rest. */
function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
