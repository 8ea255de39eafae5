import { openApiDescription } from '../../contract/openapi.ts';

let text: string | null = null;

/** Made once, when it is first asked for: it takes longer than all the rest of the start. */
export function openApiText(): string {
  text ??= JSON.stringify(openApiDescription());
  return text;
}
