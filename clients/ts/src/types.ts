// Made from the contract by scripts/make-client-types.mjs; not to be edited by hand.

export type Access = {
  readable: boolean;
  drm: boolean;
  drm_vendor: string | null;
  password_protected: boolean;
  reason: Reason | null;
  /** Korean wording of `reason` with what to do; only where the file was not read */
  reason_text?: string;
};

export type Acl = {
  allow: Array<string>;
  rule: number | null;
};

/** Where a text stands on the original: page, box, spreadsheet cell range */
export type Anchor = {
  page: number;
  bbox: Box | null;
  cell_range: string | null;
};

export type AnswerRequest = {
  /** Name of one directory under the corpus root; no `..`, no separators */
  tenant: string;
  /** At most 2000 characters (code points), else 400 QUERY_TOO_LONG */
  question: string;
  /** Most results, 10 unless told; over 20 as 20 */
  limit?: number;
  /** Answer through the gateway; 400 LLM_NOT_CONFIGURED where none is configured, never a fallback to the extract */
  llm?: boolean;
  /** Only documents that this principal may see; left out, only those that everybody may see */
  principal?: string;
};

export type AnswerResponse = {
  tenant: string;
  question: string;
  answered: boolean;
  /** null when answered */
  reason: 'NO_MATCH' | 'NO_EVIDENCE' | 'UNGROUNDED' | null;
  /** look here first when an answer is short */
  skipped: Array<Skipped>;
  made_by: '발췌 (LLM 없음)' | 'LLM 게이트웨이 · 인용 검증됨' | 'LLM 게이트웨이 · 인용 검증 실패';
  /** empty when not answered */
  text: string;
  citations: Array<Citation>;
  /** only with the reason UNGROUNDED */
  verification?: VerifyResponse;
};

export type Attachment = {
  label: string;
  title: string | null;
  block: string | null;
  page: number | null;
};

export type Block = {
  id: string;
  type: BlockType;
  text: string;
  page: number;
  bbox: Box | null;
  parent: string | null;
  level: number | null;
  extractor: Extractor;
  confidence: number;
};

export type BlockType = 'title' | 'heading' | 'paragraph' | 'list_item' | 'table' | 'caption' | 'footnote' | 'endnote' | 'header' | 'footer' | 'textbox' | 'equation' | 'image' | 'memo';

/** x0, y0, x1, y1 from the top left corner of the page, y downwards */
export type Box = [number, number, number, number];

export type Cell = {
  row: number;
  col: number;
  row_span: number;
  col_span: number;
  text: string;
  header: boolean;
  page: number;
  bbox: Box | null;
  cell: string | null;
};

/** In the order of the request */
export type CheckedCitation = {
  /** null where `n` points at no source */
  doc_id: string | null;
  chunk_id: string | null;
  quote: string;
  /** the chunk holds the quote */
  found: boolean;
  /** null where no such chunk is visible */
  filename: string | null;
  anchors: Array<Anchor>;
};

export type CheckedSentence = {
  /** as it stands in the answer */
  text: string;
  refs: Array<number>;
  numbers: Array<string>;
  /** numbers of the sentence that the evidence does not hold */
  unsupported: Array<string>;
};

export type Chunk = {
  id: string;
  doc_id: string;
  kind: 'paragraph' | 'table';
  text: string;
  blocks: Array<string>;
  anchors: Array<Anchor>;
  path: Array<string>;
  outline: Array<string>;
  extractors: Array<Extractor>;
};

/** Names one chunk: chunk ids restart in each document */
export type ChunkRef = {
  doc_id: string;
  chunk_id: string;
};

export type ChunkRequest = {
  /** Any path part is stripped; only the last part of the name is used */
  filename: string;
  /** The file's bytes; an empty string is an empty file */
  data_base64: string;
  /** Characters of a chunk, 1000 unless told; below 200 is taken as 200, over 20000 as 20000 */
  budget?: number;
};

/** A document and its chunks; those of a zip carry the `doc_id` of the child they are from */
export type ChunkResponse = {
  document: Document;
  chunks: Array<Chunk>;
};

export type Citation = {
  chunk_id: string;
  doc_id: string;
  filename: string;
  path: Array<string>;
  outline: Array<string>;
  anchors: Array<Anchor>;
  extractors: Array<Extractor>;
  /** one line of the chunk, verbatim */
  quote: string;
  /** what a comparison table says about the quoted line; may be empty */
  revisions: Array<Revision>;
};

export type ContextRequest = {
  /** Name of one directory under the corpus root; no `..`, no separators */
  tenant: string;
  /** At most 2000 characters (code points), else 400 QUERY_TOO_LONG */
  query: string;
  /** Characters (code points) of the whole bundle; over 40000 as 40000 */
  budget?: number;
  /** Most results, 10 unless told; over 20 as 20 */
  limit?: number;
  /** Only documents that this principal may see; left out, only those that everybody may see */
  principal?: string;
};

export type ContextResponse = {
  tenant: string;
  query: string;
  chunks_searched: number;
  /** the value in force */
  budget: number;
  /** length of `context` in code points, headers included; never over `budget` */
  used: number;
  /** some found chunk did not fit, wholly or in part */
  truncated: boolean;
  /** `[n]` in an answer points at the element n - 1 */
  sources: Array<EvidenceSource>;
  /** blocks parted by a blank line: `[n] <filename> · <page>쪽 · <path joined by " > ">`, then the text of the chunk */
  context: string;
  skipped: Array<Skipped>;
};

export type DeleteRequest = {
  /** Name of one directory under the corpus root; no `..`, no separators */
  tenant: string;
  /** The listed name as it is, `dir/name` included; a member of a zip cannot be removed */
  filename: string;
};

export type DeleteResponse = {
  tenant: string;
  filename: string;
  deleted: true;
};

export type Document = {
  doc_id: string;
  schema_version: '0.1';
  source: Source;
  access: Access;
  structure: Structure;
  warnings: Array<Warning>;
  metrics: Metrics;
  acl: Acl | null;
  pages: Array<Page>;
  blocks: Array<Block>;
  tables: Array<Table>;
  children?: Array<Document>;
};

export type DocumentsRequest = {
  /** Name of one directory under the corpus root; no `..`, no separators */
  tenant: string;
  /** Only documents that this principal may see; left out, only those that everybody may see */
  principal?: string;
};

export type DocumentsResponse = {
  tenant: string;
  /** documents that were read */
  readable: number;
  /** documents that could not be read */
  unreadable: number;
  /** documents to look at once, the unreadable ones among them */
  needs_review: number;
  chunks: number;
  documents: Array<ListingEntry>;
};

/** One numbered source of an evidence bundle */
export type EvidenceSource = {
  /** the number that `[n]` in the bundle and in an answer points at */
  n: number;
  /** BM25; 0 means that no word of the query is in the chunk, not that it is poor */
  score: number;
  found_by: FoundBy;
  chunk_id: string;
  doc_id: string;
  filename: string;
  path: Array<string>;
  outline: Array<string>;
  anchors: Array<Anchor>;
  extractors: Array<Extractor>;
  kind: 'paragraph' | 'table';
  /** length in code points of this source's text in the bundle */
  chars: number;
  /** the text was shortened to fit the budget */
  cut: boolean;
  /** only where the same text stands in other files */
  also?: Array<SameText>;
};

export type Extractor = 'hwpx' | 'hwp' | 'docx' | 'pdf' | 'xlsx' | 'ocr';

export type FeedbackItem = {
  id: string;
  /** UTC */
  at: string;
  /** the consumer of the key; null on a server without keys */
  consumer: string | null;
  kind: FeedbackKind;
  doc_id?: string;
  filename?: string;
  tenant?: string;
  field?: string;
  expected?: string;
  note?: string;
};

export type FeedbackKind = 'unreadable' | 'wrong_value' | 'missing' | 'other';

export type FeedbackList = {
  /** items that the key may see, whatever the limit */
  total: number;
  items: Array<FeedbackItem>;
};

export type FeedbackRequest = {
  kind: 'unreadable' | 'wrong_value' | 'missing' | 'other';
  /** this or `filename` has to be there */
  doc_id?: string;
  /** this or `doc_id` has to be there */
  filename?: string;
  tenant?: string;
  /** which value is meant */
  field?: string;
  /** what it should be */
  expected?: string;
  note?: string;
};

export type FeedbackResponse = {
  recorded: true;
  id: string;
};

export type FileBody = {
  /** Any path part is stripped; only the last part of the name is used */
  filename: string;
  /** The file's bytes; an empty string is an empty file */
  data_base64: string;
};

export type Format = 'hwpx' | 'hwp' | 'docx' | 'pdf' | 'xlsx' | 'zip' | 'png' | 'jpeg' | 'tiff' | 'bmp' | 'webp' | 'gif' | 'unknown';

export type FoundBy = 'lexical' | 'semantic';

export type HealthResponse = {
  ok: boolean;
  version: string;
  /** only on a server without keys */
  tenants?: Array<string>;
  /** only on a server with keys, instead of the names */
  tenant_count?: number;
  /** only on a server without keys */
  consumers?: Array<string>;
  /** only on a server with keys, instead of the names */
  consumer_count?: number;
  auth: {
  /** the keyed routes need a key */
  required: boolean;
};
  /** `METHOD /path` */
  endpoints: Array<string>;
  /** kinds of files that this server reads */
  formats: Array<string>;
  /** bytes */
  max_upload: number;
  limits: {
  /** requests a minute and consumer; null: no limit */
  rate_limit: number | null;
  /** files read at once; null: no limit */
  max_parallel: number | null;
  /** files that are being read */
  parsing_now: number;
};
  vectors: {
  enabled: boolean;
  /** Korean wording of why it is off; null where it is on */
  reason: string | null;
  model: string | null;
};
  ocr: {
  available: boolean;
  engine: string | null;
  /** Korean wording of why it is off; null where it is on */
  reason: string | null;
};
  llm: {
  configured: boolean;
  /** empty where not configured */
  host: string;
  /** empty where not configured */
  model: string;
  /** false: nothing leaves the server */
  external: boolean;
};
  /** tenants whose files are being read */
  reading: Array<{
  /** only on a server without keys */
  tenant?: string;
  done: number;
  total: number;
}>;
};

/** A chunk that a search found; the order of hits is the order to show, never the score */
export type Hit = {
  /** BM25; 0 means that no word of the query is in the chunk, not that it is poor */
  score: number;
  found_by: FoundBy;
  chunk_id: string;
  doc_id: string;
  filename: string;
  path: Array<string>;
  outline: Array<string>;
  anchors: Array<Anchor>;
  extractors: Array<Extractor>;
  kind: 'paragraph' | 'table';
  text: string;
};

export type ListingEntry = ReadableEntry | UnreadableEntry;

/** JSON-RPC 2.0; a message without `id` is a notification */
export type McpMessage = {
  jsonrpc: '2.0';
  id?: string | number;
  method: string;
  params?: Record<string, unknown>;
};

/** JSON-RPC 2.0; either `result` or `error` */
export type McpReply = {
  jsonrpc: '2.0';
  id: string | number | null;
  result?: Record<string, unknown>;
  error?: {
  code: number;
  message: string;
};
};

export type Metrics = {
  parse_ms: number;
  extractor_mix: Record<string, number>;
};

/** Size of one page; null where the file does not state it */
export type Page = {
  width: number | null;
  height: number | null;
  unit: 'pt' | 'px' | null;
};

/** Body of every refused request (RFC 9457) */
export type Problem = {
  /** Stable relative reference to the description of the code */
  type: string;
  title: string;
  status: number;
  /** Korean wording for a person: what happened and what to do */
  detail: string;
  /** The code that clients branch on */
  reason: 'BODY_INVALID' | 'FILENAME_MISSING' | 'FILENAME_INVALID' | 'FILENAME_RESERVED' | 'BASE64_INVALID' | 'TENANT_INVALID' | 'QUERY_TOO_LONG' | 'LLM_NOT_CONFIGURED' | 'FEEDBACK_INVALID' | 'KEY_MISSING' | 'KEY_INVALID' | 'KEY_REQUIRED' | 'ADMIN_KEY_REQUIRED' | 'TENANT_FORBIDDEN' | 'ORIGIN_FORBIDDEN' | 'TENANT_NOT_FOUND' | 'FILE_NOT_FOUND' | 'ROUTE_NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'REQUEST_TIMEOUT' | 'FILE_EXISTS' | 'TOO_LARGE' | 'TRY_TOO_LARGE' | 'TRY_TIMEOUT' | 'RATE_LIMITED' | 'INTERNAL' | 'LLM_GATEWAY_FAILED' | 'BUSY' | 'INDEXING' | 'FEEDBACK_NOT_CONFIGURED' | 'KEYS_UNREADABLE' | 'STORAGE_FULL' | 'STORAGE_READ_ONLY' | 'STORAGE_UNAVAILABLE';
};

/** A document in a listing that was read */
export type ReadableEntry = {
  doc_id: string;
  /** listed name: `dir/name` in a subfolder, `bundle.zip/inner/name` in a zip */
  filename: string;
  readable: true;
  chunks: number;
  structure: Structure;
  /** read, but to be looked at once */
  review: boolean;
  review_reasons: Array<ReviewReason>;
};

export type Reason = 'EMPTY' | 'DRM_ENCRYPTED' | 'PASSWORD_PROTECTED' | 'CORRUPTED' | 'UNSUPPORTED_FORMAT' | 'NO_TEXT' | 'OCR_UNAVAILABLE' | 'LIMIT_EXCEEDED' | 'TIMEOUT' | 'PARSER_FAILED';

/** Why a document that was read should be looked at once */
export type ReviewReason = {
  code: WarningCode;
  text: string;
};

export type Revision = {
  kind: 'added' | 'deleted' | 'amended' | 'unchanged' | 'renumbered';
  label: string;
  current: string;
  revised: string;
  table?: string;
  page?: number;
};

/** Another place where the very same text stands */
export type SameText = {
  filename: string;
  doc_id: string;
  chunk_id: string;
  anchors: Array<Anchor>;
};

export type SearchRequest = {
  /** Name of one directory under the corpus root; no `..`, no separators */
  tenant: string;
  /** At most 2000 characters (code points), else 400 QUERY_TOO_LONG */
  query: string;
  /** Most results, 10 unless told; over 20 as 20 */
  limit?: number;
  /** Only documents that this principal may see; left out, only those that everybody may see */
  principal?: string;
};

export type SearchResponse = {
  tenant: string;
  query: string;
  chunks_searched: number;
  skipped: Array<Skipped>;
  /** in the engine's order; do not sort them by score */
  hits: Array<Hit>;
};

export type Section = {
  block: string;
  label: string | null;
  title: string | null;
  level: number;
  page: number;
  /** block of the section that this one stands in */
  parent: string | null;
};

/** Points at a chunk by `n`, or by `doc_id` and `chunk_id` together */
export type SentCitation = {
  /** points at `sources[n-1]` */
  n?: number;
  doc_id?: string;
  chunk_id?: string;
  /** the text that the chunk is said to hold; an empty one is never found */
  quote: string;
};

/** An element of `sources` as it was sent; further fields are ignored */
export type SentRef = {
  doc_id: string;
  chunk_id: string;
};

/** A document of the tenant that could not be read */
export type Skipped = {
  filename: string;
  readable: false;
  reason: Reason;
  /** Korean wording of `reason` with what to do; branch on `reason` */
  reason_text: string;
  /** left out where the product is not known */
  drm_vendor?: string;
};

export type Source = {
  filename: string;
  format: Format;
  bytes: number;
  pages: number;
  sha256: string;
  container_path: Array<string>;
};

/** What the document states about itself; nothing here is inferred from its name */
export type Structure = {
  title: string | null;
  doc_number: string | null;
  issued_date: string | null;
  issuer: string | null;
  recipient: string | null;
  recipients: Array<string>;
  sections: Array<Section>;
  attachments: Array<Attachment>;
  revisions: Array<Revision>;
};

export type Table = {
  id: string;
  block: string;
  page: number;
  bbox: Box | null;
  caption: string | null;
  rows: number;
  cols: number;
  header_rows: number;
  cells: Array<Cell>;
  grid: Array<Array<string>>;
  cell_range: string | null;
  parent: string | null;
  /** row and column of the cell of `parent` that holds this nested table */
  parent_cell: [number, number] | null;
};

export type TryResponse = {
  summary: TrySummary;
  document: Document;
  chunks: Array<Chunk>;
};

/** What a person wants to know first about a file */
export type TrySummary = {
  format: Format;
  pages: number;
  readable: boolean;
  reason: Reason | null;
  reason_text: string | null;
  title: string | null;
  blocks: number;
  tables: number;
  chunks: number;
  extractor_mix: Record<string, number>;
  warnings: Array<Warning>;
  parse_ms: number;
};

/** A document in a listing that could not be read */
export type UnreadableEntry = {
  filename: string;
  readable: false;
  reason: Reason;
  /** Korean wording of `reason` with what to do; branch on `reason` */
  reason_text: string;
  /** left out where the product is not known */
  drm_vendor?: string;
  doc_id: null;
  chunks: 0;
};

export type UploadRequest = {
  /** Name of one directory under the corpus root; no `..`, no separators */
  tenant: string;
  /** Any path part is stripped; only the last part of the name is used */
  filename: string;
  /** The file's bytes; an empty string is an empty file */
  data_base64: string;
  /** Replace a file of the same name; without it such an upload is refused with FILE_EXISTS */
  replace?: boolean;
};

export type UploadResponse = {
  tenant: string;
  /** the name under which the file is stored and listed */
  filename: string;
  bytes: number;
  stored: true;
  doc_id: string;
  /** for a zip: whether any member was read */
  readable: boolean;
  reason: Reason | null;
  /** for a zip: of all members */
  chunks: number;
};

/** consumer → route → counts; requests with a wrong key stand under `unknown` */
export type UsageByConsumer = Record<string, Record<string, UsageCounters>>;

/** Counts of one route since the server started */
export type UsageCounters = {
  calls: number;
  errors: number;
  bytes_in: number;
  ms: number;
};

export type UsageResponse = {
  consumers: UsageByConsumer;
};

export type VerifyRequest = {
  /** Name of one directory under the corpus root; no `..`, no separators */
  tenant: string;
  /** text with `[n]` references */
  answer: string;
  /** the `sources` of /context, in their order */
  sources?: Array<SentRef>;
  citations?: Array<SentCitation>;
  /** Only documents that this principal may see; left out, only those that everybody may see */
  principal?: string;
};

/** Places, not a verdict: only numbers, references and quotations are checked */
export type VerifyResponse = {
  tenant: string;
  /** no unknown reference, no unsupported number, and every quotation found */
  grounded: boolean;
  evidence_chunks: Array<ChunkRef>;
  /** sources that name no visible chunk, as sent */
  unknown_sources: Array<SentRef>;
  /** reference numbers that point at no source */
  unknown_refs: Array<number>;
  sentences: Array<CheckedSentence>;
  citations: Array<CheckedCitation>;
  unsupported_numbers: Array<string>;
};

export type Warning = {
  code: WarningCode;
  text: string;
  page: number | null;
  block: string | null;
};

export type WarningCode = 'LAYOUT_ANALYSIS_SKIPPED' | 'TABLE_GRID_UNCERTAIN' | 'OUTLINE_UNCERTAIN' | 'OCR_LOW_CONFIDENCE' | 'TEXT_LAYER_SUSPECT' | 'PAGES_ESTIMATED' | 'PAGES_UNKNOWN' | 'PARTIAL_READ' | 'DISTRIBUTION_ONLY' | 'EXTENSION_MISMATCH' | 'TRACKED_CHANGES' | 'HIDDEN_CONTENT';
