/** A string as the engine's SQL writes it: only the quote is special. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function anyOf(column: string, values: Iterable<string>): string {
  const list = [...values];
  return list.length === 1 ? `${column} = ${quoted(list[0] as string)}` : `${column} IN (${list.map(quoted).join(', ')})`;
}

export function noneOf(column: string, values: Iterable<string>): string {
  return `${column} NOT IN (${[...values].sort().map(quoted).join(', ')})`;
}
