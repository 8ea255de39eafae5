import { type HwpRecord, RecordCursor, TAG } from './records.ts';

/** Form objects keep their properties as one string: `Name:type:value`, where a wstring's value is `length:text`. */
export function formText(control: HwpRecord): string {
  const record = control.children.find((child) => child.tag === TAG.formObject);
  if (!record) return '';
  const kind = record.data.toString('latin1', 0, 4);
  const properties = new RecordCursor(record.data, 12).text();
  // A single & marks the key that presses the button; a doubled one is the character.
  const caption = (wideString(properties, 'Caption') ?? '').replaceAll('&&', '&');
  const text = wideString(properties, 'Text') ?? '';
  // Ids are written back to front: +cbt is a check box, +rbt a radio button.
  if (kind === 'tbc+' || kind === 'tbr+') {
    const ticked = /(?:^|\s)Value:(?:int|bool):1(?:\s|$)/.test(properties);
    const [on, off] = kind === 'tbc+' ? ['☑', '☐'] : ['◉', '○'];
    return `${ticked ? on : off} ${caption}`.trimEnd();
  }
  return caption || text;
}

function wideString(properties: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}:wstring:(\\d{1,6}):`).exec(properties);
  if (!found) return undefined;
  const at = found.index + found[0].length;
  return properties.slice(at, at + Number(found[1]));
}
