/**
 * JSON.parse for files that decide who may do what: a name that stands twice in one object, or that reaches into the
 * prototype, is refused, since readers differ in what they make of it. Throws SyntaxError; its message holds no input.
 */
export function parseStrictJson(text: string): unknown {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new SyntaxError('not JSON');
  }
  refuseDoubtfulNames(json);
  return value;
}

/** Walks over a text that is known to be JSON; a string followed by a colon is a name. */
function refuseDoubtfulNames(json: string): void {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '{') open.push(new Set());
    else if (character === '[') open.push(null);
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfString(json, at);
      const names = open.at(-1);
      if (names && isName(json, end)) {
        const name = JSON.parse(json.slice(at, end)) as string;
        if (names.has(name) || name === '__proto__') throw new SyntaxError('a name that is there twice, or __proto__');
        names.add(name);
      }
      at = end - 1;
    }
  }
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

function isName(json: string, end: number): boolean {
  let at = end;
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\r' || json[at] === '\t') at++;
  return json[at] === ':';
}
