import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { sheetWith } from '../support/sheet.ts';
import { type FleetNode, type Reply, room } from './fleet-node.ts';

/** A version of a file: its id and a word that no other version has. */
interface Version {
  readonly id: string;
  readonly word: string;
}

/** Some of everything that can stand under a name; null is no file. */
type State = Version | null;

const docId = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
const NAMES = 3;

/** What may stand in one tenant: of each name one state, or more while a change is on its way or was not acknowledged. */
export class LegalStates {
  changes = 0;
  /** Answers that nobody should get. */
  readonly odd: unknown[] = [];
  private readonly corpus: string;
  private readonly tenant: string;
  private readonly states = new Map<string, State[]>();
  /** Every file that was dropped: a slow answer may show one that came and went while it was on its way. */
  private readonly dropped: (Version & { readonly name: string })[] = [];

  constructor(corpus: string, tenant: string) {
    this.corpus = corpus;
    this.tenant = tenant;
  }

  /** One change by a worker who alone writes his names, and a question right after it to another node. */
  async change(worker: string, node: FleetNode, other: FleetNode): Promise<void> {
    const { version, bytes } = this.newVersion();
    const name = `${worker}-${this.changes % NAMES}.xlsx`;
    const after = this.changes % 5 === 0 ? null : version;
    const before = this.states.get(name) ?? [null];
    this.states.set(name, [...before, after]);
    const answer = after === null ? await node.remove(this.tenant, name) : await node.upload(this.tenant, name, bytes);
    // The server is gone, or does not know: what was asked for may have happened.
    if (answer === null || answer.status >= 500) return this.note(answer);
    if (![200, 201, 404].includes(answer.status)) this.odd.push({ name, answer });
    this.states.set(name, [after]);
    if (after === null) return;
    const found = await other.search(this.tenant, after.word);
    if (found === null || found.status >= 500) return this.note(found);
    if (!wordsOf(found, after).includes(name)) this.odd.push({ name, word: after.word, found: found.body });
  }

  /** A file that comes by another way than a server. */
  async drop(worker: string, other: FleetNode): Promise<void> {
    const { version, bytes } = this.newVersion();
    const name = `${worker}-${this.changes % NAMES}.xlsx`;
    const next = path.join(this.corpus, `.next-${worker}`);
    writeFileSync(next, bytes);
    renameSync(next, path.join(room(this.corpus, this.tenant), name));
    this.states.set(name, [version]);
    this.dropped.push({ ...version, name });
    const found = await other.search(this.tenant, version.word);
    if (found === null || found.status >= 500) return this.note(found);
    if (!wordsOf(found, version).includes(name)) this.odd.push({ dropped: name, word: version.word, found: found.body });
  }

  /** A question about everything: no hit may show a version that cannot be there, or one file in two versions. */
  async ask(node: FleetNode): Promise<void> {
    const before = new Map([...this.states].map(([name, states]) => [name, [...states]]));
    const drops = this.dropped.length;
    const found = await node.search(this.tenant, '예산', 50);
    if (found === null || found.status >= 500) return this.note(found);
    const seen = new Map<string, string>();
    for (const { filename, doc_id } of found.body.hits as { filename: string; doc_id: string }[]) {
      const meanwhile = this.dropped.slice(drops).filter(({ name }) => name === filename);
      const legal = [...(before.get(filename) ?? []), ...meanwhile, ...(this.states.get(filename) ?? [])];
      const other = seen.get(filename);
      if (!legal.some((state) => state?.id === doc_id)) this.odd.push({ filename, doc_id, legal });
      if (other !== undefined && other !== doc_id) this.odd.push({ filename, mixed: [other, doc_id] });
      seen.set(filename, doc_id);
    }
  }

  /** What a node tells is one of the legal states, file by file and word by word; afterwards it is the only one. */
  async check(node: FleetNode): Promise<void> {
    const listing = await node.list(this.tenant);
    expect(listing?.status).toBe(200);
    const documents: { filename: string; doc_id: string; chunks: number }[] = listing?.body.documents;
    const listed = new Map(documents.map(({ filename, doc_id }) => [filename, doc_id]));
    expect(documents.length).toBe(listed.size);
    const folder = room(this.corpus, this.tenant);
    expect([...listed.keys()].sort()).toEqual(
      readdirSync(folder)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    );
    for (const [name, states] of this.states) {
      const id = listed.get(name) ?? null;
      const found = states.find((state) => (state?.id ?? null) === id);
      expect(found, `${name} is in none of its legal states`).not.toBe(undefined);
      if (id !== null) expect(docId(readFileSync(path.join(folder, name)))).toBe(id);
      for (const state of states) {
        if (state === null) continue;
        const answer = await node.search(this.tenant, state.word);
        expect(answer?.status).toBe(200);
        expect(wordsOf(answer as Reply, state)).toEqual(state === found ? [name] : []);
      }
      this.states.set(name, [found ?? null]);
    }
  }

  private newVersion(): { version: Version; bytes: Buffer } {
    const word = `낱말${this.tenant}${this.changes++}번`;
    const bytes = sheetWith(`${word} 예산`, '집행 잔액');
    return { version: { id: docId(bytes), word }, bytes };
  }

  /** Servers that are killed break off; nobody may get an error that is not told by a code. */
  readonly refusals: string[] = [];
  private note(answer: Reply | null): void {
    if (answer !== null) this.refusals.push(`${answer.status} ${answer.body?.reason}`);
  }
}

function wordsOf({ body }: Reply, { word }: Version): string[] {
  const hits = (body.hits as { filename: string; text: string }[]).filter(({ text }) => text.includes(`${word} `));
  return hits.map(({ filename }) => filename);
}
