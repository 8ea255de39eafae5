import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Chunk } from '../../src/model/chunk.ts';
import type { DocumentToIndex } from '../../src/search/tenant-index.ts';
import { corpusRoot } from '../support/corpus.ts';

/** A generator of numbers from 0 to 1 that gives the same ones every time. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

export function pick<T>(next: () => number, from: readonly T[]): T {
  return from[Math.floor(next() * from.length)] as T;
}

const FALLBACK =
  '개인정보 보호법 제15조제1항에 따라 정보주체의 동의를 받은 경우 개인정보를 수집할 수 있다. 보조금 교부 신청서는 2026년 3월 31일까지 총무과에 제출하여야 한다. ' +
  '주차장 설치기준은 시설면적 150제곱미터당 1대로 한다. 가계대출은 전월 대비 2.8조원 증가하였다. 육아휴직 기간은 자녀 1명당 3년 이내로 한다. ' +
  '수돗물의 수소이온농도는 5.8 이상 8.5 이하이어야 한다. 입찰 참가자격 등록을 마친 자는 전자입찰서를 제출할 수 있다. 재난안전대책본부장은 상황판단회의를 소집한다. ' +
  '예산 집행잔액은 100,000원 단위로 반납한다. 기술 평가 점수가 85점 이상인 자를 협상적격자로 선정한다. 감사 결과 처분요구서는 행정안전부-1234로 시행하였다.';

/** Lines of real Korean text: pages of public reports where the corpus is there, a few sentences where it is not. */
export function pieces(): string[] {
  const root = corpusRoot();
  const file = root === null ? '' : path.join(root, 'eval', 'autorag_ko', 'ocr_corpus_v3.jsonl');
  const texts = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { contents: string }).contents)
    : [FALLBACK.replaceAll('. ', '.\n')];
  return texts.flatMap((text) => text.split('\n').filter((line) => line.trim().length >= 8));
}

export function chunk(number: number, text: string, more: Partial<Chunk> = {}): Chunk {
  return {
    id: `c${number}`,
    doc_id: `sha256:${'0'.repeat(64)}`,
    kind: 'paragraph',
    text,
    blocks: [`b${number}`],
    anchors: [{ page: number, bbox: null, cell_range: null }],
    path: [],
    outline: [],
    extractors: ['hwpx'],
    ...more,
  };
}

export function document(name: string, texts: readonly string[], more: Partial<DocumentToIndex> = {}): DocumentToIndex {
  const docId = `sha256:${createHash('sha256').update(texts.join('\n')).digest('hex')}`;
  const chunks = texts.map((text, at) => chunk(at + 1, text, { doc_id: docId, path: [name] }));
  return { name, docId, cls: 'open', stamp: docId, info: '{}', chunks, ...more };
}

/** A document of chunks that are lines of the pieces, in any order. */
export function madeDocument(
  next: () => number,
  from: readonly string[],
  name: string,
  chunks: number,
  more: Partial<DocumentToIndex> = {},
) {
  const texts = Array.from({ length: chunks }, () => {
    const lines = 1 + Math.floor(next() * 12);
    return Array.from({ length: lines }, () => pick(next, from)).join('\n');
  });
  return document(name, texts, more);
}

/** A question of some words of a line. */
export function madeQuestion(next: () => number, from: readonly string[]): string {
  const words = pick(next, from).split(/\s+/);
  const first = Math.floor(next() * words.length);
  return words.slice(first, first + 1 + Math.floor(next() * 5)).join(' ');
}
