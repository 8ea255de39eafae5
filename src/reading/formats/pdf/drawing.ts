import type { Box } from '../../../model/geometry.ts';
import type { PdfPage } from './pdf-file.ts';

/** A straight line along an edge of the page: stroked, or filled so thin that it is one. */
export interface Ruling {
  readonly horizontal: boolean;
  /** y of a horizontal line, x of a vertical one: its middle. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** What a page shows besides its characters, in points from its top left corner. */
export interface Drawing {
  readonly rulings: Ruling[];
  /** Filled rectangles that are no lines. */
  readonly areas: Box[];
  readonly images: Box[];
  /** Filled shapes of the size of a character: letters that were drawn as outlines leave these and no text. */
  readonly shapes: Box[];
  /** False where the page holds more than is worth looking at. */
  readonly whole: boolean;
}

const PATH = 2;
const IMAGE = 3;
const FORM = 5;
const CURVE = 1;
const MOVE = 2;

/** A drawn map can hold a million strokes; none of them is a table. The fullest form of the test corpus has 4,100. */
const MOST_OBJECTS = 60_000;
const MOST_POINTS = 400;
const DEEPEST_FORM = 8;
/** Points: a filled rectangle thinner than this is a line. */
const THIN = 2.6;
/** Points: a broader stroke is a bar. The thickest border of a Hangul table is 5 mm, the usual ones are below 1 mm. */
const BROAD = 4.5;
/** Points: how far the ends of a line may lie off its axis. */
const SLANT = 0.7;

type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export function readDrawing(page: PdfPage): Drawing {
  const walker = new Walker(page);
  const { api } = page.engine;
  walker.walk(api.FPDFPage_CountObjects(page.handle), (at) => api.FPDFPage_GetObject(page.handle, at), IDENTITY, 0);
  return walker.drawing();
}

interface Point {
  readonly x: number;
  readonly y: number;
}

class Walker {
  private readonly page: PdfPage;
  private readonly rulings: Ruling[] = [];
  private readonly areas: Box[] = [];
  private readonly images: Box[] = [];
  private readonly shapes: Box[] = [];
  private left = MOST_OBJECTS;

  constructor(page: PdfPage) {
    this.page = page;
  }

  drawing(): Drawing {
    const { rulings, areas, images, shapes } = this;
    return { rulings, areas, images, shapes, whole: this.left > 0 };
  }

  walk(count: number, object: (at: number) => number, matrix: Matrix, depth: number): void {
    const { api } = this.page.engine;
    for (let at = 0; at < count && this.left > 0; at++) {
      this.left--;
      const handle = object(at);
      const type = api.FPDFPageObj_GetType(handle);
      if (type === PATH) this.path(handle, matrix);
      else if (type === IMAGE) this.image(handle, matrix);
      else if (type === FORM && depth < DEEPEST_FORM) {
        const inner = times(this.matrixOf(handle), matrix);
        this.walk(api.FPDFFormObj_CountObjects(handle), (child) => api.FPDFFormObj_GetObject(handle, child), inner, depth + 1);
      }
    }
  }

  private image(handle: number, matrix: Matrix): void {
    const unit = times(this.matrixOf(handle), matrix);
    const corners = [this.point(unit, 0, 0), this.point(unit, 1, 0), this.point(unit, 0, 1), this.point(unit, 1, 1)];
    this.images.push(bounds(corners));
  }

  private path(handle: number, outer: Matrix): void {
    const { engine } = this.page;
    const { api, scratch } = engine;
    if (!api.FPDFPath_GetDrawMode(handle, scratch, scratch + 4)) return;
    const filled = engine.u32(0) !== 0;
    const stroked = engine.u32(1) !== 0;
    if (!filled && !stroked) return;
    const count = api.FPDFPath_CountSegments(handle);
    const matrix = times(this.matrixOf(handle), outer);
    let weight = 0;
    if (stroked && api.FPDFPageObj_GetStrokeWidth(handle, scratch)) {
      weight = engine.f32(0) * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
    }
    const all: Point[] = [];
    let current: Point[] = [];
    let curved = false;
    let boxes = filled && !stroked;
    for (let at = 0; at < Math.min(count, MOST_POINTS); at++) {
      const segment = api.FPDFPath_GetPathSegment(handle, at);
      const type = api.FPDFPathSegment_GetType(segment);
      api.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
      const point = this.point(matrix, engine.f32(0), engine.f32(1));
      if (type === MOVE) {
        if (boxes) boxes = this.fill(current, curved);
        current = [];
        curved = false;
      } else if (type === CURVE) curved = true;
      else if (stroked && current.length > 0) this.line(current.at(-1) as Point, point, weight);
      current.push(point);
      all.push(point);
      if (stroked && type !== CURVE && api.FPDFPathSegment_GetClose(segment) === 1 && current.length > 2)
        this.line(point, current[0] as Point, weight);
    }
    if (boxes) boxes = this.fill(current, curved);
    if (filled && !stroked && !boxes && count <= MOST_POINTS) this.shape(bounds(all), count);
  }

  /** A filled part that is a rectangle is a line or an area; false: it is some other shape. */
  private fill(points: readonly Point[], curved: boolean): boolean {
    if (points.length < 2) return true;
    if (curved || points.length > 6) return false;
    const box = bounds(points);
    const [x0, y0, x1, y1] = box;
    if (!points.every((p) => (near(p.x, x0) || near(p.x, x1)) && (near(p.y, y0) || near(p.y, y1)))) return false;
    const [width, height] = [x1 - x0, y1 - y0];
    if (height < THIN && width > 2 * height)
      this.rulings.push({ horizontal: true, at: (y0 + y1) / 2, from: x0, to: x1, weight: height });
    else if (width < THIN && height > 2 * width)
      this.rulings.push({ horizontal: false, at: (x0 + x1) / 2, from: y0, to: y1, weight: width });
    else if (width >= THIN && height >= THIN) this.areas.push(box);
    return true;
  }

  private line(a: Point, b: Point, weight: number): void {
    const [across, down] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
    if (weight > BROAD) return;
    if (down <= SLANT && across > down) {
      this.rulings.push({ horizontal: true, at: (a.y + b.y) / 2, from: Math.min(a.x, b.x), to: Math.max(a.x, b.x), weight });
    } else if (across <= SLANT && down > across) {
      this.rulings.push({ horizontal: false, at: (a.x + b.x) / 2, from: Math.min(a.y, b.y), to: Math.max(a.y, b.y), weight });
    }
  }

  private shape(box: Box, points: number): void {
    const [width, height] = [box[2] - box[0], box[3] - box[1]];
    if (points >= 8 && height >= 3 && height <= 60 && width >= 1.5 && width <= 60) this.shapes.push(box);
  }

  private matrixOf(handle: number): Matrix {
    const { engine } = this.page;
    if (!engine.api.FPDFPageObj_GetMatrix(handle, engine.scratch)) return IDENTITY;
    return [engine.f32(0), engine.f32(1), engine.f32(2), engine.f32(3), engine.f32(4), engine.f32(5)];
  }

  private point(m: Matrix, x: number, y: number): Point {
    const [px, py] = [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
    return { x: this.page.x(px, py), y: this.page.y(px, py) };
  }
}

function times(a: Matrix, b: Matrix): Matrix {
  if (b === IDENTITY) return a;
  return [
    a[0] * b[0] + a[1] * b[2],
    a[0] * b[1] + a[1] * b[3],
    a[2] * b[0] + a[3] * b[2],
    a[2] * b[1] + a[3] * b[3],
    a[4] * b[0] + a[5] * b[2] + b[4],
    a[4] * b[1] + a[5] * b[3] + b[5],
  ];
}

function bounds(points: readonly Point[]): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  return [x0, y0, x1, y1];
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) < SLANT;
}
