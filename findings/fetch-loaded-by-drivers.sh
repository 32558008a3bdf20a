#!/bin/sh
# pg 8.23.1, postgres 3.4.7, mysql2 3.14.1, mongodb 6.17.0, jose 5.10.0, @grpc/grpc-js 1.13.4 and openid-client 5.7.1 (npm), seen
# on 2026-11-30 with Node 20.
#
# Guess before it was run: of these seven only pg, in which it was met, loads Node's fetch when it is loaded itself; it was met
# by a measurement of memory, so for pg there was no guess.
# Seen: only pg does. To find out whether it runs in a Cloudflare Worker, it reads `navigator.userAgent`; without a `navigator`,
# as on Node 20, it makes a `Response` and looks for a member `cf` (lib/stream.js). That loads all of undici, some 6 MB of the
# process, for a program that calls nothing by HTTP. With a `navigator` it loads nothing.
# Whom it meets: who compares the memory of a service with a database and of one without. With a mock: none, it calls nothing.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > init.json
npm install --silent --no-audit --no-fund pg@8.23.1 postgres@3.4.7 mysql2@3.14.1 mongodb@6.17.0 jose@5.10.0 \
  @grpc/grpc-js@1.13.4 openid-client@5.7.1
cat > load.cjs <<'JS'
require(process.argv[2]);
const loaded = process.moduleLoadList.some((name) => name === 'NativeModule internal/deps/undici/undici');
console.log(`${process.argv[2]}: ${loaded ? 'loads fetch' : 'loads no fetch'}`);
JS
# Node 21 and later have a `navigator`, unless they are started without it.
flags=
if node -e 'process.exit(typeof navigator === "object" ? 0 : 1)'; then flags=--no-experimental-global-navigator; fi
for name in pg postgres mysql2 mongodb jose @grpc/grpc-js openid-client; do
  # shellcheck disable=SC2086
  node $flags load.cjs "$name"
done > seen.txt
with='globalThis.navigator = { userAgent: "Node.js" }; process.argv[2] = "pg"; require("./load.cjs")'
# shellcheck disable=SC2086
node $flags -e "$with" | sed 's/$/, with a navigator/' >> seen.txt
cat > expected.txt <<'EXPECTED'
pg: loads fetch
postgres: loads no fetch
mysql2: loads no fetch
mongodb: loads no fetch
jose: loads no fetch
@grpc/grpc-js: loads no fetch
openid-client: loads no fetch
pg: loads no fetch, with a navigator
EXPECTED
cat seen.txt
diff expected.txt seen.txt
