import type { Position } from '../hangul/model.ts';
import { RecordCursor } from './records.ts';

const VERTICAL_TO = ['paper', 'page', 'paragraph'] as const;
const HORIZONTAL_TO = ['paper', 'page', 'column', 'paragraph'] as const;
const ALIGN = ['start', 'center', 'end', 'start', 'end'] as const;

export interface ObjectHeader {
  readonly position: Position;
  /** What stands in the object's description: by default a line that the writer makes up. */
  readonly description: string;
}

/** Common header of tables, shapes and equations (tables 69 and 70), after the control's id. */
export function objectHeader(data: Buffer): ObjectHeader {
  const cursor = new RecordCursor(data, 4);
  const attributes = cursor.u32();
  const vertical = cursor.i32();
  const horizontal = cursor.i32();
  const width = cursor.u32();
  const height = cursor.u32();
  // Stacking order, four margins, instance id, page-break rule.
  cursor.skip(4 + 8 + 4 + 4);
  return {
    position: {
      inline: (attributes & 1) !== 0,
      vertical: {
        to: VERTICAL_TO[(attributes >>> 3) & 3] ?? 'paragraph',
        align: ALIGN[(attributes >>> 5) & 7] ?? 'start',
        offset: vertical,
      },
      horizontal: {
        to: HORIZONTAL_TO[(attributes >>> 8) & 3] ?? 'paragraph',
        align: ALIGN[(attributes >>> 10) & 7] ?? 'start',
        offset: horizontal,
      },
      width,
      height,
    },
    description: cursor.text(),
  };
}
