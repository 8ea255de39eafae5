/*
 * A model that looks a vector up for every token, written as protobuf by hand. Its vectors mean nothing: they are for testing
 * how a model is loaded, fed and read.
 */

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}

type Value = number | string | Uint8Array;

/** A message from its fields in order: numbers as varints, everything else with its length before it. */
function message(...fields: readonly (readonly [number, Value])[]): Uint8Array {
  return Buffer.concat(
    fields.map(([field, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(field << 3), ...varint(value)]);
      const bytes = Buffer.from(value as Uint8Array);
      return Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(bytes.length)]), bytes]);
    }),
  );
}

const FLOAT = 1;
const INT64 = 7;

function tensorValue(name: string, type: number, dimensions: readonly (number | string)[]): Uint8Array {
  const shape = message(...dimensions.map((size) => [1, message(typeof size === 'number' ? [1, size] : [2, size])] as const));
  return message([1, name], [2, message([1, message([1, type], [2, shape])])]);
}

/** `rows`: the vector of each token, all of one length. */
export function lookupModel(rows: readonly (readonly number[])[]): Uint8Array {
  const width = (rows[0] as readonly number[]).length;
  const table = message(
    [1, rows.length],
    [1, width],
    [2, FLOAT],
    [8, 'table'],
    [9, new Uint8Array(Float32Array.from(rows.flat()).buffer)],
  );
  const node = message([1, 'table'], [1, 'input_ids'], [2, 'last_hidden_state'], [3, 'lookup'], [4, 'Gather']);
  const graph = message(
    [1, node],
    [2, 'made'],
    [5, table],
    [11, tensorValue('input_ids', INT64, ['batch', 'length'])],
    [11, tensorValue('attention_mask', INT64, ['batch', 'length'])],
    [12, tensorValue('last_hidden_state', FLOAT, ['batch', 'length', width])],
  );
  return message([1, 8], [2, 'made'], [7, graph], [8, message([1, ''], [2, 13])]);
}

/** A tokenizer of whole words, in the form that multilingual models have: `<s>` before, `</s>` after, unknown ones as `<unk>`. */
export function wordTokenizer(words: readonly string[]): { readonly json: string; readonly ids: ReadonlyMap<string, number> } {
  const vocabulary = ['<s>', '</s>', '<unk>', ...words.map((word) => `▁${word}`)];
  const special = (id: number) => ({
    id,
    content: vocabulary[id],
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  });
  const token = (id: number) => ({ SpecialToken: { id: vocabulary[id], type_id: 0 } });
  const json = JSON.stringify({
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [0, 1, 2].map(special),
    normalizer: null,
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
    post_processor: {
      type: 'TemplateProcessing',
      single: [token(0), { Sequence: { id: 'A', type_id: 0 } }, token(1)],
      pair: [],
      special_tokens: Object.fromEntries(
        [0, 1].map((id) => [vocabulary[id], { id: vocabulary[id], ids: [id], tokens: [vocabulary[id]] }]),
      ),
    },
    decoder: null,
    model: { type: 'Unigram', unk_id: 2, vocab: vocabulary.map((word, at) => [word, at < 3 ? 0 : -1]) },
  });
  return { json, ids: new Map(vocabulary.map((word, at) => [word.replace('▁', ''), at])) };
}
