import { layOut, startEngine } from './layout-engine.ts';
import type { LayoutReply, LayoutRequest } from './layout-protocol.ts';

/** The engine's memory never shrinks: 200 MB after ten large documents, more only after one that is larger still. */
const RESIDENT_MAX = 300 * 1024 * 1024;

/** The process that runs the layout engine: one document at a time, killed from outside when it takes too long. */
startEngine();

process.on('message', ({ job, bytes }: LayoutRequest) => {
  let layout: LayoutReply['layout'] = null;
  let crashed = false;
  try {
    layout = layOut(bytes);
  } catch (error) {
    // What the engine says can hold document text; that it refused is all that matters. A trap leaves its memory in disorder.
    crashed = error instanceof Error && error.name === 'RuntimeError';
  }
  const spent = crashed || process.memoryUsage.rss() > RESIDENT_MAX;
  const reply: LayoutReply = { job, layout, spent };
  process.send?.(reply, () => {
    if (spent) process.exit(0);
  });
});
// Nobody is left to lay out for.
process.on('disconnect', () => process.exit(0));
