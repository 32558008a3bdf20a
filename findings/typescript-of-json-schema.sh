#!/bin/sh
# openapi-typescript 7.13.0, dtsgenerator 3.19.2, swagger-typescript-api 13.13.0 and json-schema-to-typescript 16.0.0 (npm), with
# TypeScript 5.9.3, seen on 2026-11-30 with Node 20.
#
# Guess before it was run: four generators make types that compile, and that take each valid value of a schema.
# Seen: one of four takes an object with a text `id` and numbers besides. dtsgenerator's types have an error, because an index
# signature of numbers forbids the text; openapi-typescript joins both by `&`, so that no literal fits; swagger-typescript-api
# knows no patterns, and takes anything for `additionalProperties`. A required member without a schema is not in the types of
# three, so the valid object is refused, and the one without it is not. A pair (`prefixItems`) is refused by two,
# for one of which it is `void[]`. swagger-typescript-api refuses the null of an enumeration with null; openapi-typescript makes an
# object without any members of `type: object` alone.
# Whom it meets: clients typed from a description, and tests which are compiled and not run. With a mock: compile one value of
# each schema.
# Output seen: the lines that EXPECTED has below, for a valid value and one that is not.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > schemas.json <<'JSON'
{
  "Patterns": [{ "patternProperties": { "^s_": { "type": "string" }, "^n_": { "type": "number" } } }, "{ s_a: 'a', n_b: 1 }", "{ s_a: true }"],
  "Mixed": [
    { "required": ["id"], "properties": { "id": { "type": "string" } }, "patternProperties": { "^n_": { "type": "number" } } },
    "{ id: 'a', n_b: 1 }",
    "{ id: 1 }"
  ],
  "Rest": [
    { "required": ["id"], "properties": { "id": { "type": "string" } }, "additionalProperties": { "type": "integer" } },
    "{ id: 'a', b: 1 }",
    "{ id: 'a', b: true }"
  ],
  "Pair": [{ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "integer" }], "items": false, "minItems": 2 }, "['a', 1]", "[1, 'a']"],
  "Maybe": [{ "type": ["string", "null"], "enum": ["a", null] }, "null", "'b'"],
  "Keys": [{ "propertyNames": { "enum": ["a", "b"] }, "additionalProperties": { "type": "integer" } }, "{ a: 1 }", "{ c: 1 }"],
  "Needed": [{ "properties": { "a": { "type": "string" } }, "required": ["a", "b"] }, "{ a: 'a', b: 1 }", "{ a: 'a' }"],
  "Either": [
    { "properties": { "a": { "type": "string" }, "b": { "type": "string" } }, "anyOf": [{ "required": ["a"] }, { "required": ["b"] }] },
    "{ b: 'b' }",
    "{}"
  ],
  "Sized": [{ "type": "object", "minProperties": 1 }, "{ a: 1 }", "1"]
}
JSON
npm install --silent --no-audit --no-fund openapi-typescript@7.13.0 dtsgenerator@3.19.2 swagger-typescript-api@13.13.0 \
  json-schema-to-typescript@16.0.0 typescript@5.9.3
cat > split.cjs <<'JS'
const { readFileSync, writeFileSync } = require('node:fs');

for (const [name, [schema]] of Object.entries(JSON.parse(readFileSync('schemas.json', 'utf8')))) {
  const typed = { type: 'object', ...schema };
  const document = { openapi: '3.1.0', info: { title: 'Finding', version: '1' }, paths: {}, components: { schemas: { [name]: typed } } };
  writeFileSync(`${name}.openapi.json`, JSON.stringify(document));
  writeFileSync(`${name}.schema.json`, JSON.stringify({ title: name, ...typed }));
}
JS
node split.cjs
cat > make.mjs <<'JS'
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const LIBRARIES = {
  'openapi-typescript': (name) => [['openapi-typescript', `${name}.openapi.json`, '-o', `${name}.1.ts`], `import('./${name}.1').components['schemas']['${name}']`],
  dtsgenerator: (name) => [['dtsgen', `${name}.openapi.json`, '-o', `${name}.2.d.ts`], `Components.Schemas.${name}`],
  'swagger-typescript-api': (name) => [
    ['swagger-typescript-api', 'generate', '-p', `${name}.openapi.json`, '-o', '.', '-n', `${name}.3.ts`, '--no-client'],
    `import('./${name}.3').${name}`,
  ],
  'json-schema-to-typescript': (name) => [['json2ts', `${name}.schema.json`, `${name}.4.ts`], `import('./${name}.4').${name}`],
};
const { default: ts } = await import('typescript');
const options = { noEmit: true, strict: true, target: 9, lib: ['lib.es2022.d.ts'], types: [], skipDefaultLibCheck: true };
const host = ts.createCompilerHost(options);
const read = host.getSourceFile;
const known = new Map();
host.getSourceFile = (file, ...rest) => {
  if (!file.includes('node_modules')) return read(file, ...rest);
  if (!known.has(file)) known.set(file, read(file, ...rest));
  return known.get(file);
};
const check = (text, made) => {
  writeFileSync('use.ts', text);
  return ts.getPreEmitDiagnostics(ts.createProgram([made, 'use.ts'], options, host)).length === 0;
};
for (const [name, [, good, bad]] of Object.entries(JSON.parse(readFileSync('schemas.json', 'utf8')))) {
  let index = 0;
  for (const [library, of] of Object.entries(LIBRARIES)) {
    index += 1;
    const [command, type] = of(name);
    execFileSync(`node_modules/.bin/${command[0]}`, command.slice(1), { stdio: 'ignore' });
    const made = [`${name}.${index}.ts`, `${name}.${index}.d.ts`].find((file) => existsSync(file));
    const judge = (value) => `${check(`export const value: ${type} = ${value};\n`, made) ? 'takes' : 'refuses'} ${value}`;
    const answer = check('export {};\n', made) ? `${judge(good)}, ${judge(bad)}` : 'types with an error';
    console.log(`${name}: ${library}, ${answer}`);
  }
}
JS
node make.mjs > seen
cat > expected <<'EXPECTED'
Patterns: openapi-typescript, takes { s_a: 'a', n_b: 1 }, refuses { s_a: true }
Patterns: dtsgenerator, takes { s_a: 'a', n_b: 1 }, refuses { s_a: true }
Patterns: swagger-typescript-api, takes { s_a: 'a', n_b: 1 }, takes { s_a: true }
Patterns: json-schema-to-typescript, takes { s_a: 'a', n_b: 1 }, refuses { s_a: true }
Mixed: openapi-typescript, refuses { id: 'a', n_b: 1 }, refuses { id: 1 }
Mixed: dtsgenerator, types with an error
Mixed: swagger-typescript-api, refuses { id: 'a', n_b: 1 }, refuses { id: 1 }
Mixed: json-schema-to-typescript, takes { id: 'a', n_b: 1 }, refuses { id: 1 }
Rest: openapi-typescript, refuses { id: 'a', b: 1 }, refuses { id: 'a', b: true }
Rest: dtsgenerator, types with an error
Rest: swagger-typescript-api, takes { id: 'a', b: 1 }, takes { id: 'a', b: true }
Rest: json-schema-to-typescript, takes { id: 'a', b: 1 }, refuses { id: 'a', b: true }
Pair: openapi-typescript, takes ['a', 1], refuses [1, 'a']
Pair: dtsgenerator, refuses ['a', 1], refuses [1, 'a']
Pair: swagger-typescript-api, takes ['a', 1], refuses [1, 'a']
Pair: json-schema-to-typescript, refuses ['a', 1], refuses [1, 'a']
Maybe: openapi-typescript, takes null, refuses 'b'
Maybe: dtsgenerator, takes null, refuses 'b'
Maybe: swagger-typescript-api, refuses null, refuses 'b'
Maybe: json-schema-to-typescript, takes null, refuses 'b'
Keys: openapi-typescript, takes { a: 1 }, takes { c: 1 }
Keys: dtsgenerator, takes { a: 1 }, takes { c: 1 }
Keys: swagger-typescript-api, takes { a: 1 }, refuses { c: 1 }
Keys: json-schema-to-typescript, takes { a: 1 }, takes { c: 1 }
Needed: openapi-typescript, refuses { a: 'a', b: 1 }, takes { a: 'a' }
Needed: dtsgenerator, refuses { a: 'a', b: 1 }, takes { a: 'a' }
Needed: swagger-typescript-api, refuses { a: 'a', b: 1 }, takes { a: 'a' }
Needed: json-schema-to-typescript, takes { a: 'a', b: 1 }, takes { a: 'a' }
Either: openapi-typescript, takes { b: 'b' }, takes {}
Either: dtsgenerator, takes { b: 'b' }, refuses {}
Either: swagger-typescript-api, takes { b: 'b' }, takes {}
Either: json-schema-to-typescript, takes { b: 'b' }, takes {}
Sized: openapi-typescript, refuses { a: 1 }, refuses 1
Sized: dtsgenerator, takes { a: 1 }, takes 1
Sized: swagger-typescript-api, takes { a: 1 }, refuses 1
Sized: json-schema-to-typescript, takes { a: 1 }, refuses 1
EXPECTED
diff expected seen
echo "types of JSON Schema are made as they were seen"
