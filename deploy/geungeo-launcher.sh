#!/bin/sh
# Starts geungeo with the Node.js of the bundle, or with the machine's own where the bundle has none.
here=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
node="$here/runtime/node"
[ -x "$node" ] || node=node
# Commands by hand see the service's own settings; what is set already, and every flag, wins.
settings=${GEUNGEO_SETTINGS:-/etc/geungeo/geungeo.env}
if [ -r "$settings" ]; then
  while IFS='=' read -r name value || [ -n "$name" ]; do
    case "$name" in
      *[!A-Z_]*) ;;
      SERVICE_?* | AWS_?*)
        case "$value" in
          \"*\") value=${value#\"} value=${value%\"} ;;
          \'*\') value=${value#\'} value=${value%\'} ;;
        esac
        eval "[ \"\${$name+set}\" = set ]" || export "$name=$value"
        ;;
    esac
  done <"$settings"
fi
# Memory that the index engine's many threads have let go of goes back to the system: after a large first read that is half of all.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}" MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-131072}"
exec "$node" "$here/dist/cli.js" "$@"
