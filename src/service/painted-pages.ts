import type { DocumentSource } from '../corpus/document-source.ts';
import type { Citation } from '../model/evidence.ts';
import type { Box } from '../model/geometry.ts';
import type { NoPageImage } from '../parsing/page-images.ts';
import type { ReadingDesk } from '../parsing/reading-desk.ts';

/** A box of evidence on a page, with the number of the citation that it belongs to. */
export interface Mark {
  readonly citation: number;
  readonly box: Box;
}

/** A page that evidence is painted on. Sizes and boxes are in the page's own unit. */
export interface PaintedPage {
  readonly filename: string;
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly png: Buffer;
  readonly marks: readonly Mark[];
}

/** Why no page of a citation is painted; `NO_BOX`: the format states no places on a page. */
export type NotPainted = NoPageImage['reason'] | 'NO_BOX' | 'TOO_MANY';

export interface Painting {
  readonly pages: readonly PaintedPage[];
  /** By the citation's number, for those without any painted page. */
  readonly notPainted: ReadonlyMap<number, NotPainted>;
}

/** A screen's and a print's worth of dots: an A4 page has 900 × 1,290. */
const DPI = 110;
/** A chunk that goes over more pages is shown where it begins. */
const MOST_PAGES_OF_ONE = 3;
/** A page has some 200 kB, and the whole is to be mailed. */
const MOST_PAGES = 12;

interface WantedPage {
  readonly filename: string;
  readonly source: DocumentSource;
  readonly page: number;
  readonly marks: Mark[];
}

/** Pictures of the pages that citations stand on. A page is there once, with the marks of all its citations. */
export async function paintPages(
  desk: ReadingDesk,
  citations: readonly Citation[],
  sourceOf: (filename: string) => DocumentSource | null,
  signal?: AbortSignal,
): Promise<Painting> {
  const notPainted = new Map<number, NotPainted>();
  const cited = await placesOf(desk, citations, sourceOf, signal);
  const wanted = wantedPages(cited, notPainted);
  const pages: PaintedPage[] = [];
  // One after the other: a person waits for one page, while readers of documents need the children too.
  for (const { filename, source, page, marks } of wanted) {
    const image = await desk.pageImage({ ...source, page, dpi: DPI, signal });
    if (image.png === null) for (const { citation } of marks) notPainted.set(citation, image.reason);
    else {
      const { png, scale } = image;
      pages.push({ filename, page, png, marks, width: image.width / scale, height: image.height / scale });
    }
  }
  for (const { marks } of pages) for (const { citation } of marks) notPainted.delete(citation);
  return { pages, notPainted };
}

interface CitedPlaces {
  readonly filename: string;
  readonly source: DocumentSource | null;
  readonly places: readonly { readonly page: number; readonly box: Box }[];
}

/** The quoted words' own paragraphs and cells where they are found, else all of the chunk. */
async function placesOf(
  desk: ReadingDesk,
  citations: readonly Citation[],
  sourceOf: (filename: string) => DocumentSource | null,
  signal?: AbortSignal,
): Promise<CitedPlaces[]> {
  const cited = citations.map(({ filename, anchors }) => ({
    filename,
    source: sourceOf(filename),
    places: anchors.flatMap(({ page, bbox }) => (bbox === null ? [] : [{ page, box: bbox }])),
  }));
  const files = new Map<string, number[]>();
  for (const [at, { source, places }] of cited.entries())
    if (source !== null && places.length > 0) files.set(source.sha256, [...(files.get(source.sha256) ?? []), at]);
  for (const [sha256, ats] of files) {
    const quotations = ats.map((at) => {
      const { doc_id, quote, anchors } = citations[at] as Citation;
      return { doc_id, quote, anchors };
    });
    const found = await desk.quotedPlaces(sha256, quotations, signal);
    for (const [index, at] of ats.entries()) {
      const one = cited[at] as CitedPlaces;
      cited[at] = { ...one, places: [...(found[index] ?? one.places)] };
    }
  }
  return cited;
}

function wantedPages(cited: readonly CitedPlaces[], notPainted: Map<number, NotPainted>): WantedPage[] {
  const wanted = new Map<string, WantedPage>();
  cited.forEach(({ filename, source, places: placed }, at) => {
    const citation = at + 1;
    if (placed.length === 0 || source === null) {
      notPainted.set(citation, placed.length === 0 ? 'NO_BOX' : 'NO_SUCH_PAGE');
      return;
    }
    const pages = [...new Set(placed.map(({ page }) => page))].slice(0, MOST_PAGES_OF_ONE);
    for (const { page, box } of placed) {
      if (!pages.includes(page)) continue;
      const key = `${page} ${filename}`;
      if (!wanted.has(key) && wanted.size >= MOST_PAGES) {
        notPainted.set(citation, 'TOO_MANY');
        continue;
      }
      const known = wanted.get(key) ?? { filename, source, page, marks: [] };
      known.marks.push({ citation, box });
      wanted.set(key, known);
    }
  });
  return [...wanted.values()];
}
