import { OPERATION_LIST } from '../../contract/operations.ts';

/** `/docs/{name}.md` as Fastify writes it. */
export function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

const TEMPLATES = OPERATION_LIST.map(([, { method, path }]) => ({
  method,
  pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The methods that an address has, for `Allow`; empty for an address that does not exist. */
export function methodsOf(url: string): string[] {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const methods = TEMPLATES.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method as string);
  return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort();
}
