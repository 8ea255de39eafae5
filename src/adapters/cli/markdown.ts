import type { Block } from '../../model/block.ts';
import type { Document } from '../../model/document.ts';
import type { Table } from '../../model/table.ts';

/** Blocks that stand beside the running text say what they are. */
const ASIDE: Partial<Record<Block['type'], string>> = {
  header: '머리말',
  footer: '꼬리말',
  memo: '메모',
  textbox: '글상자',
  caption: '캡션',
};

/** A document for people and for prompts. Nothing is left out: what Markdown has no form for is told as a quotation. */
export function markdownOf(document: Document): string {
  if (document.children !== undefined) {
    return document.children.map((child) => `<!-- ${nameOf(child)} -->\n\n${markdownOf(child)}`).join('\n');
  }
  if (!document.access.readable) return `> ${document.access.reason}: ${document.access.reason_text ?? ''}\n`;
  const tables = new Map(document.tables.filter(({ parent }) => !parent).map((table) => [table.block, table]));
  let notes = 0;
  const parts = document.blocks.flatMap((block) => {
    const table = tables.get(block.id);
    if (table !== undefined) return [tableText(table)];
    if (block.text.trim() === '') return [];
    if (block.type === 'footnote' || block.type === 'endnote')
      return [`[^${++notes}]: ${escaped(block.text).replaceAll('\n', '\n    ')}`];
    return [blockText(block)];
  });
  return `${parts.join('\n\n')}\n`;
}

function nameOf({ source }: Document): string {
  return [...source.container_path, source.filename].join('/').replaceAll('--', '- -');
}

function blockText({ type, level, text }: Block): string {
  const body = escaped(text);
  const aside = ASIDE[type];
  if (aside !== undefined) return `> (${aside}) ${body.replaceAll('\n', '\n> ')}`;
  switch (type) {
    case 'title':
      return `# ${oneLine(body)}`;
    case 'heading':
      return `${'#'.repeat(Math.min(6, (level ?? 1) + 1))} ${oneLine(body)}`;
    case 'list_item':
      return `- ${body.replaceAll('\n', '\n  ')}`;
    case 'equation':
      return `\`\`\`\n${text}\n\`\`\``;
    default:
      return body;
  }
}

/** Markdown has no merged cells: a grid that has some is written as HTML, so that no cell moves. */
function tableText({ grid, cells }: Table): string {
  if (cells.some(({ row_span, col_span }) => row_span > 1 || col_span > 1)) return htmlTable(cells);
  const lines = grid.map(
    (row) => `| ${row.map((text) => escaped(text).replaceAll('|', '\\|').replaceAll('\n', '<br>')).join(' | ')} |`,
  );
  const rule = `|${' --- |'.repeat(grid[0]?.length ?? 0)}`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function htmlTable(cells: Table['cells']): string {
  const rows = new Map<number, string[]>();
  for (const { row, row_span, col_span, text, header } of cells) {
    const name = header ? 'th' : 'td';
    const spans = `${row_span > 1 ? ` rowspan="${row_span}"` : ''}${col_span > 1 ? ` colspan="${col_span}"` : ''}`;
    const inside = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');
    const line = rows.get(row) ?? [];
    line.push(`<${name}${spans}>${inside}</${name}>`);
    rows.set(row, line);
  }
  return `<table>\n${[...rows.values()].map((line) => `<tr>${line.join('')}</tr>`).join('\n')}\n</table>`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

/** What would be read as markup and is not. */
function escaped(text: string): string {
  return (
    text
      .replace(/[\\`*_<>[\]]/g, '\\$&')
      // Four spaces before a line would make it code.
      .replace(/^[ \t]{4,}|^ {0,3}\t[ \t]*/gm, '   ')
      .replace(/^( {0,3})(#{1,6} |[-+] )/gm, '$1\\$2')
      .replace(/^( {0,3}\d{1,9})([.)] )/gm, '$1\\$2')
  );
}
