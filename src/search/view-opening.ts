import { setImmediate } from 'node:timers/promises';
import { DocumentPostings } from './document-postings.ts';
import type { Embedder } from './embedding/embedder.ts';
import type { ChunkRow, HeadRow, Snapshot } from './engine/snapshot.ts';
import { EngineStatistics } from './engine-statistics.ts';
import { IndexView, type ViewedDocument, type ViewState } from './index-view.ts';
import type { TermDictionary } from './term-dictionary.ts';
import { type Change, Words } from './words.ts';

/** So many documents' chunks are read at once. */
const NAMES_AT_ONCE = 200;
/** Past so many chunks it is cheaper to make a dictionary anew than to read what changed. */
const CHANGED_CHUNKS = 2000;

/** So many chunks are read for a dictionary in the time of a question. */
const READ_AT_ONCE = 2000;

/** Where a dictionary may be that was made before. */
export type LoadTerms = () => Promise<TermDictionary | null>;

type Holding = Pick<ViewState, 'snapshot' | 'documents' | 'tail'>;

/** What a table holds on one version; what the view before it already knew is not read again. */
export async function openView(
  snapshot: Snapshot,
  previous: IndexView | null,
  { embedder, loadTerms }: { readonly embedder: Embedder | null; readonly loadTerms: LoadTerms },
): Promise<IndexView> {
  const [heads, indexId] = await Promise.all([snapshot.heads(), snapshot.indexId()]);
  const indexed = await snapshot.indexedHeads(heads.length);
  const documents = await viewedDocuments(snapshot, heads, previous);
  const waiting = heads.filter(({ rowId }) => !indexed.has(rowId)).map(({ name }) => name);
  const tail = await tailOf(snapshot, waiting, documents, previous);
  const engine = await engineStatistics({ snapshot, documents, tail }, indexId, previous, loadTerms);
  return new IndexView({ snapshot, documents, tail, engine, embedder });
}

/** The same, where it is known that nothing but the documents of some names was written since the view before. */
export async function advanceView(
  snapshot: Snapshot,
  previous: IndexView,
  names: ReadonlySet<string>,
  loadTerms: LoadTerms,
): Promise<IndexView> {
  const { embedder, engine: before } = previous.state;
  const documents = new Map(previous.documents);
  for (const name of names) documents.delete(name);
  const heads = await snapshot.heads([...names]);
  for (const [name, document] of await viewedDocuments(snapshot, heads, previous)) documents.set(name, document);
  // What was just written is in no index; what was not, is where it was.
  const waiting = heads.map(({ name }) => name);
  const others = [...previous.state.tail].filter(([name]) => !names.has(name));
  const tail = new Map([...others, ...(await tailOf(snapshot, waiting, documents, previous))]);
  const engine = await engineStatistics({ snapshot, documents, tail }, before.indexId, previous, loadTerms, names);
  return new IndexView({ snapshot, documents, tail, engine, embedder });
}

/** By name, the documents with chunks that the full-text index knows. */
export function indexedDocuments({ documents, tail }: Pick<Holding, 'documents' | 'tail'>): Map<string, ViewedDocument> {
  return new Map([...documents].filter(([name, { chunks }]) => chunks > 0 && !tail.has(name)));
}

/** Whether its dictionary is read when it is needed, and not kept. */
export function isReadAtOnce({ state }: IndexView): boolean {
  return indexedChunks(state) <= READ_AT_ONCE;
}

async function viewedDocuments(snapshot: Snapshot, heads: readonly HeadRow[], previous: IndexView | null) {
  const documents = new Map<string, ViewedDocument>();
  const known = (head: HeadRow) => {
    const before = previous?.documents.get(head.name);
    return before?.wid === head.wid ? before.info : undefined;
  };
  const infos = await snapshot.infos(heads.filter((head) => known(head) === undefined).map(({ rowId }) => rowId));
  for (const head of heads) {
    documents.set(head.name, { ...head, info: known(head) ?? infos.get(head.rowId) ?? '' });
  }
  return documents;
}

async function tailOf(
  snapshot: Snapshot,
  names: readonly string[],
  documents: ReadonlyMap<string, ViewedDocument>,
  previous: IndexView | null,
): Promise<Map<string, DocumentPostings>> {
  const tail = new Map<string, DocumentPostings>();
  const unread: string[] = [];
  for (const name of names) {
    const postings = previous?.state.tail.get(name);
    // Rows that were moved since have other ids.
    if (postings !== undefined && previous?.documents.get(name)?.rowId === documents.get(name)?.rowId) tail.set(name, postings);
    else unread.push(name);
  }
  const read = await readPostings(snapshot, unread);
  // One without chunks has no terms.
  for (const name of unread) tail.set(name, read.get(name) ?? DocumentPostings.of([]));
  return tail;
}

async function readPostings(snapshot: Snapshot, names: readonly string[]): Promise<Map<string, DocumentPostings>> {
  const read = new Map<string, DocumentPostings>();
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
    const rows = new Map<string, ChunkRow[]>();
    for (const row of await snapshot.chunksOf(names.slice(from, from + NAMES_AT_ONCE))) {
      const list = rows.get(row.name);
      if (list === undefined) rows.set(row.name, [row]);
      else list.push(row);
    }
    for (const [name, list] of rows) {
      read.set(name, DocumentPostings.of(list));
      await setImmediate();
    }
  }
  return read;
}

/** Carries over what is known of terms, with the difference that documents make which came or went. */
async function engineStatistics(
  now: Holding,
  indexId: string,
  previous: IndexView | null,
  loadTerms: LoadTerms,
  changed?: ReadonlySet<string>,
): Promise<EngineStatistics> {
  const before = previous?.state.engine ?? null;
  const isSmall = indexedChunks(now) <= READ_AT_ONCE;
  let words = previous === null ? null : await wordsAfter(previous, now, changed);
  if (words === null && !isSmall) {
    const dictionary = await loadTerms();
    if (dictionary !== null) words = await wordsOf(dictionary, now);
  }
  const readWords = isSmall ? (snapshot: Snapshot) => Words.read(snapshot, indexedDocuments(now)) : null;
  return new EngineStatistics({ indexId, rows: indexedRows(now), words, readWords, before });
}

/** What the view before knew, with what changed since; null where that is not known, or too much. */
async function wordsAfter(previous: IndexView, now: Holding, names?: ReadonlySet<string>): Promise<Words | null> {
  const { engine } = previous.state;
  if (engine.words === null) return null;
  const gone: ViewedDocument[] = [];
  const come: ViewedDocument[] = [];
  for (const name of names ?? new Set([...previous.documents.keys(), ...now.documents.keys()])) {
    const [was, is] = [indexedDocument(previous.state, name), indexedDocument(now, name)];
    if (was?.wid === is?.wid && was?.cls === is?.cls) continue;
    if (was) gone.push(was);
    if (is) come.push(is);
  }
  const changes = await changesBy({ gone, from: previous.state }, { come, to: now }, previous.state);
  return changes && engine.wordsAfter(changes);
}

/** A dictionary that was made of other documents, maybe; null where what it holds too much cannot be told. */
export async function wordsOf(dictionary: TermDictionary, now: Holding): Promise<Words | null> {
  const gone: ViewedDocument[] = [];
  const come: ViewedDocument[] = [];
  const byWriting = new Map([...now.documents.values()].map((document) => [document.wid, document]));
  for (const [wid, cls] of dictionary.documents) {
    const document = byWriting.get(wid);
    if (document === undefined) return null;
    // It is there, but in another class, or no longer indexed.
    if (document.cls !== cls || now.tail.has(document.name)) gone.push({ ...document, cls });
  }
  for (const document of indexedDocuments(now).values())
    if (dictionary.documents.get(document.wid) !== document.cls) come.push(document);
  const changes = await changesBy({ gone, from: now }, { come, to: now }, now);
  return changes && new Words(dictionary).after(changes);
}

/** Null where it is too much to be read, or gone. */
async function changesBy(
  { gone, from }: { readonly gone: readonly ViewedDocument[]; readonly from: Holding },
  { come, to }: { readonly come: readonly ViewedDocument[]; readonly to: Holding },
  waiting: Holding,
): Promise<Change[] | null> {
  // What waits, or waited, for the index is known already.
  const known = ({ name, wid }: ViewedDocument) =>
    waiting.documents.get(name)?.wid === wid ? waiting.tail.get(name) : undefined;
  const unread = (documents: readonly ViewedDocument[]) => documents.filter((document) => known(document) === undefined);
  const names = (documents: readonly ViewedDocument[]) => unread(documents).map(({ name }) => name);
  if ([...unread(gone), ...unread(come)].reduce((sum, { chunks }) => sum + chunks, 0) > CHANGED_CHUNKS) return null;
  try {
    const left = await readPostings(from.snapshot, names(gone));
    const entered = await readPostings(to.snapshot, names(come));
    const changes = (documents: readonly ViewedDocument[], sign: 1 | -1, read: ReadonlyMap<string, DocumentPostings>) =>
      documents.map((document) => ({
        cls: document.cls,
        sign,
        postings: known(document) ?? (read.get(document.name) as DocumentPostings),
      }));
    return [...changes(gone, -1, left), ...changes(come, 1, entered)];
  } catch {
    // The version before was already cleaned away: what it held is read anew.
    return null;
  }
}

/** The document of that name, if its chunks are in the full-text index. */
function indexedDocument({ documents, tail }: Pick<Holding, 'documents' | 'tail'>, name: string): ViewedDocument | undefined {
  const document = documents.get(name);
  return document === undefined || document.chunks === 0 || tail.has(name) ? undefined : document;
}

function indexedChunks({ documents, tail }: Pick<Holding, 'documents' | 'tail'>): number {
  let sum = 0;
  for (const { name, chunks } of documents.values()) if (!tail.has(name)) sum += chunks;
  return sum;
}

/** A row for each chunk and one for each document. */
function indexedRows({ documents, tail }: Pick<Holding, 'documents' | 'tail'>): number {
  let sum = 0;
  for (const { name, chunks } of documents.values()) if (!tail.has(name)) sum += chunks + 1;
  return sum;
}
