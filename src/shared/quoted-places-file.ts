import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { BoxSchema } from '../model/geometry.ts';
import { writeAtomically } from './atomic-file.ts';

/*
 * Where quotations stand, on the way from a child to the server: one entry for each quotation that was asked for, in order;
 * null where it is not found in one piece, or stands where no box is known.
 */
const PlacesSchema = z.array(z.array(z.object({ page: z.int().min(1), box: BoxSchema })).nullable());

export type QuotedPlaces = z.infer<typeof PlacesSchema>;

export async function writeQuotedPlaces(file: string, places: QuotedPlaces): Promise<void> {
  await writeAtomically(file, JSON.stringify(places));
}

export async function readQuotedPlaces(file: string): Promise<QuotedPlaces> {
  return PlacesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}
