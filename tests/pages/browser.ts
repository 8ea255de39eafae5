import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

const CHROMIUM = '/usr/bin/chromium';

/** Tests in a real browser: in CI a missing one fails, elsewhere it skips and says so. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (existsSync(CHROMIUM)) describe(name, tests);
  else if (process.env.CI) {
    describe(name, () => {
      it('has a browser', () => {
        throw new Error(`${CHROMIUM} is missing: apt-get install chromium`);
      });
    });
  } else {
    console.warn(`skipped: "${name}" needs ${CHROMIUM}`);
    describe.skip(name, tests);
  }
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
}

/** A page that notes what it must not do: errors, breaches of its policy, requests to anybody else. */
export class WatchedPage {
  readonly page: Page;
  readonly faults: string[] = [];

  private constructor(page: Page, origin: string) {
    this.page = page;
    page.on('pageerror', (error) => this.faults.push(`error: ${error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      // A refusal of the server is part of what is tested; the browser tells it as an error of its own.
      if (message.type() === 'error' && !text.startsWith('Failed to load resource')) this.faults.push(`console: ${text}`);
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(url)) this.faults.push(`request to ${url}`);
    });
    page.on('response', (response) => {
      if (response.url().includes('/assets/') && response.status() >= 400) this.faults.push(`missing ${response.url()}`);
    });
  }

  static async open(browser: Browser, origin: string, path: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'ko-KR', ...options });
    context.setDefaultTimeout(45_000);
    const watched = new WatchedPage(await context.newPage(), origin);
    await watched.page.goto(origin + path);
    return watched;
  }

  /** Nothing wrong so far, nothing serious for a screen reader, nothing wider than the window. */
  async isSound(what: string): Promise<void> {
    expect(this.faults, what).toEqual([]);
    expect(await this.accessFaults(), `${what}: accessibility`).toEqual([]);
    const wider = await this.page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    expect(wider, `${what}: wider than the window`).toBeLessThanOrEqual(0);
  }

  private async accessFaults(): Promise<string[]> {
    await this.page.evaluate(axe.source);
    // The frame of evidence may run no script, so that only its element is looked at.
    const { violations } = await this.page.evaluate<AxeResult>('axe.run(document, { iframes: false })');
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  }

  /** What the keyboard is on, in words. */
  focused(): Promise<string> {
    return this.page.evaluate('document.activeElement.dataset.sample ?? document.activeElement.textContent');
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

interface AxeResult {
  violations: { id: string; impact: string; nodes: { html: string }[] }[];
}
