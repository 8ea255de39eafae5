#!/usr/bin/env bash
# A real S3 store on loopback for tests: Ceph's object gateway from Debian's packages, one monitor, one OSD on a file, no systemd.
#   scripts/s3-lab.sh up DIR [PORT]    starts it with its state in DIR and prints: ENDPOINT ACCESS_KEY SECRET_KEY
#   scripts/s3-lab.sh down DIR         stops what `up` started there, and removes DIR
# One OSD without replicas: it shows the protocol (conditional puts, listings), not how the store survives a dead disk.
# Needs ceph-mon, ceph-osd, radosgw and ceph-common (scripts/setup-debian.sh --fleet).
set -eu
verb=${1:?up or down}
dir=$(realpath -m "${2:?a directory for its state}")
port=${3:-7480}

stop_all() {
  for file in "$dir"/run/*.pid; do
    [ -f "$file" ] || continue
    pid=$(cat "$file")
    kill "$pid" 2>/dev/null || continue
    for _ in $(seq 40); do kill -0 "$pid" 2>/dev/null || break; sleep .25; done
    kill -9 "$pid" 2>/dev/null || true
  done
}

is_open() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

if [ "$verb" = down ]; then stop_all; rm -rf "$dir"; exit 0; fi
[ "$verb" = up ] || { echo "s3-lab: expected up or down" >&2; exit 2; }
for part in ceph-mon ceph-osd radosgw ceph radosgw-admin; do
  command -v $part >/dev/null || { echo "s3-lab: $part is not installed: run scripts/setup-debian.sh --fleet" >&2; exit 2; }
done
for taken in "$port" $((port + 1)); do
  if is_open "$taken"; then echo "s3-lab: port $taken is taken" >&2; exit 2; fi
done
[ -e "$dir/ceph.conf" ] && { echo "s3-lab: $dir is in use: take another directory" >&2; exit 2; }
ulimit -n 65536 2>/dev/null || true
mkdir -p "$dir"/{mon,osd0,run,log}
cluster=$(cat /proc/sys/kernel/random/uuid)
osd=$(cat /proc/sys/kernel/random/uuid)
monitor=$((port + 1))
# osd … on start: an OSD that tells its place before it has learnt the cluster's id is turned away and ends; it is told for it below.
# tcp_nodelay: a GET takes 47 ms without it and 3 to 6 ms with it.
cat > "$dir/ceph.conf" <<C
[global]
fsid = $cluster
mon host = [v1:127.0.0.1:$monitor]
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv4 = true
ms bind ipv6 = false
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 2000
osd crush chooseleaf type = 0
osd objectstore = bluestore
bluestore block size = 21474836480
bluestore cache autotune = false
bluestore cache size = 268435456
osd memory target = 939524096
run dir = $dir/run
admin socket = $dir/run/\$name.\$pid.asok
log file = $dir/log/\$name.log
pid file = $dir/run/\$name.pid
osd class update on start = false
osd crush update on start = false
mon data = $dir/mon
osd data = $dir/osd0
mon data avail crit = 1
mon data avail warn = 2
mon warn on pool no redundancy = false
setuser match path =
rgw frontends = beast endpoint=127.0.0.1:$port tcp_nodelay=1
rgw thread pool size = 64
C
export CEPH_CONF="$dir/ceph.conf"
{
  monmaptool --create --clobber --addv a "[v1:127.0.0.1:$monitor]" --fsid "$cluster" "$dir/monmap"
  ceph-mon --mkfs -i a --monmap "$dir/monmap" -c "$CEPH_CONF"
  ceph-mon -i a -c "$CEPH_CONF"
  timeout 60 ceph -c "$CEPH_CONF" osd new "$osd"
  timeout 60 ceph -c "$CEPH_CONF" osd crush add osd.0 1.0 root=default host=lab
  ceph-osd -i 0 --mkfs --osd-uuid "$osd" -c "$CEPH_CONF"
  ceph-osd -i 0 -c "$CEPH_CONF"
  for _ in $(seq 60); do timeout 10 ceph -c "$CEPH_CONF" osd stat 2>/dev/null | grep -q '1 up' && break; sleep .5; done
  radosgw -n client.rgw.a -c "$CEPH_CONF"
  for _ in $(seq 240); do is_open "$port" && break; sleep .5; done
  timeout 120 radosgw-admin -c "$CEPH_CONF" user create --uid=lab --display-name=lab --access-key=labkey --secret-key=labsecret
} >"$dir/log/up.log" 2>&1 || {
  echo "s3-lab: did not start; see $dir/log/up.log" >&2
  tail -3 "$dir/log/up.log" >&2
  stop_all
  exit 1
}
echo "http://127.0.0.1:$port labkey labsecret"
