#!/bin/sh
# Starts geungeo with the Node.js of the bundle, or with the machine's own where the bundle has none.
here=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
node="$here/runtime/node"
[ -x "$node" ] || node=node
exec "$node" "$here/dist/cli.js" "$@"
