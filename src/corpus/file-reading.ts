import type { FileHandle } from 'node:fs/promises';
import { DirectoryClosed } from './directory.ts';
import { pathText } from './disk-name.ts';
import { type Digest, digestOf, piecesOf, withDocument } from './document-bytes.ts';
import { closedInfo, listingInfo } from './listing-info.ts';
import type { DocumentReader, FileToRead, ReadDocument } from './ports.ts';
import type { DiskFile } from './tenant-folder.ts';
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

/** Reads one file of a tenant, whatever happens to it meanwhile. Gives null where it is gone, and its bytes otherwise. */
export async function readFile(file: DiskFile, path: Buffer, ports: FileReadingPorts): Promise<FileBytes | null> {
  if (file.closed !== null) return closedFile(file, file.closed, ports);
  try {
    return await withDocument(path, (handle) => readOpen(file, path, handle, ports));
  } catch (error) {
    if (error instanceof DirectoryClosed) return null;
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENXIO') return null;
    // Only what opening or reading this very file gave; anything else is no fault of the file.
    if ((syscall !== 'open' && syscall !== 'read') || code === 'EMFILE' || code === 'ENFILE') throw error;
    return closedFile(file, code ?? 'unknown', ports);
  }
}

async function readOpen(file: DiskFile, path: Buffer, handle: FileHandle, ports: FileReadingPorts): Promise<FileBytes> {
  const digest = await digestOf(handle);
  if (digest.signature !== null && ports.isKnown(digest.sha256)) return { ...digest, signature: digest.signature };
  const text = pathText(path);
  if (digest.signature !== null && text !== null) {
    const read = await readDocuments(file, { ...digest, signature: digest.signature }, text, handle, ports);
    if (read !== null) return read;
  }
  return readCopy(file, handle, ports);
}

/** Null where the reader got other bytes than we did. */
async function readDocuments(
  file: DiskFile,
  bytes: Digest & FileBytes,
  source: string,
  handle: FileHandle | null,
  ports: FileReadingPorts,
): Promise<FileBytes | null> {
  const { sha256, signature, began } = bytes;
  const given: FileToRead = { file: source, sha256, bytes: bytes.bytes, filename: file.name };
  const reading = await ports.reader.read(given, ports.signal);
  try {
    const names = new Set<string>();
    let begun = false;
    for await (const document of reading.documents) {
      if (document.inner === '' && document.access.reason === 'PARSER_FAILED' && handle !== null) {
        if ((await digestOf(handle)).sha256 !== sha256) return null;
      }
      if (!begun) ports.begin({ sha256, signature, began }, reading.count);
      begun = true;
      await ports.put(listed(file, document, names, ports));
    }
    return { sha256, signature, began };
  } finally {
    reading.close();
  }
}

/** Bytes that do not stand still are read as they came; what was read is then at least one thing, told by its own digest. */
async function readCopy(file: DiskFile, handle: FileHandle, ports: FileReadingPorts): Promise<FileBytes> {
  const began = Date.now();
  const before = await digestOf(handle);
  const copy = await ports.reader.copy(piecesOf(handle));
  try {
    const still = before.signature !== null && before.sha256 === copy.sha256;
    const bytes = { sha256: copy.sha256, bytes: copy.bytes, signature: still ? (before.signature as string) : MOVING, began };
    return (await readDocuments(file, bytes, copy.file, null, ports)) ?? bytes;
  } finally {
    await copy.remove();
  }
}

async function closedFile(file: DiskFile, code: string, ports: FileReadingPorts): Promise<FileBytes> {
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
  const name = freeName(below(file.name), (taken) => names.has(taken) || ports.isTaken(taken));
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
