import { RequestProblem } from '../../contract/errors.ts';
import type { SourceFile } from '../../parsing/page-images.ts';
import type { Bucket } from '../../storage/bucket.ts';
import { StoreFailed } from '../../storage/object-store.ts';
import { AccessRules } from '../access-rules.ts';
import type { DiskFile } from '../disk-file.ts';
import { diskName, isListed, isRulesName } from '../disk-name.ts';
import { type Changes, type DocumentFolder, FolderGone, type StoreOptions } from '../document-folder.ts';
import { closedFile, type FileBytes, type FileReadingPorts, readDocuments } from '../file-reading.ts';
import { ListedFiles } from '../listed-files.ts';
import type { DocumentReader } from '../ports.ts';
import { readProblem, writeProblem } from '../storage-problem.ts';
import { BucketRules } from './bucket-rules.ts';

interface Listing {
  /** Documents, by path. */
  readonly documents: ReadonlyMap<string, { readonly signature: string; readonly size: number }>;
  /** Keys of whatever kind. */
  readonly keys: number;
  readonly rulesTag: string | null;
  /** Rules are there under a name that is not quite theirs. */
  readonly misnamedRules: boolean;
  readonly at: number;
}

const RULES = 'ACL.json';
/** A call that had to wait for its files asks for the rules again: they may have changed since it listed. */
const RULES_MS = 1000;
/** By which a store says that an object is not ours to read, or not at hand, and not that we are not known to it. */
const REFUSED: ReadonlySet<string> = new Set(['AccessDenied', 'InvalidObjectState']);

/**
 * A tenant as a prefix of a bucket. Every look is one listing; an object's tag tells its states apart, and since a put is
 * atomic there is never half a file.
 */
export class BucketFolder implements DocumentFolder {
  readonly files: ReadonlyMap<string, DiskFile>;
  readonly follows = true;
  private readonly bucket: Bucket;
  private readonly root: string;
  private readonly gone: () => void;
  private readonly listed = new ListedFiles();
  private readonly rulesObject: BucketRules;
  private last: Listing | null = null;

  /** `root` is the name of the tenant as it stands in keys; `gone` is told when nothing is below it any more. */
  constructor(bucket: Bucket, root: string, gone: () => void) {
    this.bucket = bucket;
    this.root = root;
    this.gone = gone;
    this.files = this.listed.files;
    this.rulesObject = new BucketRules(bucket, `${root}/${RULES}`);
  }

  async look(): Promise<Changes> {
    // Whole before any of it counts: a listing that breaks off is no removal.
    const listing = await this.list();
    if (listing.keys === 0) {
      this.gone();
      throw new FolderGone();
    }
    this.last = listing;
    const { documents } = listing;
    for (const path of [...this.files.keys()]) if (!documents.has(path)) this.listed.forget(path);
    for (const [path, { signature, size }] of documents) this.listed.enter({ path, signature, size, ctimeMs: 0, closed: null });
    return this.listed.takeChanges();
  }

  /** Nothing is reported, so that nothing can be missing. */
  async audit(): Promise<number> {
    return 0;
  }

  fileNamed(name: string): DiskFile | null {
    return this.listed.named(name);
  }

  async signatures(paths: readonly string[]): Promise<Map<string, string>> {
    const { documents } = await this.list();
    return new Map(
      paths.flatMap((path) => {
        const document = documents.get(path);
        return document === undefined ? [] : [[path, document.signature] as const];
      }),
    );
  }

  async rules(): Promise<AccessRules> {
    const { last } = this;
    const recent = last !== null && performance.now() - last.at < RULES_MS;
    const rules = await this.rulesObject.load(recent ? last.rulesTag : undefined);
    // Somebody meant to restrict, and the name is not quite right: nothing is shown rather than everything.
    return rules === AccessRules.PUBLIC && last?.misnamedRules ? AccessRules.LOCKED : rules;
  }

  /** What was read carries the tag that came with its bytes: where the listing showed another, the next one tells. */
  async read(file: DiskFile, ports: FileReadingPorts): Promise<FileBytes | null> {
    const began = Date.now();
    const object = await this.bucket.open(this.key(file.path)).catch((error) => {
      if (error instanceof StoreFailed && REFUSED.has(error.what)) return 'refused' as const;
      throw error;
    });
    if (object === 'refused') return closedFile(file, 'EACCES', ports);
    if (object === null) return null;
    const copy = await ports.reader.copy(object.pieces);
    try {
      const bytes = { sha256: copy.sha256, signature: signatureOf(object.tag, copy.bytes), began };
      if (ports.isKnown(copy.sha256)) return bytes;
      return await readDocuments(file, { ...bytes, file: copy.file, bytes: copy.bytes }, ports, async () => false);
    } finally {
      await copy.remove();
    }
  }

  source(path: string, reader: DocumentReader): SourceFile {
    return async () => {
      try {
        const object = await this.bucket.open(this.key(path));
        return object === null ? null : await reader.copy(object.pieces);
      } catch (error) {
        throw readProblem(error);
      }
    };
  }

  async store(path: string, file: string, { replace }: StoreOptions): Promise<void> {
    try {
      if (!(await this.bucket.putFile(this.key(path), file, { replace }))) throw new RequestProblem('FILE_EXISTS');
    } catch (error) {
      throw writeProblem(error);
    }
  }

  /** The store does not say whether there was anything to remove: whoever calls has just looked. */
  async remove(path: string): Promise<void> {
    try {
      // With its last object the tenant itself would go.
      if ((this.last?.keys ?? 0) <= 1) await this.bucket.putIfAbsent(`${this.root}/`, new Uint8Array());
      await this.bucket.remove(this.key(path));
    } catch (error) {
      throw writeProblem(error);
    }
  }

  close(): void {}

  private key(path: string): string {
    return `${this.root}/${Buffer.from(path, 'latin1').toString('utf8')}`;
  }

  private async list(): Promise<Listing> {
    const at = performance.now();
    const documents = new Map<string, { readonly signature: string; readonly size: number }>();
    let keys = 0;
    let rulesTag: string | null = null;
    let misnamedRules = false;
    for await (const { key, tag, bytes } of this.bucket.list(`${this.root}/`)) {
      keys++;
      const path = diskName(key.slice(this.root.length + 1));
      if (this.files.has(path) || isDocument(path)) documents.set(path, { signature: signatureOf(tag, bytes), size: bytes });
      else if (path === RULES) rulesTag = tag;
      else if (isRulesName(firstPart(path))) misnamedRules = true;
    }
    return { documents, keys, rulesTag, misnamedRules, at };
  }
}

/** A key that ends in a slash is what some tools leave for a folder. */
function isDocument(path: string): boolean {
  return path !== '' && !path.endsWith('/') && path.split('/').every(isListed);
}

function firstPart(path: string): string {
  const slash = path.indexOf('/');
  return slash < 0 ? path : path.slice(0, slash);
}

/** Without blanks, as stamps want it. */
function signatureOf(tag: string, bytes: number): string {
  return `${encodeURIComponent(tag)}:${bytes}`;
}
