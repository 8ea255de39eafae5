import { z } from 'zod';
import { BoxSchema } from './geometry.ts';

export const CellSchema = z
  .object({
    row: z.int().min(0),
    col: z.int().min(0),
    row_span: z.int().min(1),
    col_span: z.int().min(1),
    text: z.string(),
    header: z.boolean(),
    page: z.int().min(1),
    bbox: BoxSchema.nullable(),
    cell: z.string().nullable(),
  })
  .meta({ id: 'Cell' });
export type Cell = z.infer<typeof CellSchema>;

export const TableSchema = z
  .object({
    id: z.string().regex(/^t\d+$/),
    block: z.string(),
    page: z.int().min(1),
    bbox: BoxSchema.nullable(),
    caption: z.string().nullable(),
    rows: z.int().min(0),
    cols: z.int().min(0),
    header_rows: z.int().min(0),
    cells: z.array(CellSchema),
    grid: z.array(z.array(z.string())),
    cell_range: z.string().nullable(),
    parent: z.string().nullable(),
    parent_cell: z
      .tuple([z.int().min(0), z.int().min(0)])
      .nullable()
      .meta({ description: 'row and column of the cell of `parent` that holds this nested table' }),
  })
  .meta({ id: 'Table' });
export type Table = z.infer<typeof TableSchema>;
