import type { Service } from '../../service/service.ts';

const BAR_WIDTH = 30;
const BAR_EVERY_MS = 200;
/** Where nobody watches, a line now and then. */
const LINE_EVERY_MS = 5000;

/** On stderr: a bar in a terminal, lines elsewhere. */
export function showProgress(service: Service): { end(): void } {
  const { isTTY } = process.stderr;
  const timer = setInterval(
    () => {
      const reading = service.openTenants?.reading() ?? [];
      if (reading.length === 0) return;
      const done = reading.reduce((sum, tenant) => sum + tenant.done, 0);
      const total = reading.reduce((sum, tenant) => sum + tenant.total, 0);
      process.stderr.write(isTTY ? `\r${bar(done, total)}` : `${done} of ${total} files read\n`);
    },
    isTTY ? BAR_EVERY_MS : LINE_EVERY_MS,
  );
  return {
    end() {
      clearInterval(timer);
      if (isTTY) process.stderr.write('\r\u001b[K');
    },
  };
}

export function bar(done: number, total: number): string {
  const filled = total === 0 ? 0 : Math.floor((BAR_WIDTH * done) / total);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${done}/${total}\u001b[K`;
}
