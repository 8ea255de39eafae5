import type { Budget } from '../../container/budget.ts';
import { decodeXml, parseXml, type XmlHandler, XmlReader } from '../../container/xml.ts';
import type { ZipArchive, ZipEntry } from '../../container/zip.ts';

export interface Relationship {
  readonly id: string;
  /** Last segment of the type's URI: the transitional and the strict namespaces differ only before it. */
  readonly type: string;
  /** Path of the part inside the package. */
  readonly target: string;
}

/** The parts of an Open Packaging container and the relationships between them. */
export class PackageParts {
  private readonly zip: ZipArchive;
  private readonly budget: Budget;
  private readonly byPath = new Map<string, ZipEntry>();

  constructor(zip: ZipArchive, budget: Budget) {
    this.zip = zip;
    this.budget = budget;
    // Part names compare without case (ECMA-376 part 2, 6.2.2.3), and some writers use backslashes.
    for (const entry of zip.entries) {
      const path = partKey(entry.name);
      if (!entry.directory && !this.byPath.has(path)) this.byPath.set(path, entry);
    }
  }

  has(path: string): boolean {
    return this.byPath.has(partKey(path));
  }

  /** Parses a part piece by piece. Returns false where the package has no such part. */
  async stream(path: string, handler: XmlHandler): Promise<boolean> {
    const entry = this.byPath.get(partKey(path));
    if (!entry) return false;
    const reader = new XmlReader(handler, this.budget);
    let decoder: InstanceType<typeof TextDecoder> | undefined;
    await this.zip.stream(entry, (chunk) => {
      decoder ??= new TextDecoder(encodingOf(chunk));
      reader.write(decoder.decode(chunk, { stream: true }));
    });
    if (decoder) reader.write(decoder.decode());
    reader.end();
    return true;
  }

  /** Parses a small part in one go. Returns false where the package has no such part. */
  parse(path: string, handler: XmlHandler): boolean {
    const entry = this.byPath.get(partKey(path));
    if (!entry) return false;
    parseXml(decodeXml(this.zip.read(entry)), handler, this.budget);
    return true;
  }

  /** Relationships of a part that lead to parts inside the package; '' for those of the package itself. */
  relationships(part: string): Relationship[] {
    const slash = part.lastIndexOf('/');
    const folder = part.slice(0, slash + 1);
    const out: Relationship[] = [];
    this.parse(`${folder}_rels/${part.slice(slash + 1)}.rels`, {
      open(name, attributes) {
        const { Id: id, Type: type, Target: target, TargetMode: mode } = attributes;
        if (name !== 'Relationship' || id === undefined || type === undefined || target === undefined || mode === 'External')
          return;
        out.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolve(folder, target) });
      },
      text() {},
      close() {},
    });
    return out;
  }
}

function partKey(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

function resolve(folder: string, target: string): string {
  const steps: string[] = [];
  const path = target.replaceAll('\\', '/');
  for (const step of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

function encodingOf(start: Uint8Array): string {
  const [a, b] = start;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return 'utf-8';
}
