import { Unreadable } from '../../unreadable.ts';
import { parseAddress } from './addresses.ts';
import type { PackageParts, Relationship } from './package-parts.ts';
import { plainText, StringItem } from './string-item.ts';

/** A remark that a person attached to a cell. */
export interface Note {
  /** Key of the cell; -1 where the file names none. */
  readonly key: number;
  readonly text: string;
}

/**
 * Notes and threaded comments of a sheet in the order of their cells, the replies of a thread in their own order. Where
 * a cell has a thread, the note that Excel keeps beside it for older versions says the same with an explanation: left out.
 */
export function readNotes(parts: PackageParts, related: readonly Relationship[]): { notes: Note[]; complete: boolean } {
  const threads: Note[] = [];
  const notes: Note[] = [];
  let complete = true;
  for (const relationship of related) {
    try {
      if (relationship.type === 'threadedComment') readThreads(parts, relationship.target, threads);
      else if (relationship.type === 'comments') readComments(parts, relationship.target, notes);
    } catch (error) {
      if (!(error instanceof Unreadable) || error.reason !== 'CORRUPTED') throw error;
      complete = false;
    }
  }
  const threaded = new Set(threads.map((note) => note.key));
  const all = [...notes.filter((note) => !threaded.has(note.key)), ...threads].filter((note) => note.text.trim() !== '');
  return { notes: all.sort((a, b) => a.key - b.key), complete };
}

function readComments(parts: PackageParts, path: string, out: Note[]): void {
  const item = new StringItem();
  let key = -1;
  parts.parse(path, {
    open(name, attributes) {
      if (name === 'comment') key = parseAddress(attributes.ref ?? '');
      else item.open(name, attributes);
    },
    text: (text) => item.text(text),
    close(name) {
      if (name === 'comment') out.push({ key, text: item.take() });
      else item.close(name);
    },
  });
}

function readThreads(parts: PackageParts, path: string, out: Note[]): void {
  let key = -1;
  let text: string | null = null;
  parts.parse(path, {
    open(name, attributes) {
      if (name === 'threadedComment') key = parseAddress(attributes.ref ?? '');
      else if (name === 'text') text = '';
    },
    text(more) {
      if (text !== null) text += more;
    },
    close(name) {
      if (name !== 'text' || text === null) return;
      out.push({ key, text: plainText(text) });
      text = null;
    },
  });
}
