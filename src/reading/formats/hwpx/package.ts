import type { Budget } from '../../container/budget.ts';
import { childrenOf, decodeXml, parseXml, parseXmlTree, type XmlElement } from '../../container/xml.ts';
import { openZip, type ZipArchive, type ZipEntry } from '../../container/zip.ts';
import { Unreadable } from '../../unreadable.ts';

/** The parts of an HWPX package that hold text, in reading order. External links are never followed. */
export class HwpxPackage {
  /** The spine's sections in its order, then any the spine forgot. */
  readonly sections: readonly Part[];
  readonly head: Part | null;
  private readonly masterPages: ReadonlyMap<string, Part>;

  constructor(sections: readonly Part[], head: Part | null, masterPages: ReadonlyMap<string, Part>) {
    this.sections = sections;
    this.head = head;
    this.masterPages = masterPages;
  }

  masterPage(id: string): Part | undefined {
    return this.masterPages.get(id);
  }
}

export class Part {
  private readonly archive: ZipArchive;
  /** Undefined for a part that the package names but does not hold. */
  private readonly entry: ZipEntry | undefined;

  constructor(archive: ZipArchive, entry: ZipEntry | undefined) {
    this.archive = archive;
    this.entry = entry;
  }

  /** Throws Unreadable. */
  source(): string {
    if (!this.entry) throw new Unreadable('CORRUPTED');
    return decodeXml(this.archive.read(this.entry));
  }
}

const SECTION = /(?:^|\/)section(\d{1,6})\.xml$/i;
const MASTER_PAGE = /(?:^|\/)(masterpage\d{0,6})\.xml$/i;

/** Throws Unreadable: CORRUPTED without any section, PASSWORD_PROTECTED, LIMIT_EXCEEDED. */
export async function openPackage(bytes: Buffer, budget: Budget): Promise<HwpxPackage> {
  const archive = await openZip(bytes, budget);
  const files = new Map<string, ZipEntry>();
  for (const entry of archive.entries) {
    const name = normalised(entry.name);
    if (!entry.directory && !files.has(name)) files.set(name, entry);
  }
  refuseEncrypted(archive, files, budget);
  const contents = readContents(archive, files, budget);
  const part = (path: string) => new Part(archive, files.get(path));

  const loose = [...files.keys()].filter((path) => SECTION.test(path)).sort((a, b) => sectionNumber(a) - sectionNumber(b));
  const paths = new Set([...contents.spine.filter((path) => SECTION.test(path)), ...loose]);
  if (loose.length === 0) throw new Unreadable('CORRUPTED');

  const masterPages = new Map<string, Part>();
  for (const path of files.keys()) {
    const id = MASTER_PAGE.exec(path)?.[1];
    if (id) masterPages.set(id, part(path));
  }
  for (const [id, path] of contents.items) if (MASTER_PAGE.test(path)) masterPages.set(id, part(path));
  const head = contents.head ?? [...files.keys()].find((path) => path.endsWith('/header.xml') || path === 'header.xml');
  return new HwpxPackage([...paths].map(part), head === undefined ? null : part(head), masterPages);
}

interface Contents {
  /** Item id → path in the package. */
  readonly items: Map<string, string>;
  readonly spine: string[];
  readonly head: string | undefined;
}

/** content.hpf: which part is which, and the order of sections. A package without a usable one is read by its file names. */
function readContents(archive: ZipArchive, files: ReadonlyMap<string, ZipEntry>, budget: Budget): Contents {
  const items = new Map<string, string>();
  const spine: string[] = [];
  const path =
    [...files.keys()].find((name) => name.toLowerCase() === 'contents/content.hpf') ??
    [...files.keys()].find((name) => name.endsWith('.hpf'));
  const entry = path === undefined ? undefined : files.get(path);
  if (path === undefined || !entry) return { items, spine, head: undefined };
  let root: XmlElement;
  try {
    root = parseXmlTree(decodeXml(archive.read(entry)), budget);
  } catch (error) {
    if (error instanceof Unreadable && error.reason === 'CORRUPTED') return { items, spine, head: undefined };
    throw error;
  }
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  for (const child of childrenOf(root)) {
    for (const item of childrenOf(child)) {
      const { id, href, idref } = item.attributes;
      if (child.name === 'manifest' && id && href) {
        const name = normalised(href);
        // Hancom writes paths from the package's root, other writers from the folder of content.hpf.
        items.set(id, files.has(name) || !files.has(folder + name) ? name : folder + name);
      }
      const target = idref ? items.get(idref) : undefined;
      if (child.name === 'spine' && target) spine.push(target);
    }
  }
  const head = items.get('header');
  return { items, spine, head: head && files.has(head) ? head : undefined };
}

/** Encrypted parts are declared in the manifest; the zip itself looks plain. */
function refuseEncrypted(archive: ZipArchive, files: ReadonlyMap<string, ZipEntry>, budget: Budget): void {
  const entry = files.get('META-INF/manifest.xml');
  if (!entry) return;
  let encrypted = false;
  const open = (name: string) => {
    if (name === 'encryption-data') encrypted = true;
  };
  try {
    parseXml(decodeXml(archive.read(entry)), { open, text() {}, close() {} }, budget);
  } catch (error) {
    // A broken manifest says nothing; whatever it declared before it broke still counts.
    if (!(error instanceof Unreadable && error.reason === 'CORRUPTED')) throw error;
  }
  if (encrypted) throw new Unreadable('PASSWORD_PROTECTED');
}

/** Some writers use backslashes, or start paths with a slash or a dot. */
function normalised(name: string): string {
  return name.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

function sectionNumber(path: string): number {
  return Number(SECTION.exec(path)?.[1] ?? 0);
}
