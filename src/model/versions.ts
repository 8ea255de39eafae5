/** Version of the Document resource on the wire (specification: schema_version). */
export const SCHEMA_VERSION = '0.1';

/** Version of the interface description served at /openapi.json. */
export const INTERFACE_VERSION = '0.1.0';

/** Raise it whenever the same bytes may read differently than before. */
export const PARSER_VERSION = 2;

/** Names the generation of parsed files in the cache. */
export const CACHE_GENERATION = `v${PARSER_VERSION}`;
