import { z } from 'zod';

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

const MESSAGE = '1 이상의 정수여야 합니다.';

const clip =
  ({ min, max }: Bounds) =>
  (value: number) =>
    Math.min(Math.max(value, min), max);

// z.int() refuses integers over 2^53, which have to be clipped like any other that is too large.
const wholeNumber = (value: number) => Number.isInteger(value) && value >= 1;

function described({ min, max }: Bounds, what: string) {
  const floor = min > 1 ? `below ${min} is taken as ${min}, ` : '';
  return { type: 'integer' as const, minimum: 1, description: `${what}; ${floor}over ${max} as ${max}` };
}

/** An integer from 1 in a JSON body; the value that comes out is the one in force. */
export function boundedInteger(bounds: Bounds, what: string) {
  return z.number().refine(wholeNumber, MESSAGE).transform(clip(bounds)).meta(described(bounds, what));
}

/** The same in a query string, where only decimal digits are an integer: no sign, point, exponent or space. */
export function boundedIntegerText(bounds: Bounds, what: string) {
  return z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= 1, MESSAGE)
    .transform((text) => clip(bounds)(Number(text)))
    .meta(described(bounds, what));
}
