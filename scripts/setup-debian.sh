#!/usr/bin/env bash
# Installs what geungeo and its tests take from Debian. Safe to run again: what is there is left alone.
set -euo pipefail

# poppler reads PDF twins as an oracle in tests; util-linux has setpriv and prlimit, which fence the reading children.
packages=(poppler-utils poppler-data util-linux procps)

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
