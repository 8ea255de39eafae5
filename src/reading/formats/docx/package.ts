import type { Budget } from '../../container/budget.ts';
import { childrenOf, decodeXml, parseXmlTree, type XmlElement } from '../../container/xml.ts';
import type { ZipArchive, ZipEntry } from '../../container/zip.ts';
import { Unreadable } from '../../unreadable.ts';

export interface Relationship {
  readonly id: string;
  /** Last segment of the type's address: transitional, strict and Microsoft's own addresses differ only before it. */
  readonly kind: string;
  /** Name of the part, without the leading slash. */
  readonly part: string;
}

const MAIN_CONTENT = /(wordprocessingml|ms-word)\.(document|template)[.\w]*main\+xml$/i;

/** An opened package (ECMA-376 part 2): parts by name and the relationships between them. Nothing outside it is read. */
export class DocxPackage {
  readonly budget: Budget;
  private readonly archive: ZipArchive;
  private readonly entries = new Map<string, ZipEntry>();
  private readonly related = new Map<string, Relationship[]>();

  constructor(archive: ZipArchive, budget: Budget) {
    this.archive = archive;
    this.budget = budget;
    for (const entry of archive.entries) {
      const key = partKey(entry.name);
      if (!entry.directory && !this.entries.has(key)) this.entries.set(key, entry);
    }
  }

  has(part: string): boolean {
    return this.entries.has(partKey(part));
  }

  /** The part's XML as text. Throws CORRUPTED where the part is missing. */
  source(part: string): string {
    const entry = this.entries.get(partKey(part));
    if (!entry) throw new Unreadable('CORRUPTED');
    return decodeXml(this.archive.read(entry));
  }

  tree(part: string): XmlElement {
    return parseXmlTree(this.source(part), this.budget);
  }

  /** What stands in the part's relationships; targets outside the package are left out, for they are never followed. */
  relationships(part: string): readonly Relationship[] {
    const known = this.related.get(part);
    if (known) return known;
    const out: Relationship[] = [];
    const slash = part.lastIndexOf('/') + 1;
    const rels = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
    if (this.has(rels)) {
      for (const element of childrenOf(this.tree(rels), 'Relationship')) {
        const { Id, Type, Target, TargetMode } = element.attributes;
        if (!Id || !Type || !Target || TargetMode === 'External') continue;
        out.push({ id: Id, kind: Type.slice(Type.lastIndexOf('/') + 1), part: resolve(part, Target) });
      }
    }
    this.related.set(part, out);
    return out;
  }

  /** The part that a relationship of this kind leads to; that the package holds it is not certain. */
  relatedPart(part: string, kind: string): string | undefined {
    return this.relationships(part).find((relationship) => relationship.kind === kind)?.part;
  }

  partById(part: string, id: string | undefined): string | undefined {
    return this.relationships(part).find((relationship) => relationship.id === id)?.part;
  }

  /** The main document: by relationship, else by its declared content type, else by the name that all writers use. */
  mainPart(): string {
    const related = this.relatedPart('', 'officeDocument');
    if (related !== undefined && this.has(related)) return related;
    if (this.has('[Content_Types].xml')) {
      for (const override of childrenOf(this.tree('[Content_Types].xml'), 'Override')) {
        const { PartName, ContentType } = override.attributes;
        if (PartName && ContentType && MAIN_CONTENT.test(ContentType) && this.has(PartName)) return PartName.replace(/^\/+/, '');
      }
    }
    if (this.has('word/document.xml')) return 'word/document.xml';
    throw new Unreadable('CORRUPTED');
  }
}

/** Part names are compared without regard to case; some writers use backslashes, a leading slash or percent signs. */
function partKey(name: string): string {
  let out = name.replaceAll('\\', '/');
  while (out.startsWith('/')) out = out.slice(1);
  if (out.includes('%')) {
    try {
      out = decodeURIComponent(out);
    } catch {
      // Not an escape: the name means itself.
    }
  }
  return out.normalize('NFC').toLowerCase();
}

/** A target is relative to the folder of the part that names it; it cannot leave the package. */
function resolve(from: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const folders = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..') folders.pop();
    else folders.push(step);
  }
  return folders.join('/');
}
