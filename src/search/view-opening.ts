import { setImmediate } from 'node:timers/promises';
import { DocumentPostings } from './document-postings.ts';
import type { Embedder } from './embedding/embedder.ts';
import type { ChunkRow, HeadRow, Snapshot } from './engine/snapshot.ts';
import { type Change, EngineStatistics } from './engine-statistics.ts';
import { IndexView, type ViewedDocument } from './index-view.ts';

/** So many documents' chunks are read at once. */
const NAMES_AT_ONCE = 200;
/** Past so many chunks it is cheaper to ask the engine again than to work out what changed. */
const CHANGED_CHUNKS = 2000;

/** What a table holds on one version; what the view before it already knew is not read again. */
export async function openView(snapshot: Snapshot, previous: IndexView | null, embedder: Embedder | null): Promise<IndexView> {
  const [heads, indexId] = await Promise.all([snapshot.heads(), snapshot.indexId()]);
  const indexed = await snapshot.indexedHeads(heads.length);
  const documents = await viewedDocuments(snapshot, heads, previous);
  const waiting = heads.filter(({ rowId, chunks }) => chunks > 0 && !indexed.has(rowId)).map(({ name }) => name);
  const tail = await tailOf(snapshot, waiting, documents, previous);
  const engine = await engineStatistics({ documents, tail, indexId }, previous);
  return new IndexView({ snapshot, documents, tail, engine, embedder });
}

/** The same, where it is known that nothing but the documents of some names was written since the view before. */
export async function advanceView(snapshot: Snapshot, previous: IndexView, names: ReadonlySet<string>): Promise<IndexView> {
  const { embedder, engine: before } = previous.state;
  const documents = new Map(previous.documents);
  for (const name of names) documents.delete(name);
  const heads = await snapshot.heads([...names]);
  for (const [name, document] of await viewedDocuments(snapshot, heads, previous)) documents.set(name, document);
  // What was just written is in no index; what was not, is where it was.
  const waiting = heads.filter(({ chunks }) => chunks > 0).map(({ name }) => name);
  const others = [...previous.state.tail].filter(([name]) => !names.has(name));
  const tail = new Map([...others, ...(await tailOf(snapshot, waiting, documents, previous))]);
  const engine = await engineStatistics({ documents, tail, indexId: before.indexId }, previous, names);
  return new IndexView({ snapshot, documents, tail, engine, embedder });
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
  for (const [name, postings] of await readPostings(snapshot, unread)) tail.set(name, postings);
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

interface Indexed {
  readonly documents: ReadonlyMap<string, ViewedDocument>;
  readonly tail: ReadonlyMap<string, DocumentPostings>;
  readonly indexId: string;
}

/** Carries over what is known of the engine's terms, with the difference that documents make which came or went. */
async function engineStatistics(
  now: Indexed,
  previous: IndexView | null,
  changed?: ReadonlySet<string>,
): Promise<EngineStatistics> {
  const { indexId } = now;
  if (previous === null) return new EngineStatistics(indexId);
  const { engine, tail } = previous.state;
  const before: Indexed = { documents: previous.documents, tail, indexId };
  const gone: ViewedDocument[] = [];
  const come: ViewedDocument[] = [];
  for (const name of changed ?? new Set([...before.documents.keys(), ...now.documents.keys()])) {
    const [was, is] = [indexedDocument(before, name), indexedDocument(now, name)];
    if (was?.wid === is?.wid && was?.cls === is?.cls) continue;
    if (was) gone.push(was);
    if (is) come.push(is);
  }
  if (gone.length === 0 && come.length === 0 && indexId === engine.indexId) return engine;
  // Only what was in the tail before is known well enough to be added.
  const isKnown = come.every(({ name, wid, cls }) => {
    const waited = tail.has(name) ? before.documents.get(name) : undefined;
    return waited?.wid === wid && waited.cls === cls;
  });
  if (!isKnown || gone.reduce((sum, { chunks }) => sum + chunks, 0) > CHANGED_CHUNKS) return new EngineStatistics(indexId);
  try {
    const postings = await readPostings(
      previous.state.snapshot,
      gone.map(({ name }) => name),
    );
    const changes: Change[] = [];
    for (const { name, cls } of gone) pushChange(changes, postings.get(name), cls, -1);
    for (const { name, cls } of come) pushChange(changes, tail.get(name), cls, 1);
    return engine.after(changes, indexId);
  } catch {
    // The version before was already cleaned away: what it held is asked anew.
    return new EngineStatistics(indexId);
  }
}

/** The document of that name, if its chunks are in the full-text index. */
function indexedDocument({ documents, tail }: Indexed, name: string): ViewedDocument | undefined {
  const document = documents.get(name);
  return document === undefined || document.chunks === 0 || tail.has(name) ? undefined : document;
}

function pushChange(changes: Change[], postings: DocumentPostings | undefined, cls: string, sign: 1 | -1): void {
  if (postings !== undefined) changes.push({ cls, sign, frequencies: () => postings.frequencies() });
}
