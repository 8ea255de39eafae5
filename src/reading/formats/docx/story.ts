import type { XmlElement } from '../../container/xml.ts';
import type { Fields } from './fields.ts';
import type { Item } from './items.ts';
import type { Notes } from './notes.ts';
import type { Numbering, NumberingCounters } from './numbering.ts';
import type { DocxPackage } from './package.ts';
import type { PageCounter } from './pages.ts';
import type { Styles } from './styles.ts';

/** What the reading met that a person should be told. */
interface Findings {
  trackedChanges: boolean;
  /** Other files that the document would take in here (altChunk, subDoc): never followed. */
  includedFiles: number;
  embeddedObjects: number;
  uncertainNumbers: number;
  /** Korean names of parts that could not be read. */
  readonly brokenParts: Set<string>;
}

/** What all parts of one document share. */
export interface WholeDocument {
  readonly package: DocxPackage;
  readonly styles: Styles;
  readonly numbering: Numbering;
  readonly notes: Notes;
  readonly findings: Findings;
  /** Counts the body's pages; other stories stand on the page where the body refers to them. */
  readonly pages: PageCounter;
}

/** One run of text with its own fields and lists: the body, a note, a header, a text box. */
export interface Story {
  readonly document: WholeDocument;
  /** The part whose relationships its ids mean. */
  readonly part: string;
  readonly fields: Fields;
  readonly counters: NumberingCounters;
  /** Only the body's own text moves the page counter. */
  readonly paginated: boolean;
  /** Reads the blocks of a text box or note; given to the story so that runs need not know how blocks are read. */
  readonly readInside: (content: XmlElement, part: string) => Item[];
  /** Called at the last paragraph of a section. */
  readonly endSection?: (properties: XmlElement) => void;
}
