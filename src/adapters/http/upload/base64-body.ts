import { RequestProblem } from '../../../contract/errors.ts';
import { Base64Decoder, InvalidBase64 } from './base64.ts';
import { InvalidJson, JsonScanner, type Lifting, MAX_REST_BYTES } from './json-scanner.ts';

/** Where the file stands in the body of a route. */
const IN_BODY = ['data_base64'];

export type FilePlace = Omit<Lifting, 'onPiece'>;

/** A JSON body with a file in it: its bytes come as they are decoded, its other fields when all of it was read. */
export class Base64Body {
  private readonly chunks: AsyncIterable<Buffer>;
  private readonly maxBytes: number;
  private readonly place: FilePlace;
  private rest: Record<string, unknown> | null = null;

  /** `limit`: the most bytes that the file may have. */
  constructor(chunks: AsyncIterable<Buffer>, limit: number, place: FilePlace = { path: IN_BODY }) {
    this.chunks = chunks;
    this.place = place;
    this.maxBytes = longestBody(limit, place.maxRest);
  }

  /** The file; throws BODY_INVALID, BASE64_INVALID, or TOO_LARGE for a body that no file within the limit needs. */
  async *file(): AsyncGenerator<Buffer> {
    const decoder = new Base64Decoder();
    let pieces: Buffer[] = [];
    const scanner = new JsonScanner({ ...this.place, onPiece: (piece) => pieces.push(decoder.push(piece)) });
    let bytes = 0;
    try {
      for await (const chunk of this.chunks) {
        bytes += chunk.length;
        if (bytes > this.maxBytes) throw new RequestProblem('TOO_LARGE');
        scanner.push(chunk);
        yield* pieces;
        pieces = [];
      }
      this.rest = scanner.end();
      if (scanner.lifted) yield decoder.end();
    } catch (error) {
      if (error instanceof InvalidBase64) throw new RequestProblem('BASE64_INVALID');
      if (error instanceof InvalidJson) throw new RequestProblem('BODY_INVALID', { detail: NO_JSON });
      throw error;
    }
  }

  /** The object without the file's text, once `file` has ended; `data_base64` is '' in it where it was a string. */
  get fields(): Record<string, unknown> {
    if (this.rest === null) throw new Error('the body was not read to its end');
    return this.rest;
  }
}

/** Twice what base64 needs: room for line breaks and escapes, and an end for a body of nothing else. */
export function longestBody(limit: number, maxRest: number = MAX_REST_BYTES): number {
  return 2 * 4 * Math.ceil(limit / 3) + maxRest;
}

const NO_JSON = '요청 본문을 JSON 객체로 읽을 수 없습니다. 같은 항목이 두 번 있지 않은지, 끝까지 보냈는지 확인해 주세요.';
