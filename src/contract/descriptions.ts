import type { OperationName, ToolName } from './operations.ts';

const FILE =
  'Send the raw bytes as `application/octet-stream` with the name in the header `X-Filename` (percent-encoded) or the query `filename`, ' +
  'or JSON with `filename` and `data_base64`. A file that cannot be read is no request error: `access.readable` is false and ' +
  '`access.reason` says why.';

const LISTING =
  "Reads the tenant's files now, so that the next query is fast. Documents that the principal may not see are absent. The documents in " +
  'a zip are listed as `<zip name>/<inner path>`; what could not be read is listed with its reason.';

const VIEW =
  'A page of its own: the answer, what made it, and the evidence painted onto the page image where the original has one (pdf, images), ' +
  'else page and place in words. Documents that could not be read are named at the top, with what to do.';

/** What an operation does, for developers. */
export const DESCRIPTIONS: Readonly<Record<OperationName, string>> = {
  home: 'What the engine does, a quick start, the three ways to use it, evaluation figures.',
  demo: 'What is loaded, a question, its evidence. On a server with keys the page asks for a key and keeps it in its memory only.',
  doc: 'Documentation in Markdown, the very file of the repository.',
  asset: 'Styles, scripts and fonts of the pages, nothing else.',
  health:
    'Formats, limits in force, whether keys are needed, whether meaning is searched, whether OCR and a gateway are there and whether that ' +
    'gateway is outside. Names of tenants and consumers are given on a server without keys only, else their number.',
  openapi: 'OpenAPI 3.1 description of the whole interface.',
  metrics: 'With the administrative key; on a server without keys from the loopback address.',
  tryPage: 'Reads one file in the browser and shows what was found in it. Nothing is stored.',
  tryParse: `${FILE} Nothing is stored, the cache included. At most 10 MB and 60 seconds (422), 20 an hour and address (429), one at a time (503).`,
  parse: `${FILE} A zip is one document of format \`zip\` with a document for each member in \`children\`.`,
  chunk: `${FILE} \`budget\` sets the length of a chunk in characters; in a query and a body at once the one in the query holds.`,
  listDocuments: LISTING,
  listDocumentsByBody: LISTING,
  uploadDocument:
    'Stores the file and reads it at once. The tenant is created where it does not exist. A file that cannot be read is stored all the ' +
    'same, with `readable` false and the reason. A name that is taken is 409 unless `replace` is set. `tenant` and `replace` stand in the ' +
    'query with raw bytes and in the body with JSON. Works on servers with a key only.',
  deleteDocument:
    'Removes the file from the folder and the index at once. Parsed text in the cache stays until the retention tool purges it. Works on ' +
    'servers with a key only.',
  search:
    "Chunks of the tenant's documents for a query, in the order to show them: do not sort by `score`. With vectors on half are found by " +
    'words and half by meaning. `skipped` names the documents that could not be read and so were not searched.',
  context:
    'Finds chunks and lays them out as numbered blocks within a budget of characters. An answer that cites `[n]` points at `sources[n-1]`, ' +
    'whose anchors locate the text on the original. Instructions for the model are yours; this is the evidence.',
  answer:
    'Without `llm` the answer is extracted line by line from the documents and nothing is invented. With `llm` it is written by the ' +
    'configured gateway and passed on only where its numbers, references and quotations stand the checks of /verify. A question that ' +
    'cannot be answered is 200 with `answered` false and a `reason`.',
  view: VIEW,
  viewByBody: VIEW,
  verify:
    'Checks references `[n]`, numbers of two or more characters and quotations of an answer against the chunks that `sources` and ' +
    '`citations` name; nothing named is no evidence. It gives the places that do not hold and rewrites nothing.',
  mcp:
    'Seven tools on top of the routes: read_document, list_documents, search_documents, get_evidence, verify_answer, add_document, ' +
    'remove_document. A notification is answered 202 without a body. Requests of a browser from another origin are refused.',
  sendFeedback: 'Says which document and what is wrong with it. The sender is recorded by key; document bodies are not accepted.',
  listFeedback: 'The administrative key sees all items, a service key its own; on a server without keys all are seen.',
  usage: 'A service key sees its own counts only. Counted since the server started. Works on servers with a key only.',
};

/** What a tool does, for the language model that chooses among them: no routes, no headers. */
export const TOOL_DESCRIPTIONS: Readonly<Record<ToolName, string>> = {
  read_document:
    'Read one file (hwpx, hwp, docx, xlsx, pdf, image, zip) given as base64 and return its structure, tables and chunks with their pages. ' +
    'Nothing is stored. A file that cannot be read comes back with access.readable false and a reason.',
  list_documents:
    'List the documents of a tenant: names, titles, dates, how many chunks each has, and which could not be read and why.',
  search_documents:
    'Find passages in the documents of a tenant. Returns chunks with file name, page and place, in the order to use them. skipped names ' +
    'documents that could not be read and so were not searched.',
  get_evidence:
    'Get numbered evidence for a question as one text within a budget of characters. Cite [n] in an answer; it points at sources[n-1].',
  verify_answer:
    'Check an answer that cites [n] against its sources: references that point nowhere, numbers that the evidence does not hold, ' +
    'quotations that are not there. Pass the sources of get_evidence unchanged.',
  add_document:
    'Store a file given as base64 in a tenant and read it at once. A name that is taken is refused unless replace is true.',
  remove_document: 'Remove a file from a tenant by the name under which list_documents gives it.',
};
