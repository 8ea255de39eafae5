import { z } from 'zod';

/** A place that answers a question. Of a comparison every part is needed; within a part any place will do. */
const ExpectedSchema = z.object({
  file: z.string(),
  quote: z.string().min(1),
  page: z.int().nullable().optional(),
  part: z.int().optional(),
});

/** Null and nothing are the same. */
const word = z
  .string()
  .nullish()
  .transform((value) => value ?? '-');

const QuestionSchema = z.object({
  id: z.string(),
  question: z.string().min(1),
  answerable: z.boolean().default(true),
  kind: word,
  place: word,
  format: word,
  tags: z.array(z.string()).default([]),
  expected: z.array(ExpectedSchema).default([]),
  key: z.string().nullish(),
  split: word,
});

export type Expected = z.infer<typeof ExpectedSchema>;
export type Question = z.infer<typeof QuestionSchema>;

/** Tells which line of a file is no question. */
export class QuestionsProblem extends Error {}

/** One JSON object a line; fields that nobody here asks for are let through. */
export function readQuestions(text: string): Question[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new QuestionsProblem(`line ${at + 1} is no JSON`);
    }
    const read = QuestionSchema.safeParse(value);
    if (!read.success) throw new QuestionsProblem(`line ${at + 1}: ${read.error.issues[0]?.path.join('.')} is missing or wrong`);
    return [read.data];
  });
}

/** Files that hold the same document, by each of their names. */
export type Twins = ReadonlyMap<string, ReadonlySet<string>>;

/** Tab-separated: a name of the group, and its files with semicolons between them; the first line names the columns. */
export function readTwins(text: string): Twins {
  const twins = new Map<string, Set<string>>();
  for (const line of text.split('\n').slice(1)) {
    const files = (line.split('\t')[1] ?? '').split(';').map((file) => file.trim().normalize('NFC'));
    for (const file of files) {
      const group = twins.get(file) ?? new Set();
      for (const other of files) group.add(other);
      twins.set(file, group);
    }
  }
  return twins;
}
