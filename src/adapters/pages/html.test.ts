import { describe, expect, it } from 'vitest';
import { html } from './html.ts';

describe('a page template', () => {
  it('escapes what enters it, in text and in attributes', () => {
    const evil = `<script>alert("1")</script>&'`;
    const safe = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;';
    expect(html`<p title="${evil}">${evil}</p>`.text).toBe(`<p title="${safe}">${safe}</p>`);
  });

  it('takes numbers, lists and other templates as they are', () => {
    expect(html`<ul>${[1, 2].map((n) => html`<li>${n}</li>`)}</ul>${'a<b'}`.text).toBe('<ul><li>1</li><li>2</li></ul>a&lt;b');
  });
});
