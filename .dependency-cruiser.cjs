/** The house rules of src/: imports only go down. `npm run layers` checks them. */
const only = (from, allowed, comment) => ({
  name: `${from.replaceAll('/', '-')}-imports`,
  comment,
  severity: 'error',
  from: { path: `^src/${from}/`, pathNot: '\\.test\\.ts$' },
  to: { path: '^src/', pathNot: [`^src/${from}/`, ...allowed.map((folder) => `^src/${folder}`)] },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'nobody-enters-reading',
      comment: 'the server process never loads a parser: parsing/ starts reading/child by its path',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/reading/', '\\.test\\.ts$'] },
      to: { path: '^src/reading/' },
    },
    only('model', [], 'resources know nothing but each other'),
    only('shared', ['model/'], 'small and pure'),
    only('contract', ['model/'], 'requests and responses are made of resources'),
    only('config', ['shared/', 'model/', 'contract/'], 'settings'),
    only('parsing', ['shared/', 'contract/', 'model/'], "the server's side of the wall"),
    only('search', ['parsing/', 'shared/', 'contract/', 'model/'], 'finding'),
    only('corpus', ['search/', 'parsing/', 'shared/', 'contract/', 'model/'], "tenants' folders"),
    only('evidence', ['search/', 'parsing/', 'shared/', 'contract/', 'model/'], 'proving'),
    only(
      'service',
      ['evidence/', 'corpus/', 'search/', 'parsing/', 'shared/', 'contract/', 'model/', 'config/'],
      'one file per operation',
    ),
    only('adapters', ['service/', 'config/', 'shared/', 'contract/', 'model/', 'parsing/'], 'the doors know the service'),
    only('reading/container', ['reading/unreadable\\.ts', 'shared/', 'model/'], 'hostile containers'),
    only('reading/sniff', ['reading/container/', 'reading/unreadable\\.ts', 'shared/', 'model/'], 'what the bytes are'),
    only(
      'reading/paging',
      ['reading/container/', 'reading/content\\.ts', 'reading/unreadable\\.ts', 'shared/', 'model/'],
      'page numbers',
    ),
    only(
      'reading/structure',
      ['reading/content\\.ts', 'reading/table-text\\.ts', 'shared/', 'model/'],
      'what a document says about itself',
    ),
    only('reading/chunking', ['reading/table-text\\.ts', 'shared/', 'model/'], 'Document to chunks'),
    only(
      'reading/formats',
      [
        'reading/paging/',
        'reading/ocr/',
        'reading/sniff/',
        'reading/container/',
        'reading/content\\.ts',
        'reading/table-text\\.ts',
        'reading/unreadable\\.ts',
        'shared/',
        'model/',
      ],
      'readers',
    ),
    {
      name: 'readers-do-not-import-each-other',
      severity: 'error',
      from: { path: '^src/reading/formats/([^/]+)/' },
      to: { path: '^src/reading/formats/([^/]+)/', pathNot: ['^src/reading/formats/$1/', '^src/reading/formats/hangul/'] },
    },
    ...[
      ['yauzl', 'src/reading/container/zip\\.ts'],
      ['saxes', 'src/reading/container/xml\\.ts'],
      ['numfmt', 'src/reading/formats/xlsx/[^/]+\\.ts'],
      ['@rhwp/core', 'src/reading/paging/layout-engine\\.ts'],
      ['fastify', 'src/adapters/http/'],
    ].map(([name, home]) => ({
      name: `one-home-for-${name.replaceAll(/\W/g, '-')}`,
      comment: 'a third-party part is imported in one place',
      severity: 'error',
      from: { path: '^src/', pathNot: [`^${home}`, '\\.test\\.ts$'] },
      to: { path: `node_modules/${name}` },
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
  },
};
