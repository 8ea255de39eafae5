import { statfs } from 'node:fs/promises';

/**
 * Local file systems, on which the kernel reports every change that is made through it: statfs(2) magic numbers of ext2 to
 * ext4, xfs, btrfs, tmpfs, ramfs, zfs, f2fs, bcachefs, jfs, overlayfs, FAT, exFAT, NTFS. On all others (NFS, CIFS, FUSE,
 * Ceph, 9p…) somebody else can change a file without this kernel knowing.
 */
const LOCAL: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x858458f6, 0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x3153464a, 0x794c7630, 0x4d44,
  0x2011bab0, 0x7366746e,
]);

/** Whether changes below the directory are reported, and looking at a file does not wait for a network. */
export async function isLocal(directory: Buffer | string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    return LOCAL.has(Number((await statfs(directory, { bigint: true })).type & 0xffffffffn));
  } catch {
    return false;
  }
}
