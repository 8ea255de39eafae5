import { z } from 'zod';

const YES: readonly string[] = ['1', 'true'];
const NO: readonly string[] = ['0', 'false', ''];

/** A switch in a query string. Anything but these words is refused: a typing error must not read as "no". */
export function queryFlag(description: string) {
  return z
    .string()
    .refine((text) => YES.includes(text) || NO.includes(text), '1, true, 0, false 가운데 하나여야 합니다.')
    .transform((text) => YES.includes(text))
    .meta({ enum: [...YES, ...NO], description });
}
