import { z } from 'zod';

/** `[x0, y0, x1, y1]` from the page's top left corner, y downwards; null where the format states no coordinates. */
export const BoxSchema = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .meta({ id: 'Box', description: 'x0, y0, x1, y1 from the top left corner of the page, y downwards' });
export type Box = z.infer<typeof BoxSchema>;

export const PageSchema = z
  .object({
    width: z.number().nullable(),
    height: z.number().nullable(),
    unit: z.enum(['pt', 'px']).nullable(),
  })
  .meta({ id: 'Page', description: 'Size of one page; null where the file does not state it' });
export type Page = z.infer<typeof PageSchema>;

export const AnchorSchema = z
  .object({
    page: z.int().min(1),
    bbox: BoxSchema.nullable(),
    cell_range: z.string().nullable(),
  })
  .meta({ id: 'Anchor', description: 'Where a text stands on the original: page, box, spreadsheet cell range' });
export type Anchor = z.infer<typeof AnchorSchema>;
