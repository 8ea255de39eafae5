import type { XmlElement } from '../../container/xml.ts';
import type { Paragraph } from '../hangul/model.ts';
import type { TrackedChanges } from './tracked-changes.ts';

/** What holds while a part is read, and the way back from an object to the paragraphs inside it. */
export interface ReadingState {
  readonly tracked: TrackedChanges;
  /** The paragraphs of an element's hp:subList. */
  list(holder: XmlElement): Paragraph[];
  /** Paragraphs of a master page by its id; empty where the package has none. */
  masterPage(id: string): readonly Paragraph[];
}
