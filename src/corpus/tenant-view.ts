import type { Acl } from '../model/document.ts';
import type { ListingEntry, Skipped } from '../model/listing.ts';
import { compareNames } from '../search/name-order.ts';
import type { AccessRules } from './access-rules.ts';
import type { DocumentSource } from './document-source.ts';
import { listingEntry, needsReview, reasonOf, skippedEntry } from './listing-info.ts';
import type { IndexedDocument, IndexSnapshot } from './ports.ts';

export interface Counts {
  readonly readable: number;
  readonly unreadable: number;
  /** Documents to look at once, the unreadable ones among them. */
  readonly needs_review: number;
  readonly chunks: number;
}

/** What one principal may see of a tenant, on one version of its index. What is hidden is in none of it. */
export class TenantView<S extends IndexSnapshot> {
  readonly tenant: string;
  readonly index: S;
  /** For every question to the index. */
  readonly classes: ReadonlySet<string>;
  private readonly sourceOf: (document: IndexedDocument) => DocumentSource | null;
  private readonly rules: AccessRules;
  private readonly plainName: (document: IndexedDocument) => string;
  private sorted: readonly IndexedDocument[] | null = null;
  private summed: Counts | null = null;
  private unread: readonly Skipped[] | null = null;

  constructor(given: {
    readonly tenant: string;
    readonly sourceOf: (document: IndexedDocument) => DocumentSource | null;
    readonly index: S;
    readonly rules: AccessRules;
    readonly classes: ReadonlySet<string>;
    readonly plainName: (document: IndexedDocument) => string;
  }) {
    this.tenant = given.tenant;
    this.sourceOf = given.sourceOf;
    this.index = given.index;
    this.rules = given.rules;
    this.classes = given.classes;
    this.plainName = given.plainName;
  }

  /** In the order of their names. */
  get documents(): readonly IndexedDocument[] {
    this.sorted ??= [...this.visible()].sort((a, b) => compareNames(a.name, b.name));
    return this.sorted;
  }

  get counts(): Counts {
    this.summed ??= countsOf(this.visible());
    return this.summed;
  }

  /** The documents that could not be read, in the order of their names. */
  get skipped(): readonly Skipped[] {
    // Sorting all names of a large tenant takes longer than a search.
    this.unread ??= [...this.visible()]
      .filter((document) => reasonOf(document) !== null)
      .sort((a, b) => compareNames(a.name, b.name))
      .map(skippedEntry);
    return this.unread;
  }

  /** One at a time: the structure of a document is large, and a tenant may have many thousand. */
  *listing(): Generator<ListingEntry> {
    for (const document of this.documents) yield listingEntry(document);
  }

  /** Where the bytes of a visible document are. */
  source(name: string): DocumentSource | null {
    const document = this.index.documents.get(name);
    return document !== undefined && this.maySee(document) ? this.sourceOf(document) : null;
  }

  /** The last word on whether something may be shown, whatever class it was found under. */
  sees(name: string): boolean {
    const document = this.index.documents.get(name);
    return document !== undefined && this.maySee(document);
  }

  /** Of a document that may be seen; null for any other. */
  acl(name: string): Acl | null {
    const document = this.index.documents.get(name);
    return document !== undefined && this.maySee(document) ? this.rules.acl(this.plainName(document)) : null;
  }

  private *visible(): Generator<IndexedDocument> {
    for (const document of this.index.documents.values()) if (this.maySee(document)) yield document;
  }

  private maySee(document: IndexedDocument): boolean {
    return this.classes.has(document.cls) && this.classes.has(this.rules.classOf(this.plainName(document)));
  }
}

function countsOf(documents: Iterable<IndexedDocument>): Counts {
  const counts = { readable: 0, unreadable: 0, needs_review: 0, chunks: 0 };
  for (const document of documents) {
    if (reasonOf(document) === null) counts.readable++;
    else counts.unreadable++;
    if (needsReview(document)) counts.needs_review++;
    counts.chunks += document.chunks;
  }
  return counts;
}
