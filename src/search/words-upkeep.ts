import type { Log } from '../shared/log.ts';
import type { Database } from './engine/database.ts';
import { dropTerms, keepTerms, readTerms } from './engine/kept-terms.ts';
import type { IndexView } from './index-view.ts';
import type { TermDictionary } from './term-dictionary.ts';
import { indexedDocuments, isReadAtOnce, wordsOf } from './view-opening.ts';
import { Words } from './words.ts';

/** A dictionary that takes long to read is read no sooner than so many times that after the last. */
const COST = 20;
/** Changes since it was made with which a dictionary is made one with them. */
const MANY_CHANGES = 100;

/** Keeps the dictionary of a large table beside it. Nothing waits for it: without a dictionary questions take longer, that is all. */
export class WordsUpkeep {
  private readonly database: Database;
  private readonly name: string;
  private readonly log: Log;
  /** The last one that was read, made or kept; undefined before the first. */
  private dictionary: TermDictionary | null | undefined;
  private working: Promise<void> = Promise.resolve();
  private notBefore = 0;
  private readonly ending = new AbortController();

  constructor({ database, name, log }: { readonly database: Database; readonly name: string; readonly log: Log }) {
    this.database = database;
    this.name = name;
    this.log = log;
  }

  /** The one that is there. */
  async load(): Promise<TermDictionary | null> {
    if (this.dictionary === undefined) {
      this.dictionary = await readTerms(this.database, this.name).catch((error: unknown) => {
        this.log.warn({ error: String(error) }, 'a dictionary cannot be read');
        return null;
      });
    }
    return this.dictionary;
  }

  /** Whether there is something to do that is worth its while now. */
  isDue(view: IndexView): boolean {
    const { words } = view.state.engine;
    if (isReadAtOnce(view) || performance.now() < this.notBefore) return false;
    return words === null || words.changed >= MANY_CHANGES;
  }

  /** A dictionary of what the view holds, kept beside the table. `current`: the view that is the newest by then. */
  run(view: IndexView, current: () => IndexView | null): Promise<void> {
    return this.afterOthers(async () => {
      if (isReadAtOnce(view)) return;
      const began = performance.now();
      const documents = indexedDocuments(view.state);
      const { engine, snapshot } = view.state;
      const words = engine.words ?? (await Words.read(snapshot, documents, this.ending.signal));
      await this.keep(await words.joined(new Map([...documents.values()].map(({ wid, cls }) => [wid, cls]))));
      this.notBefore = performance.now() + (performance.now() - began) * COST;
      engine.learn(new Words(this.dictionary as TermDictionary));
      const newest = current();
      if (newest === null || newest === view || newest.state.engine.words !== null) return;
      const after = await wordsOf(this.dictionary as TermDictionary, newest.state);
      if (after !== null) newest.state.engine.learn(after);
    });
  }

  /** Nothing of what is not in the view stays on the disk. */
  forget(): Promise<void> {
    return this.afterOthers(async () => {
      await dropTerms(this.database, this.name);
      this.dictionary = null;
    });
  }

  /** What takes long is left undone. */
  stop(): void {
    this.ending.abort();
  }

  /** Before the table is closed: what the process knows of the newest version, the next one need not find out. */
  async close(newest: IndexView | null): Promise<void> {
    await this.working.catch(() => {});
    const words = newest?.state.engine.words ?? null;
    if (newest === null || words === null || words.changed === 0) return;
    await this.run(newest, () => null).catch((error: unknown) =>
      this.log.warn({ error: String(error) }, 'a dictionary cannot be kept'),
    );
  }

  private async keep(dictionary: TermDictionary): Promise<void> {
    if (dictionary === this.dictionary) return;
    this.dictionary = dictionary;
    await keepTerms(this.database, this.name, dictionary).catch((error: unknown) =>
      this.log.warn({ error: String(error) }, 'a dictionary cannot be kept'),
    );
  }

  private afterOthers(work: () => Promise<void>): Promise<void> {
    const done = this.working.catch(() => {}).then(work);
    this.working = done;
    return done;
  }
}
