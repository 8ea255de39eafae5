#!/usr/bin/env bash
# From the carried bundle to the first cited answer in a fresh Debian without network. The steps are those of docs/install.md, taken
# out of it word for word. As root, after `npm run bundle`: bash scripts/try-offline.sh [FILE...]
# Without files the two letters that come with the pages are asked, and with files these as well: the question is about one of them.
set -euo pipefail
cd "$(dirname "$0")/.."
bundle=$(ls bundle/geungeo-*-linux-*.tar.gz | tail -1)
command -v debootstrap >/dev/null || { echo "try-offline: apt-get install debootstrap" >&2; exit 1; }
root=$(mktemp -d)
trap 'umount -l "$root/proc" "$root/dev" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
mirror=$(awk '/^URIs:/ {print $2; exit}' /etc/apt/sources.list.d/debian.sources)
echo "a fresh Debian from $mirror…"
debootstrap --variant=minbase --include=sudo bookworm "$root" "$mirror" >"$root.log" 2>&1 || { cat "$root.log" >&2; exit 1; }
rm -f "$root.log"

# mktemp made the root of the new system readable by root alone.
chmod 755 "$root"
echo "127.0.0.1 localhost $(hostname)" >"$root/etc/hosts"
mkdir -p "$root/root/try/documents"
cp "$bundle" "$bundle.sha256" "$root/root/try/"
cp src/adapters/pages/assets/sample.hwpx src/adapters/pages/assets/sample.pdf "$@" "$root/root/try/documents/"
# The block of install.md that begins with the checksum.
steps=$(awk '/^```sh$/ {block = ""; inside = 1; next} /^```$/ {if (inside && block ~ /^sha256sum -c/) printf "%s", block; inside = 0}
  inside {block = block $0 "\n"}' docs/install.md)
[ -n "$steps" ] || { echo "try-offline: docs/install.md has no steps" >&2; exit 1; }
printf 'set -ex\ncd /root/try\n%s\n' "$steps" >"$root/root/steps.sh"

mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
interfaces=$(unshare -n sh -c 'tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " \n"')
began=$(date +%s)
unshare -n chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  sh /root/steps.sh | tee "$root/root/said"
took=$(($(date +%s) - began))
grep -q '^\[1\] .*쪽' "$root/root/said" || { echo "try-offline: the answer has no citation" >&2; exit 1; }
echo "from the tarball to the first cited answer over $(ls "$root/root/try/documents" | wc -l) files: $took s (network interfaces: $interfaces)"
[ "$took" -lt 300 ] || { echo "try-offline: more than five minutes" >&2; exit 1; }
