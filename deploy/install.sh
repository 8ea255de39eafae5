#!/bin/sh
# Installs the unpacked bundle on this machine, without network: sh install.sh [--prefix /opt/geungeo] [--no-service]
# Safe to run again: settings and documents are left alone.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=/opt/geungeo
service=yes
while [ $# -gt 0 ]; do
  case "$1" in
    --prefix) prefix=$2; shift 2 ;;
    --no-service) service=no; shift ;;
    *) echo "install.sh: unknown option $1" >&2; exit 2 ;;
  esac
done
[ "$(id -u)" -eq 0 ] || { echo "install.sh: root 권한으로 실행해 주세요 (sudo sh install.sh)." >&2; exit 1; }

echo "파일을 확인합니다…"
(cd "$here" && sha256sum --quiet --check SHA256SUMS) || { echo "install.sh: 묶음이 손상되었습니다. 다시 옮겨 주세요." >&2; exit 1; }

echo "$prefix 에 설치합니다…"
new="$prefix.new"
rm -rf "$new"
mkdir -p "$new"
# Whoever unpacked it must own no part of the program, and whatever their umask was, the service reads it.
cp -R --preserve=mode,timestamps "$here/." "$new/"
chown -R root:root "$new"
chmod -R u=rwX,go=rX "$new"
rm -rf "$prefix.old"
[ ! -e "$prefix" ] || mv "$prefix" "$prefix.old"
mv "$new" "$prefix"
rm -rf "$prefix.old"
ln -sfn "$prefix/bin/geungeo" /usr/local/bin/geungeo

if [ "$service" = yes ]; then
  getent passwd geungeo >/dev/null || useradd --system --user-group --home-dir /var/lib/geungeo --shell /usr/sbin/nologin geungeo
  mkdir -p /etc/geungeo /var/lib/geungeo/corpus /var/cache/geungeo
  chown geungeo:geungeo /var/lib/geungeo /var/lib/geungeo/corpus /var/cache/geungeo
  chmod 750 /var/lib/geungeo /var/cache/geungeo
  [ -e /etc/geungeo/geungeo.env ] || install -m 640 -g geungeo "$prefix/deploy/geungeo.env" /etc/geungeo/geungeo.env
  if [ -d /run/systemd/system ]; then
    sed "s#/opt/geungeo#$prefix#g" "$prefix/deploy/geungeo.service" >/etc/systemd/system/geungeo.service
    systemctl daemon-reload
    echo "시작: systemctl enable --now geungeo"
  else
    echo "systemd가 없는 기계입니다. 시작: sudo -u geungeo geungeo serve"
  fi
fi
"$prefix/bin/geungeo" --version
"$prefix/bin/geungeo" doctor || true
