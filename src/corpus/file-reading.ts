import type { FileHandle } from 'node:fs/promises';
import { lookAt } from './directory.ts';
import type { DiskFile } from './disk-file.ts';
import { pathText } from './disk-name.ts';
import { DocumentClosed, digestOf, piecesOf, withDocument } from './document-bytes.ts';
import { closedInfo, listingInfo } from './listing-info.ts';
import type { DocumentReader, FileToRead, ReadDocument } from './ports.ts';
import { freeName } from './unique-names.ts';

/** A document of a file on its way into the index, but for its class, which is decided last. */
export interface ListedDocument extends Pick<ReadDocument, 'docId' | 'chunks'> {
  readonly name: string;
  /** The name that rules match. */
  readonly plain: string;
  readonly info: string;
  readonly readable: boolean;
  readonly reason: ReadDocument['access']['reason'];
}

/** What is known of a file's bytes before its documents are. */
export interface FileBytes {
  readonly sha256: string;
  readonly signature: string;
  readonly began: number;
}

export interface FileReadingPorts {
  readonly reader: DocumentReader;
  readonly signal: AbortSignal;
  /** Whether the index already has the documents of these bytes: then they are not read again. */
  isKnown(sha256: string): boolean;
  isTaken(name: string): boolean;
  /** Called once before the documents. */
  begin(bytes: FileBytes, documents: number): void;
  put(document: ListedDocument): Promise<void>;
}

/** A signature that no file has: the next call finds that the file looks different, and reads it again. */
const MOVING = 'moving';
/** Codes of a file that is not there any more, or that a link or something else stands in for. */
const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);
/** Codes of a trouble that is the process's and not the file's. */
const OURS: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/** Reads one file of a tenant, whatever happens to it meanwhile. Gives null where it is gone, and its bytes otherwise. */
export async function readFile(file: DiskFile, path: Buffer, ports: FileReadingPorts): Promise<FileBytes | null> {
  if (file.closed !== null) return closedFile(file, file.closed, ports);
  try {
    // The reader got other bytes than we did: what stands there now is read as a copy, which nobody can change.
    return (
      (await withDocument(path, (handle) => readInPlace(file, path, handle, ports))) ??
      (await withDocument(path, (handle) => readCopy(file, handle, ports)))
    );
  } catch (error) {
    if (!(error instanceof DocumentClosed)) throw error;
    if (GONE.has(error.code)) return null;
    if (OURS.has(error.code)) throw error.cause;
    return closedFile(file, error.code, ports);
  }
}

/** Null where the bytes changed on their way to the reader, or could not be handed over. */
async function readInPlace(file: DiskFile, path: Buffer, handle: FileHandle, ports: FileReadingPorts): Promise<FileBytes | null> {
  const { signature, ...digest } = await digestOf(handle);
  const source = pathText(path);
  if (signature === null) return null;
  if (ports.isKnown(digest.sha256)) return { ...digest, signature };
  if (source === null) return null;
  const isChanged = async () =>
    (await lookAt(path, 'remote'))?.signature !== signature || (await digestOf(handle)).sha256 !== digest.sha256;
  return readDocuments(file, { ...digest, signature, file: source }, ports, isChanged);
}

/** Hands bytes to the reader and its documents on. Null where they are no longer the file's, as `isChanged` says. */
export async function readDocuments(
  file: DiskFile,
  bytes: FileBytes & { readonly file: string; readonly bytes: number },
  ports: FileReadingPorts,
  isChanged: () => Promise<boolean>,
): Promise<FileBytes | null> {
  const { sha256, signature, began } = bytes;
  const given: FileToRead = { file: bytes.file, sha256, bytes: bytes.bytes, filename: file.name };
  const reading = await ports.reader.read(given, ports.signal);
  try {
    const names = new Set<string>();
    for await (const document of reading.documents) {
      const { inner, access } = document;
      // So it also looks when the reader found bytes of another digest.
      if (inner === '' && access.reason === 'PARSER_FAILED' && (await isChanged())) return null;
      if (names.size === 0) ports.begin({ sha256, signature, began }, reading.count);
      await ports.put(listed(file, document, names, ports));
    }
    return { sha256, signature, began };
  } finally {
    reading.close();
  }
}

/** Bytes that do not stand still are read as they came: what was read is then at least one thing, told by its own digest. */
async function readCopy(file: DiskFile, handle: FileHandle, ports: FileReadingPorts): Promise<FileBytes | null> {
  const before = await digestOf(handle);
  const copy = await ports.reader.copy(piecesOf(handle));
  try {
    const signature = before.sha256 === copy.sha256 ? (before.signature ?? MOVING) : MOVING;
    return await readDocuments(file, { ...copy, signature, began: before.began }, ports, async () => false);
  } finally {
    await copy.remove();
  }
}

/** Lists a file whose bytes cannot be had. */
export async function closedFile(file: DiskFile, code: string, ports: FileReadingPorts): Promise<FileBytes> {
  const bytes = { sha256: '', signature: file.signature, began: Date.now() };
  ports.begin(bytes, 1);
  await ports.put({
    name: file.name,
    plain: file.plain,
    docId: '',
    info: closedInfo(code),
    chunks: [],
    readable: false,
    reason: 'PARSER_FAILED',
  });
  return bytes;
}

function listed(file: DiskFile, read: ReadDocument, names: Set<string>, ports: FileReadingPorts): ListedDocument {
  const inner = read.inner.normalize('NFC');
  const below = (parent: string) => (inner === '' ? parent : `${parent}/${inner}`);
  // A file's own name is nobody else's; a document in it may have that of a file which stands below it.
  const name = inner === '' ? file.name : freeName(below(file.name), (taken) => names.has(taken) || ports.isTaken(taken));
  names.add(name);
  const { access, docId, chunks } = read;
  return {
    name,
    plain: below(file.plain),
    docId,
    info: listingInfo(read),
    chunks: access.readable ? chunks : [],
    readable: access.readable,
    reason: access.reason,
  };
}
