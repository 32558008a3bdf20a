#!/bin/sh
# @protobuf-ts/plugin and @protobuf-ts/runtime 2.11.1, and @bufbuild/protobuf 2.17.0 (npm), seen on 2026-11-29 with Node 20.
#
# Guess before it was run: a google.protobuf.Timestamp in JSON is read with any fraction of one to nine digits.
# Seen: the class of protobuf-ts refuses one and two digits, `05.1Z` among them, and reads three to nine. RFC 3339, which the
# JSON form of protobuf takes times from, allows any number of digits; zero, three, six or nine is the rule for writers only.
# Whom it meets: readers of answers that were not written by a protobuf library. With a mock: seed times with one digit of
# fraction.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund \
  @protobuf-ts/plugin@2.11.1 @protobuf-ts/runtime@2.11.1 @bufbuild/protobuf@2.17.0 @bufbuild/buf@1.75.0 esbuild@0.28.2
mkdir proto
cat > proto/rule.proto <<'PROTO'
syntax = "proto3";
import "google/protobuf/timestamp.proto";
message Rule {
  google.protobuf.Timestamp time = 1;
}
PROTO
cat > buf.gen.yaml <<'YAML'
version: v2
inputs: [{ directory: proto }]
plugins: [{ local: node_modules/.bin/protoc-gen-ts, out: made }]
YAML
npx buf generate --include-imports --include-wkt
cat > time.ts <<'TS'
import { fromJson } from '@bufbuild/protobuf';
import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import { Rule } from './made/rule';

for (const fraction of ['', '.1', '.12', '.123', '.1234', '.123456', '.123456789']) {
  const time = `2026-01-02T03:04:05${fraction}Z`;
  const nanos = (read: () => number | undefined): string => {
    try {
      return String(read());
    } catch {
      return 'refused';
    }
  };
  const own = nanos(() => Rule.fromJson({ time }).time?.nanos);
  console.log(`${time}: protobuf-ts ${own}, protobuf-es ${nanos(() => fromJson(TimestampSchema, time).nanos)}`);
}
TS
npx esbuild time.ts --bundle --platform=node --log-level=error --outfile=time.cjs
node time.cjs > seen
cat > expected <<'EXPECTED'
2026-01-02T03:04:05Z: protobuf-ts 0, protobuf-es 0
2026-01-02T03:04:05.1Z: protobuf-ts refused, protobuf-es 100000000
2026-01-02T03:04:05.12Z: protobuf-ts refused, protobuf-es 120000000
2026-01-02T03:04:05.123Z: protobuf-ts 123000000, protobuf-es 123000000
2026-01-02T03:04:05.1234Z: protobuf-ts 123400000, protobuf-es 123400000
2026-01-02T03:04:05.123456Z: protobuf-ts 123456000, protobuf-es 123456000
2026-01-02T03:04:05.123456789Z: protobuf-ts 123456789, protobuf-es 123456789
EXPECTED
diff expected seen
echo "times of protobuf-ts 2.11.1 behave as they were seen"
