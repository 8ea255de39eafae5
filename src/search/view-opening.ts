import { setImmediate } from 'node:timers/promises';
import { DocumentPostings } from './document-postings.ts';
import type { Embedder } from './embedding/embedder.ts';
import type { HeadRow, MarkedRow, Snapshot } from './engine/snapshot.ts';
import { DocumentRows } from './engine/wholeness.ts';
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

interface Tail {
  readonly postings: Map<string, DocumentPostings>;
  /** Documents of which rows of several writings are there. */
  readonly mixed: Set<string>;
}

/** What a table holds on one version; what the view before it already knew is not read again. */
export async function openView(
  snapshot: Snapshot,
  previous: IndexView | null,
  { embedder, loadTerms }: { readonly embedder: Embedder | null; readonly loadTerms: LoadTerms },
): Promise<IndexView> {
  const [{ heads, others }, rows, indexId] = await Promise.all([snapshot.heads(), snapshot.rows(), snapshot.indexId()]);
  const indexed = await snapshot.indexedHeads(heads.length);
  const told = heads.reduce((sum, { chunks }) => sum + chunks + 1, others);
  // Rows too many or too few: whose they are, only a look at all of them tells.
  const suspected = rows === told ? [...(previous?.state.mixed ?? [])] : undefined;
  const mixed = new Set((await snapshot.mixed(suspected)).map(({ name }) => name));
  const waiting = heads.filter(({ rowId }) => !indexed.has(rowId));
  const tail = await tailOf(snapshot, waiting, previous);
  return viewOf(snapshot, { heads, tail, mixed: new Set([...mixed, ...tail.mixed]) }, previous, async (holding) => ({
    embedder,
    engine: await engineStatistics(holding, indexId, previous, loadTerms),
  }));
}

/** The same, where it is known that nothing but the documents of some names was written since the view before. */
export async function advanceView(
  snapshot: Snapshot,
  previous: IndexView,
  names: ReadonlySet<string>,
  loadTerms: LoadTerms,
): Promise<IndexView> {
  const { embedder, engine: before } = previous.state;
  const { heads } = await snapshot.heads([...names]);
  // What was just written is in no index; what was not, is where it was.
  const tail = await tailOf(snapshot, heads, previous);
  const isOther = (name: string) => !names.has(name);
  const mixed = new Set([...[...previous.state.mixed].filter(isOther), ...tail.mixed]);
  const others = new Map([...previous.documents].filter(([name]) => isOther(name)));
  for (const [name, postings] of previous.state.tail) if (isOther(name)) tail.postings.set(name, postings);
  return viewOf(
    snapshot,
    { heads, tail, mixed },
    previous,
    async (holding) => ({
      embedder,
      engine: await engineStatistics(holding, before.indexId, previous, loadTerms, names),
    }),
    others,
  );
}

/** The same view without some documents that turned out to be mixed: whoever looks for them finds them missing. */
export function viewWithout({ state }: IndexView, names: ReadonlySet<string>): IndexView {
  const { snapshot, engine: before, embedder } = state;
  const documents = new Map([...state.documents].filter(([name]) => !names.has(name)));
  const tail = new Map([...state.tail].filter(([name]) => !names.has(name)));
  const holding = { snapshot, documents, tail };
  const engine = new EngineStatistics({ ...ofIndex(holding, before.indexId), words: null, before });
  return new IndexView({ ...holding, engine, embedder, mixed: new Set([...state.mixed, ...names]) });
}

/** A mixed document is none: it is left out, so that it is read and written anew. */
async function viewOf(
  snapshot: Snapshot,
  found: { readonly heads: readonly HeadRow[]; readonly tail: Tail; readonly mixed: ReadonlySet<string> },
  previous: IndexView | null,
  more: (holding: Holding) => Promise<Pick<ViewState, 'embedder' | 'engine'>>,
  others: ReadonlyMap<string, ViewedDocument> = new Map(),
): Promise<IndexView> {
  const { mixed } = found;
  const whole = found.heads.filter(({ name }) => !mixed.has(name));
  const documents = new Map([...others, ...(await viewedDocuments(snapshot, whole, previous))]);
  const tail = new Map([...found.tail.postings].filter(([name]) => !mixed.has(name)));
  const holding = { snapshot, documents, tail };
  return new IndexView({ ...holding, ...(await more(holding)), mixed });
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

async function tailOf(snapshot: Snapshot, heads: readonly HeadRow[], previous: IndexView | null): Promise<Tail> {
  const postings = new Map<string, DocumentPostings>();
  const unread = new Map<string, DocumentRows>();
  for (const head of heads) {
    const { name, rowId } = head;
    const known = previous?.state.tail.get(name);
    // Rows that were moved since have other ids.
    if (known !== undefined && previous?.documents.get(name)?.rowId === rowId) {
      postings.set(name, known);
      continue;
    }
    const rows = unread.get(name) ?? new DocumentRows();
    unread.set(name, rows);
    rows.addHead(head);
  }
  // Of what is known it is only looked whether somebody wrote rows beside it.
  const mixed = new Set((await snapshot.mixed([...postings.keys()])).map(({ name }) => name));
  const read = await readPostings(snapshot, [...unread.keys()], (row) => unread.get(row.name)?.add(row));
  for (const [name, rows] of unread) {
    // One that is known by another head has two.
    if (!rows.isWhole || postings.has(name)) mixed.add(name);
    // One without chunks has no terms.
    postings.set(name, read.get(name) ?? DocumentPostings.of([]));
  }
  return { postings, mixed };
}

async function readPostings(
  snapshot: Snapshot,
  names: readonly string[],
  seen: (row: MarkedRow) => void = () => {},
): Promise<Map<string, DocumentPostings>> {
  const read = new Map<string, DocumentPostings>();
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
    const rows = new Map<string, MarkedRow[]>();
    for (const row of await snapshot.chunksOf(names.slice(from, from + NAMES_AT_ONCE))) {
      seen(row);
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
  const index = ofIndex(now, indexId);
  let words = previous === null ? null : await wordsAfter(previous, now, changed);
  if (words === null && index.readWords === null) {
    const dictionary = await loadTerms();
    if (dictionary !== null) words = await wordsOf(dictionary, now);
  }
  return new EngineStatistics({ ...index, words, before });
}

function ofIndex(now: Holding, indexId: string) {
  const isSmall = indexedChunks(now) <= READ_AT_ONCE;
  const readWords = isSmall ? (snapshot: Snapshot) => Words.read(snapshot, indexedDocuments(now)) : null;
  return { indexId, rows: indexedRows(now), readWords };
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
