import { type Html, html } from './html.ts';
import type { Say } from './language.ts';

/** A command to paste, with a button that copies it where scripts run. */
export function command(say: Say, label: string, text: string): Html {
  return html`<div class="command"><pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>
<button type="button" class="button third small" data-copy hidden>${say('복사', 'Copy')}<span class="sr-only">: ${label}</span></button></div>`;
}

/** A word of a shell that stands for itself. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
