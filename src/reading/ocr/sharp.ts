import sharp, { type Sharp } from 'sharp';

// One picture at a time and nothing kept: the process has its own memory limit, and cores are shared out between processes.
sharp.concurrency(1);
sharp.cache(false);
// Only what we call images: libvips can also be made to render SVG or to run other loaders by a file's content.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Tiff', 'Webp', 'Nsgif'].map((loader) => `VipsForeignLoad${loader}`),
});

export { type Sharp, sharp };
