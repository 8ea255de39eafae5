// A reading child that does what the document tells it to: {"do": "<behaviour>", …}.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs';

const CHANNEL = 3;
let busy = false;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const forever = () => {
  for (;;);
};

const behaviours = {
  async good({ order, request }) {
    if (order.ms) await wait(order.ms);
    writeFileSync(request.out, createHash('sha256').update(JSON.stringify(order)).digest('hex'));
  },
  unreadable: () => ({ readable: false, reason: 'CORRUPTED' }),
  loop({ order }) {
    if (order.mark) writeFileSync(order.mark, 'looping');
    forever();
  },
  async 'loop with beats'({ job }) {
    for (;;) {
      process.send({ kind: 'beat', job });
      const until = Date.now() + 50;
      while (Date.now() < until);
    }
  },
  heap() {
    const kept = [];
    for (;;) kept.push(new Array(200_000).fill(kept.length + 0.5));
  },
  buffers() {
    const kept = [];
    for (;;) kept.push(Buffer.alloc(8 << 20, 1));
  },
  'untouched buffers'() {
    const kept = [];
    for (;;) kept.push(new ArrayBuffer(32 << 20));
  },
  exit: () => process.exit(0),
  abort: () => process.abort(),
  segfault: () => {
    process.kill(process.pid, 'SIGSEGV');
    forever();
  },
  'stack overflow'() {
    // Outside of any promise, so that it ends the process.
    setImmediate(() => {
      const deeper = (n) => deeper(n + 1) + 1;
      deeper(0);
    });
    return wait(60_000);
  },
  'flood stdout'({ request, order }) {
    const piece = Buffer.alloc(1 << 16, 'x');
    for (let i = 0; i < 16_000; i++) writeSync(1, piece);
    return behaviours.good({ order, request });
  },
  'flood stderr'() {
    const piece = Buffer.alloc(1 << 16, 'x');
    for (;;) writeSync(2, piece);
  },
  'flood messages'({ job }) {
    const text = `${JSON.stringify({ kind: 'beat', job })}\n`.repeat(1000);
    for (;;) sendRaw(text);
  },
  'endless message'() {
    const piece = 'x'.repeat(1 << 16);
    for (;;) sendRaw(piece);
  },
  async garbage() {
    sendRaw('not a message\n');
    await wait(60_000);
  },
  async 'wrong message'() {
    process.send({ kind: 'done', job: 'all', readable: 'yes' });
    await wait(60_000);
  },
  async stop() {
    process.kill(process.pid, 'SIGSTOP');
    await wait(60_000);
  },
  async 'close channel'() {
    process.disconnect();
    await wait(60_000);
  },
  throws() {
    throw new Error('a bug');
  },
  'refused and told'() {
    throw new RangeError('Array buffer allocation failed');
  },
  'disk full'() {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  },
  async grandchild({ order }) {
    spawn(
      process.execPath,
      ['-e', `require('node:fs').writeFileSync(${JSON.stringify(order.mark)}, String(process.pid)); setInterval(() => {}, 1000)`],
      {
        stdio: 'inherit',
        detached: order.detached ?? false,
      },
    );
    await wait(60_000);
  },
  async 'leave a grandchild'({ order }) {
    void behaviours.grandchild({ order });
    while (!existsSync(order.mark) || readFileSync(order.mark, 'utf8') === '') await wait(10);
    process.exit(1);
  },
  async 'grandchild takes memory'() {
    spawn(process.execPath, ['-e', 'const kept = []; setInterval(() => kept.push(Buffer.alloc(8 << 20, 1)), 5)'], {
      stdio: 'ignore',
    });
    await wait(60_000);
  },
  /** Does its job, and the process dies of it afterwards. */
  'dies later'({ request, order }) {
    setTimeout(() => process.exit(3), order.ms ?? 0);
    return behaviours.good({ order: { ...order, ms: 0 }, request });
  },
  'keeps memory'({ request, order }) {
    globalThis.kept = Buffer.alloc(order.bytes, 1);
    return behaviours.good({ order, request });
  },
  async environment({ request }) {
    writeFileSync(request.out, JSON.stringify(process.env));
  },
  async limits({ request }) {
    writeFileSync(request.out, readFileSync('/proc/self/limits'));
  },
};

function sendRaw(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(CHANNEL, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

process.on('message', async (request) => {
  const { job } = request;
  if (busy) process.exit(9);
  busy = true;
  const order = JSON.parse(readFileSync(request.file ?? request.parsed, 'utf8'));
  try {
    if (!order.mute) process.send({ kind: 'sniffed', job, format: order.format ?? 'hwpx' });
    const result = await behaviours[order.do]({ job, request, order });
    busy = false;
    process.send({ kind: 'done', job, readable: true, reason: null, ...result });
  } catch (error) {
    busy = false;
    process.send({ kind: 'failed', job, error: error.message });
  }
});
process.on('disconnect', () => process.exit(0));
