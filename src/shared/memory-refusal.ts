/** How node, V8, libstdc++ and libc say that memory was refused: words of theirs, never of a document's. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/JavaScript heap out of memory|Reached heap limit|Fatal JavaScript invalid size error/, 'heap limit'],
  [/buffer allocation failed|could not allocate memory|ERR_MEMORY_ALLOCATION_FAILED/i, 'buffer refused'],
  [/process out of memory|OOM error in V8/i, 'process out of memory'],
  [/std::bad_alloc|Cannot allocate memory|\bENOMEM\b/, 'malloc refused'],
  // V8's longest string is 512 MB: a document that needs a longer one is too large.
  [/Invalid string length|Cannot create a string longer than/, 'longest string'],
];

/** A short name of the refusal that the text tells of, or null. A child's report gives the name; its stderr is asked for it. */
export function memoryRefusal(text: string): string | null {
  return PHRASES.find(([pattern, name]) => pattern.test(text) || text.includes(`memory refused: ${name}`))?.[1] ?? null;
}
