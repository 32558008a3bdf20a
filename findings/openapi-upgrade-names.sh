#!/bin/sh
# openapi-format 1.33.6 and @scalar/openapi-upgrader 0.1.11 (npm), seen on 2026-11-30 with Node 20.
#
# Guess before it was run: two tools that make OpenAPI 3.1 of 3.0 change the keywords of schemas; `nullable` beside `allOf` may
# be lost.
# Seen: it is, or it stays, where it has no meaning. Both take each member of the document for a keyword. openapi-format loses
# a property and a schema with the name `nullable`; @scalar/openapi-upgrader makes `examples` of a property `example`, and
# loses a schema with that name, to which references still lead. In values, such as a default, an item of `enum`, an example
# or an extension, `nullable: true` beside a text `type` becomes a list of types, so the value is another one. Limits and
# plain `nullable` are right.
# Whom it meets: APIs with a field `example` or `nullable`, and documents about schemas. With a mock: compare the names of the
# document before and after.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund openapi-format@1.33.6 @scalar/openapi-upgrader@0.1.11
cat > upgrade.mjs <<'JS'
import { upgrade } from '@scalar/openapi-upgrader';
import format from 'openapi-format';

const value = { type: 'a', nullable: true };
const schemas = {
  plain: { type: 'string', nullable: true },
  limits: { type: 'integer', minimum: 1, exclusiveMinimum: true },
  combined: { allOf: [{ $ref: '#/components/schemas/example' }], nullable: true },
  properties: { type: 'object', properties: { nullable: { type: 'boolean' }, example: { type: 'string' } } },
  nullable: { type: 'boolean' },
  example: { type: 'string' },
  default: { type: 'object', default: value },
  enum: { type: 'object', enum: [value, {}] },
  extension: { type: 'object', 'x-value': value },
};
const document = () => ({
  openapi: '3.0.3',
  info: { title: 't', version: '1' },
  paths: {},
  components: { schemas: structuredClone(schemas), examples: { e: { value: structuredClone(value) } } },
});
const upgraded = {
  'openapi-format': (await format.openapiConvertVersion(document(), { convertTo: '3.1' })).data,
  '@scalar/openapi-upgrader': upgrade(document(), '3.1'),
};
for (const [name, schema] of Object.entries(schemas)) {
  console.log(`${name}: ${JSON.stringify(schema)}`);
  for (const [tool, { components }] of Object.entries(upgraded)) {
    console.log(`  ${tool}: ${JSON.stringify(components.schemas[name]) ?? 'lost'}`);
  }
}
for (const [tool, { components }] of Object.entries(upgraded)) {
  console.log(`value of an example, ${tool}: ${JSON.stringify(components.examples.e.value)}`);
}
JS
node upgrade.mjs > seen
cat > expected <<'EXPECTED'
plain: {"type":"string","nullable":true}
  openapi-format: {"type":["string","null"]}
  @scalar/openapi-upgrader: {"type":["string","null"]}
limits: {"type":"integer","minimum":1,"exclusiveMinimum":true}
  openapi-format: {"type":"integer","exclusiveMinimum":1}
  @scalar/openapi-upgrader: {"type":"integer","exclusiveMinimum":1}
combined: {"allOf":[{"$ref":"#/components/schemas/example"}],"nullable":true}
  openapi-format: {"allOf":[{"$ref":"#/components/schemas/example"}]}
  @scalar/openapi-upgrader: {"allOf":[{"$ref":"#/components/schemas/example"}],"nullable":true}
properties: {"type":"object","properties":{"nullable":{"type":"boolean"},"example":{"type":"string"}}}
  openapi-format: {"type":"object","properties":{"example":{"type":"string"}}}
  @scalar/openapi-upgrader: {"type":"object","properties":{"nullable":{"type":"boolean"},"examples":[{"type":"string"}]}}
nullable: {"type":"boolean"}
  openapi-format: lost
  @scalar/openapi-upgrader: {"type":"boolean"}
example: {"type":"string"}
  openapi-format: {"type":"string"}
  @scalar/openapi-upgrader: lost
default: {"type":"object","default":{"type":"a","nullable":true}}
  openapi-format: {"type":"object","default":{"type":["a","null"]}}
  @scalar/openapi-upgrader: {"type":"object","default":{"type":["a","null"]}}
enum: {"type":"object","enum":[{"type":"a","nullable":true},{}]}
  openapi-format: {"type":"object","enum":[{"type":["a","null"]},{}]}
  @scalar/openapi-upgrader: {"type":"object","enum":[{"type":["a","null"]},{}]}
extension: {"type":"object","x-value":{"type":"a","nullable":true}}
  openapi-format: {"type":"object","x-value":{"type":["a","null"]}}
  @scalar/openapi-upgrader: {"type":"object","x-value":{"type":["a","null"]}}
value of an example, openapi-format: {"type":["a","null"]}
value of an example, @scalar/openapi-upgrader: {"type":["a","null"]}
EXPECTED
diff expected seen
echo "upgrades of OpenAPI behave as they were seen"
