// Writes the types of the TypeScript client from the description that the server itself gives. After `npm run build`:
//   node scripts/make-client-types.mjs           writes clients/ts/src/types.ts
//   node scripts/make-client-types.mjs --check   fails where the file is not what would be written
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../clients/ts/src/types.ts', import.meta.url));
const { openApiText } = await import('../dist/adapters/http/openapi-text.js');
const { schemas } = JSON.parse(openApiText()).components;

/** @param {any} schema @returns {string} */
function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return [...new Set(choice.map(typeOf))].join(' | ');
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`;
      return `Array<${schema.items ? typeOf(schema.items) : 'unknown'}>`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }) {
  const names = Object.keys(properties);
  if (names.length === 0) {
    const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return `Record<string, ${rest}>`;
  }
  const fields = names.map((name) => {
    const said = properties[name].description;
    const comment = said ? `  /** ${said.replaceAll('*/', '* /')} */\n` : '';
    return `${comment}  ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(properties[name])};`;
  });
  return `{\n${fields.join('\n')}\n}`;
}

function literal(value) {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
}

const parts = Object.entries(schemas).map(([name, schema]) => {
  const comment = schema.description ? `/** ${schema.description.replaceAll('*/', '* /')} */\n` : '';
  return `${comment}export type ${name} = ${typeOf(schema)};\n`;
});
const text = `// Made from the contract by scripts/make-client-types.mjs; not to be edited by hand.\n\n${parts.join('\n')}`;
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('clients/ts/src/types.ts is not what the contract gives: run node scripts/make-client-types.mjs');
  process.exit(1);
}
