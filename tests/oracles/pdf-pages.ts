import { execFileSync, spawnSync } from 'node:child_process';

/** Poppler is the referee of page numbers: it shares no code with what is measured. */
export function hasPdfReferee(): boolean {
  return spawnSync('pdftotext', ['-v'], { stdio: 'ignore' }).error === undefined;
}

/** The text of each page without white space and leaders, which no two programs set alike. */
export function pdfPages(file: string): string[] {
  const text = execFileSync('pdftotext', ['-enc', 'UTF-8', file, '-'], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return text.split('\f').slice(0, -1).map(bare);
}

export function bare(text: string): string {
  return text.replace(/[\s\u00a0\u2007\u00ad\ufffc·․‥…]/g, '');
}
