#!/bin/sh
# ts-proto 2.18.0 with @bufbuild/protobuf 2.17.0 (npm), seen on 2026-11-29 with Node 20.
#
# Guess before it was run: code of ts-proto reads well-known types from JSON as protobuf writes them, times to milliseconds.
# Seen: times, yes, but a duration `90s` is read as an empty message, which is no time at all, without an error. The paths of
# a field mask stay as JSON has them: `displayName` goes into the binary form, where each field is `display_name`. A time
# before 1970 with a fraction has negative nanos in the binary form, which protobuf calls invalid.
# Whom it meets: who reads JSON and sends it on by gRPC. With a mock: send one duration and one mask of two words by each
# wire, and compare what the mock recorded.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund ts-proto@2.18.0 @bufbuild/protobuf@2.17.0 @bufbuild/buf@1.75.0 esbuild@0.28.2
mkdir proto
cat > proto/rule.proto <<'PROTO'
syntax = "proto3";
import "google/protobuf/duration.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/timestamp.proto";
message Rule {
  google.protobuf.Duration wait = 1;
  google.protobuf.FieldMask mask = 2;
  google.protobuf.Timestamp time = 3;
}
PROTO
cat > buf.gen.yaml <<'YAML'
version: v2
inputs: [{ directory: proto }]
plugins: [{ local: node_modules/.bin/protoc-gen-ts_proto, out: made }]
YAML
npx buf generate --include-imports --include-wkt
cat > rule.ts <<'TS'
import { fromBinary } from '@bufbuild/protobuf';
import { DurationSchema, FieldMaskSchema, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { Rule } from './made/rule';

const inner = (json: object) => Rule.encode(Rule.fromJSON(json)).finish().subarray(2); // after number and length
const wait = fromBinary(DurationSchema, inner({ wait: '90s' }));
console.log(`wait 90s: JSON ${JSON.stringify(Rule.toJSON(Rule.fromJSON({ wait: '90s' })))}, binary ${wait.seconds} s`);
console.log(`mask displayName: binary ${fromBinary(FieldMaskSchema, inner({ mask: 'displayName' })).paths}`);
for (const text of ['1969-12-31T23:59:59.500Z', '2026-01-02T03:04:05.500Z']) {
  const time = fromBinary(TimestampSchema, inner({ time: text }));
  console.log(`time ${text}: binary ${time.seconds} s, ${time.nanos} ns`);
}
TS
npx esbuild rule.ts --bundle --platform=node --log-level=error --outfile=rule.cjs
node rule.cjs > seen
cat > expected <<'EXPECTED'
wait 90s: JSON {"wait":{}}, binary 0 s
mask displayName: binary displayName
time 1969-12-31T23:59:59.500Z: binary 0 s, -500000000 ns
time 2026-01-02T03:04:05.500Z: binary 1767323045 s, 500000000 ns
EXPECTED
diff expected seen
echo "well-known types of ts-proto 2.18.0 behave as they were seen"
