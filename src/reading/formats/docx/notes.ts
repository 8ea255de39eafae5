import { childrenOf, type XmlElement } from '../../container/xml.ts';
import { Unreadable } from '../../unreadable.ts';
import type { DocxPackage } from './package.ts';

export type NoteKind = 'footnote' | 'endnote' | 'memo';

export interface Note {
  readonly kind: NoteKind;
  readonly part: string;
  readonly element: XmlElement;
}

const PARTS: Record<NoteKind, { relationship: string; element: string; name: string }> = {
  footnote: { relationship: 'footnotes', element: 'footnote', name: '각주' },
  endnote: { relationship: 'endnotes', element: 'endnote', name: '미주' },
  memo: { relationship: 'comments', element: 'comment', name: '메모' },
};

/** Footnotes, endnotes and comments by their ids. Each is handed out once, so a note that refers to itself ends. */
export class Notes {
  private readonly notes = new Map<string, Note>();
  private readonly taken = new Set<string>();
  private readonly broken: Set<string>;

  constructor(from: DocxPackage, mainPart: string, broken: Set<string>) {
    this.broken = broken;
    for (const kind of Object.keys(PARTS) as NoteKind[]) {
      const { relationship, element, name } = PARTS[kind];
      const part = from.relatedPart(mainPart, relationship);
      if (part === undefined) continue;
      const root = treeOrBroken(from, part, name, broken);
      for (const note of root ? childrenOf(root, element) : []) {
        const type = note.attributes.type ?? 'normal';
        // Separator lines and continuation notices are drawn between text and notes; they say nothing.
        if (type !== 'normal' || note.attributes.id === undefined) continue;
        this.notes.set(`${kind} ${note.attributes.id}`, { kind, part, element: note });
      }
    }
  }

  take(kind: NoteKind, id: string | undefined): Note | undefined {
    const key = `${kind} ${id}`;
    const note = this.notes.get(key);
    this.notes.delete(key);
    // A reference without its note means that a part of the document is missing.
    if (!note && !this.taken.has(key)) this.broken.add(PARTS[kind].name);
    this.taken.add(key);
    return note;
  }

  /** A deleted text took its note with it. */
  drop(kind: NoteKind, id: string | undefined): void {
    this.notes.delete(`${kind} ${id}`);
  }

  /** What no text refers to. */
  left(): Note[] {
    return [...this.notes.values()];
  }
}

/** A side part's tree; a damaged or missing one is named and left out, because the document itself can still be read. */
export function treeOrBroken(from: DocxPackage, part: string, name: string, broken: Set<string>): XmlElement | undefined {
  try {
    return from.tree(part);
  } catch (error) {
    if (!(error instanceof Unreadable) || error.reason !== 'CORRUPTED') throw error;
    broken.add(name);
    return undefined;
  }
}
