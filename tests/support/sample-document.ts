import type { Document } from '../../src/model/document.ts';
import type { Format } from '../../src/model/formats.ts';
import { emptyStructure, type Structure } from '../../src/model/structure.ts';
import { Budget } from '../../src/reading/container/budget.ts';
import { type Content, ContentBuilder } from '../../src/reading/content.ts';

/** A document made by hand, as the pipeline would hand it on, without any file behind it. */
export function documentOf(content: Content, structure: Partial<Structure> = {}, format: Format = 'hwpx'): Document {
  const sha256 = '0'.repeat(64);
  let pages = 1;
  for (const block of content.blocks) pages = Math.max(pages, block.page);
  for (const table of content.tables) for (const cell of table.cells) pages = Math.max(pages, cell.page);
  return {
    doc_id: `sha256:${sha256}`,
    schema_version: '0.1',
    source: { filename: '-', format, bytes: 1, pages, sha256, container_path: [] },
    access: { readable: true, drm: false, drm_vendor: null, password_protected: false, reason: null },
    structure: { ...emptyStructure(), ...structure },
    warnings: content.warnings,
    metrics: { parse_ms: 0, extractor_mix: {} },
    acl: null,
    pages: Array.from({ length: pages }, () => ({ width: null, height: null, unit: null })),
    blocks: content.blocks,
    tables: content.tables,
  };
}

export function newContent(): ContentBuilder {
  return new ContentBuilder('hwpx', new Budget());
}
