#!/usr/bin/env bash
# Installs what geungeo and its tests take from Debian. Safe to run again: what is there is left alone.
set -euo pipefail

# tesseract reads images and scanned pages; util-linux has setpriv and prlimit, which fence the reading children.
packages=(tesseract-ocr tesseract-ocr-kor tesseract-ocr-eng util-linux procps)
# For tests: poppler reads PDF twins as an oracle, Nanum draws the pages that are made up, Chromium looks at the screens, nginx and
# openssl run the proxy of deploy/nginx.conf.
packages+=(poppler-utils poppler-data fonts-nanum chromium nginx openssl)

# With --fleet: what the tests of several servers need, a real S3 store (Ceph's gateway, some 900 MB) and a second proxy.
[ "${1:-}" = --fleet ] && packages+=(ceph-mon ceph-osd radosgw ceph-common haproxy)

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "setup-debian: everything is installed"
  exit 0
fi
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
