import { readdir } from 'node:fs/promises';
import { cleanTenantName } from '../shared/names.ts';

/** Names of the tenants: directories below the corpus root that are no symbolic links and not hidden. */
export async function tenantNames(corpus: string): Promise<string[]> {
  const entries = await readdir(corpus, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => cleanTenantName(entry.name));
  return [...new Set(names.filter((name) => name !== null))].sort();
}
