#!/usr/bin/env bash
# From an unpacked bundle to the first cited answer, in a fresh Debian without network: the steps of docs/install.md, timed.
# As root, after `npm run bundle`: bash scripts/try-offline.sh FILE... "QUESTION"
set -euo pipefail
cd "$(dirname "$0")/.."
bundle=$(ls bundle/geungeo-*-linux-*.tar.gz | tail -1)
question=${!#}
files=("${@:1:$#-1}")
command -v debootstrap >/dev/null || { echo "try-offline: apt-get install debootstrap" >&2; exit 1; }
root=$(mktemp -d)
trap 'umount -l "$root/proc" "$root/dev" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
mirror=$(awk '/^URIs:/ {print $2; exit}' /etc/apt/sources.list.d/debian.sources)
debootstrap --variant=minbase bookworm "$root" "$mirror" >/dev/null
mkdir -p "$root/root/try"
cp "$bundle" "$bundle.sha256" "${files[@]}" "$root/root/try/"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
cat >"$root/root/try/steps.sh" <<'STEPS'
set -e
cd /root/try
began=$(date +%s)
name=$(basename geungeo-*.tar.gz .tar.gz)
sha256sum -c "$name.tar.gz.sha256"
tar xzf "$name.tar.gz"
sh "$name/install.sh"
mkdir -p /var/lib/geungeo/corpus/mois
for file in *; do case "$file" in geungeo-*|steps.sh) ;; *) cp "$file" /var/lib/geungeo/corpus/mois/ ;; esac; done
geungeo ask mois "$1" --corpus /var/lib/geungeo/corpus --cache /var/cache/geungeo
echo "from the tarball to the first cited answer: $(($(date +%s) - began)) s; network interfaces: $(tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' ' | tr '\n' ' ')"
STEPS
env -u NODE_EXTRA_CA_CERTS unshare -n chroot "$root" /bin/sh /root/try/steps.sh "$question"
