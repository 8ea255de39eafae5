import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeReferences } from '../../src/evidence/answer-references.ts';
import { packBundle } from '../../src/evidence/bundle.ts';
import { verifyClaim } from '../../src/evidence/verification.ts';
import type { Hit } from '../../src/model/evidence.ts';
import { madeHits, madeText, RUNS } from './made-hits.ts';

type Claim = Parameters<typeof verifyClaim>[0];

function check(hits: readonly Hit[], claim: Claim) {
  return verifyClaim(claim, (doc_id, chunk_id) => {
    const hit = hits.find((it) => it.doc_id === doc_id && it.chunk_id === chunk_id);
    return hit && { filename: hit.filename, chunk: { ...hit, id: hit.chunk_id } };
  });
}

const refsOf = (hits: readonly Pick<Hit, 'doc_id' | 'chunk_id'>[]) => hits.map(({ doc_id, chunk_id }) => ({ doc_id, chunk_id }));

it('the texts of a bundle, given back as an answer with their numbers, are grounded', { timeout: 900_000 }, () => {
  fc.assert(
    fc.property(madeHits, fc.integer({ min: 60, max: 3000 }), (hits, budget) => {
      const { sources, texts } = packBundle(hits, budget);
      const answer = texts.map((text, at) => `${escapeReferences(text)} [${at + 1}]`).join('\n\n');
      const result = check(hits, { answer, sources: refsOf(sources), citations: [] });
      expect(result).toMatchObject({ grounded: true, unknown_refs: [], unsupported_numbers: [] });
    }),
    { numRuns: RUNS },
  );
});

/** A grounded answer: one piece of each of some chunks a sentence, with its reference and its quotation. */
interface Made {
  readonly hits: readonly Hit[];
  readonly claim: Claim;
}

const madeAnswers: fc.Arbitrary<Made> = madeHits.map((hits) => {
  const pieces = hits.map(({ text }) => text.split('\n').find((line) => /\d\d/.test(line)) ?? text.split('\n')[0] ?? '');
  const answer = pieces.map((piece, at) => `근거에 따르면 ${escapeReferences(piece)} [${at + 1}]`).join('\n');
  const quotes = pieces.flatMap((piece, at) => (piece.trim() === '' ? [] : [{ n: at + 1, quote: piece }]));
  return { hits, claim: { answer, sources: refsOf(hits), citations: quotes } };
});

describe('of 300 grounded answers', () => {
  const answers = fc.sample(madeAnswers, { numRuns: 300, seed: 20_261_115 });

  it('none raises an alarm', () => {
    for (const { hits, claim } of answers) expect(check(hits, claim).grounded, claim.answer).toBe(true);
  });

  it('every number that is changed is found at its sentence, and nowhere else', () => {
    let planted = 0;
    for (const [at, { hits, claim }] of answers.entries()) {
      const places = [...claim.answer.matchAll(/(?<![\d,.０-９，．[])\d{2,9}(?![\d,.０-９，．\]])/g)];
      const place = places[at % Math.max(1, places.length)];
      if (place === undefined) continue;
      const wrong = absent(hits, at);
      const answer = claim.answer.slice(0, place.index) + wrong + claim.answer.slice(place.index + place[0].length);
      const result = check(hits, { ...claim, answer });
      planted++;
      expect(result.grounded).toBe(false);
      expect(result.unsupported_numbers).toEqual([wrong]);
      const flagged = result.sentences.filter(({ unsupported }) => unsupported.length > 0);
      expect(flagged).toHaveLength(1);
      expect(flagged[0]?.text).toContain(wrong);
    }
    expect(planted).toBeGreaterThan(200);
  });

  it('every reference that is changed is found at its sentence', () => {
    for (const [at, { hits, claim }] of answers.entries()) {
      const n = (at % hits.length) + 1;
      const wrong = at % 2 === 0 ? 0 : hits.length + 1 + (at % 90);
      const answer = claim.answer.replace(`[${n}]`, `[${wrong}]`);
      const result = check(hits, { ...claim, answer });
      expect(result).toMatchObject({ grounded: false, unknown_refs: [wrong] });
      const flagged = result.sentences.filter(({ refs }) => refs.includes(wrong));
      expect(flagged).toHaveLength(1);
    }
  });

  it('every quotation that is changed is found, and no other is blamed', () => {
    for (const [at, { hits, claim }] of answers.entries()) {
      const changed = at % claim.citations.length;
      const citations = claim.citations.map((it, place) => (place === changed ? { ...it, quote: misquoted(it.quote, at) } : it));
      const result = check(hits, { ...claim, citations });
      expect(result.grounded).toBe(false);
      expect(result.citations.map(({ found }) => found)).toEqual(citations.map((_, place) => place !== changed));
    }
  });
});

/** A number that the evidence does not hold in any writing. */
function absent(hits: readonly Hit[], seed: number): string {
  const all = hits
    .map(({ text, path }) => `${text} ${path.join(' ')}`)
    .join(' ')
    .normalize('NFKC')
    .replaceAll(',', '');
  for (let number = 7351 + seed * 17; ; number++) if (!all.includes(String(number))) return String(number);
}

/** The same with one letter that no text has. */
function misquoted(quote: string, seed: number): string {
  const characters = [...quote];
  const letters = characters.flatMap((character, at) => (/\S/u.test(character) ? [at] : []));
  characters[letters[seed % letters.length] as number] = '뷁';
  return characters.join('');
}

it('texts without evidence that names them are never grounded when they hold a number', () => {
  fc.assert(
    fc.property(madeText, (text) => {
      const result = check([], { answer: `${escapeReferences(text)} 12345`, sources: [], citations: [] });
      expect(result.grounded).toBe(false);
    }),
    { numRuns: 50 },
  );
});
