#!/bin/sh
# cloudevents 10.0.0 (npm), seen on 2026-11-29 with Node 20.
#
# Expected: `HTTP.toEvent` reads the headers of a binary event in any case, or refuses those that it cannot read.
# Behaviour: with names such as `Ce-Group`, the attributes of the specification are read and each extension is lost, without a
# word. In lower case all are there.
# Whom it meets: who hands over headers that a proxy, a recording or a test wrote in title case; those of `node:http` are in
# lower case. Cure: `Object.fromEntries` of the names in lower case, or `new Headers(…)` before.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund cloudevents@10.0.0
cat > event.mjs <<'JS'
import { HTTP } from 'cloudevents';

const titled = { 'Ce-Specversion': '1.0', 'Ce-Id': '1', 'Ce-Source': '/s', 'Ce-Type': 't', 'Ce-Subject': 'a', 'Ce-Group': 'g' };
const lower = Object.fromEntries(new Headers(titled));
for (const [name, headers] of Object.entries({ titled, lower })) {
  const { subject, group } = HTTP.toEvent({ headers, body: '' });
  console.log(`${name}: subject ${subject}, group ${group}`);
}
JS
node event.mjs > seen
cat > expected <<'EXPECTED'
titled: subject a, group undefined
lower: subject a, group g
EXPECTED
diff expected seen
echo "header names in cloudevents 10.0.0 behave as they were seen"
