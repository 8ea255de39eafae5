/** Writes a compound file ([MS-CFB] version 3) with the given streams; a path's storages are made as needed. */
const SECTOR = 512;
const MINI = 64;
const CUTOFF = 4096;
const END = 0xfffffffe;
const FREE = 0xffffffff;
const FAT_SECTOR = 0xfffffffd;

interface Node {
  name: string;
  type: 1 | 2 | 5;
  children: Node[];
  data: Buffer;
  start: number;
  index: number;
}

export function makeCfb(streams: Record<string, Buffer | string>): Buffer {
  const root = node('Root Entry', 5);
  for (const [path, data] of Object.entries(streams)) {
    const parts = path.split('/');
    const name = parts.pop() as string;
    let at = root;
    for (const part of parts) {
      let next = at.children.find((child) => child.name === part && child.type === 1);
      if (!next) {
        next = node(part, 1);
        at.children.push(next);
      }
      at = next;
    }
    at.children.push(node(name, 2, Buffer.from(data as string)));
  }
  const all: Node[] = [];
  const number = (n: Node): void => {
    n.index = all.push(n) - 1;
    n.children.forEach(number);
  };
  number(root);

  const sectors: Buffer[] = [];
  const fat: number[] = [];
  const miniFat: number[] = [];
  const miniParts: Buffer[] = [];
  const place = (data: Buffer): number => {
    if (data.length === 0) return END;
    const first = sectors.length;
    for (let at = 0; at < data.length; at += SECTOR) {
      const sector = Buffer.alloc(SECTOR);
      data.copy(sector, 0, at, Math.min(at + SECTOR, data.length));
      sectors.push(sector);
      fat.push(at + SECTOR < data.length ? sectors.length : END);
    }
    return first;
  };
  for (const n of all) {
    if (n.type !== 2) continue;
    if (n.data.length >= CUTOFF) n.start = place(n.data);
    else if (n.data.length > 0) {
      n.start = miniFat.length;
      for (let at = 0; at < n.data.length; at += MINI) {
        const part = Buffer.alloc(MINI);
        n.data.copy(part, 0, at, Math.min(at + MINI, n.data.length));
        miniParts.push(part);
        miniFat.push(at + MINI < n.data.length ? miniFat.length + 1 : END);
      }
    }
  }
  root.data = Buffer.concat(miniParts);
  root.start = place(root.data);
  const miniFatStart = place(numbers(miniFat));
  const miniFatSectors = Math.ceil((miniFat.length * 4) / SECTOR);
  const directoryStart = place(Buffer.concat(all.map(entry)));

  let fatSectors = 1;
  while (fatSectors * (SECTOR / 4) < sectors.length + fatSectors) fatSectors++;
  const fatStart = sectors.length;
  for (let i = 0; i < fatSectors; i++) fat.push(FAT_SECTOR);
  const fatBytes = Buffer.alloc(fatSectors * SECTOR, 0xff);
  numbers(fat).copy(fatBytes);

  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(fatSectors, 44);
  header.writeUInt32LE(directoryStart, 48);
  header.writeUInt32LE(CUTOFF, 56);
  header.writeUInt32LE(miniFatStart, 60);
  header.writeUInt32LE(miniFatSectors, 64);
  header.writeUInt32LE(END, 68);
  for (let i = 0; i < 109; i++) header.writeUInt32LE(i < fatSectors ? fatStart + i : FREE, 76 + i * 4);
  return Buffer.concat([header, ...sectors, fatBytes]);
}

function node(name: string, type: Node['type'], data: Buffer = Buffer.alloc(0)): Node {
  return { name, type, children: [], data, start: END, index: 0 };
}

function numbers(values: number[]): Buffer {
  const out = Buffer.alloc(Math.ceil((values.length * 4) / SECTOR) * SECTOR, 0xff);
  values.forEach((value, i) => {
    out.writeUInt32LE(value, i * 4);
  });
  return out;
}

/** Siblings hang as one right-leaning branch: legal for every reader that walks the tree. */
function entry(n: Node, _: number, all: Node[]): Buffer {
  const out = Buffer.alloc(128);
  const name = Buffer.from(`${n.name}\0`, 'utf16le');
  name.copy(out);
  out.writeUInt16LE(name.length, 64);
  out.writeUInt8(n.type, 66);
  out.writeUInt8(1, 67);
  const parent = all.find((other) => other.children.includes(n));
  const next = parent?.children[parent.children.indexOf(n) + 1];
  out.writeUInt32LE(FREE, 68);
  out.writeUInt32LE(next ? next.index : FREE, 72);
  out.writeUInt32LE(n.children[0] ? n.children[0].index : FREE, 76);
  out.writeUInt32LE(n.start === END ? (n.type === 1 ? 0 : END) : n.start, 116);
  out.writeUInt32LE(n.data.length, 120);
  return out;
}
