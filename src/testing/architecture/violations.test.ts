import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cyclesOf, fileGraph, placeGraph } from './cycles.ts';
import { folderOf, roomOf } from './rooms.ts';
import { sourceFile } from './source-file.ts';
import { violationsOfText } from './violations.ts';

const LONG = 'f();\n'.repeat(60);
const ROWS = '1,\n'.repeat(60);

const BROKEN: readonly (readonly [path: string, source: string, reason: RegExp])[] = [
  ['schema/a.ts', "import { b } from '../kernel/b.ts';", /schema may not import kernel/],
  ['kernel/a.ts', "import type { Hono } from 'hono';", /kernel may not import hono/],
  ['v1/a.ts', "import type { Hono } from 'hono';", /v1 may not import hono/],
  ['kernel/a.ts', "import {\n  b,\n} from '../store/b.ts';", /kernel may not import store/],
  ['kernel/a.ts', "import type { Form } from '../v1/form.ts';", /kernel may not import v1/],
  ['schema/a.ts', "import { form } from '../v1/form.ts';", /schema may not import v1/],
  ['resources/iam/groups.ts', "import { form } from '../../v1/form.ts';", /resources may not import v1/],
  ['resources/iam/groups.ts', "import { a } from './v1/groups.ts';", /resources may not import resources\/v1/],
  ['resources/index.ts', "export { older } from './v1.ts';", /resources may not import resources\/v1/],
  ['faces/rest/a.ts', "import { form } from '../../v1/form.ts';", /faces\/rest may not import v1/],
  [
    'server/mock/mock.ts',
    "import { older } from '../../resources/v1.ts';",
    /server\/mock may not import resources\/v1/,
  ],
  ['v1/a.ts', "import { groups } from '../resources/index.ts';", /v1 may not import resources/],
  ['faces/rest/a.ts', "export * from '../grpc/b.ts';", /faces\/rest may not import faces\/grpc/],
  ['faces/rest/a.ts', "const b = await import('../../resources/index.ts');", /faces\/rest may not import resources/],
  ['seed/a.ts', "import '../store/b.ts';", /seed may not import store/],
  ['seed/a.ts', "let b: import('../store/b.ts').B;", /seed may not import store/],
  [
    'server/mock/start.ts',
    "import { listen } from '../listen/server.ts';",
    /server\/mock may not import server\/listen/,
  ],
  ['server/listen/server.ts', "import { serve } from '../../cli/serve.ts';", /server\/listen may not import cli/],
  ['server/listen/server.ts', "import { main } from '../../main.ts';", /server\/listen may not import main/],
  ['cli/serve.ts', "import { twins } from '../testing/twins.ts';", /cli may not import testing/],
  [
    'client/a.ts',
    "import { clock } from '../features/clock/clock.contract.ts';",
    /client may import only types of \*\.contract\.ts/,
  ],
  [
    'console/app/a.ts',
    "import { clock } from '../../features/clock/clock.contract.ts';",
    /console\/app may import only types of \*\.contract\.ts/,
  ],
  ['console/app/a.ts', "import type { World } from '../../world/world.ts';", /console\/app may not import world/],
  [
    'features/lag/lag.contract.ts',
    "import type { Rows } from '../../kernel/rows.ts';",
    /\*\.contract\.ts may not import kernel/,
  ],
  ['world/worlds.contract.ts', "import { World } from './world.ts';", /\*\.contract\.ts may not import world/],
  [
    'features/lag/lag.client.ts',
    "import { lag } from './lag.contract.ts';",
    /\*\.client\.ts may import only types of \*\.contract\.ts/,
  ],
  [
    'features/lag/lag.client.ts',
    "import type { WorldLag } from './world-lag.ts';",
    /\*\.client\.ts may not import features\/lag/,
  ],
  ['features/lag/a.ts', "import { lagOf } from './lag.client.ts';", /features\/lag may not import \*\.client\.ts/],
  [
    'features/lag/lag.command.ts',
    "import { WorldLag } from './world-lag.ts';",
    /\*\.command\.ts may not import features\/lag/,
  ],
  [
    'features/lag/lag.command.ts',
    "import type { WorldQuota } from '../quota/world-quota.ts';",
    /\*\.command\.ts may not import features\/quota/,
  ],
  [
    'features/lag/lag.command.ts',
    "const { start } = await import('../../server/mock/start.ts');",
    /\*\.command\.ts may not import server\/mock/,
  ],
  [
    'features/lag/lag.command.ts',
    "import { openWorld } from '../../client/open-world.ts';",
    /\*\.command\.ts may not import client/,
  ],
  ['features/lag/a.ts', "import './lag.command.ts';", /features\/lag may not import \*\.command\.ts/],
  ['command/a.ts', "import '../cli/a.ts';", /command may not import cli/],
  ['features/lag/a.ts', "import '../quota/a.ts';", /features\/lag may not import features\/quota/],
  ['features/lag/a.ts', "import type { World } from '../../world/world.ts';", /features\/lag may not import world/],
  ['plane/a.ts', "import '../features/lag/a.ts';", /plane may not import features\/lag/],
  ['connection/a.ts', "import '../client/a.ts';", /connection may not import client/],
  ['identity/a.ts', "import data from '../../package.json' with { type: 'json' };", /reaches out of src/],
  ['unheard-of/a.ts', '', /unheard-of is missing in the table/],
  ['world/a.ts', "import { readFileSync } from 'node:fs';", /may not import node:fs/],
  ['faces/rest/a.ts', "import { createServer } from 'node:http';", /may not import node:http/],
  ['store/memory.ts', "import { JSONFile } from 'lowdb/node';", /may not import lowdb\/node/],
  ['server/mock/mock.ts', 'const port = process.env.PORT;', /may not use process\.env/],
  ['server/listen/server.ts', 'const [, , port] = process.argv;', /may not use process\.argv/],
  ['kernel/a.ts', 'const now = new Date();', /may not use new Date\(\)/],
  ['resources/iam/a.ts', 'const id = randomUUID();', /may not use randomUUID/],
  ['kernel/a.ts', "if (profile.name === 'published') f();", /names the profile 'published'/],
  ['faces/rest/a.ts', "const spec = name !== 'specification';", /names the profile 'specification'/],
  ['schema/common.ts', '', /common names no concept/],
  ['schema/fieldMask.ts', '', /not kebab-case/],
  ['schema/a.ts', 'const a = { ...{ b, c }, d };', /spreads a literal in a literal/],
  ['schema/a.ts', 'const MOST_ITEMS = 9;', /names a maximum MOST_ITEMS, and not MAX_/],
  ['schema/a.ts', 'x;\n'.repeat(401), /has 401 lines/],
  ['schema/a.ts', `const run = (): void => {\n${LONG}};`, /run has more than 60 lines/],
  ['schema/a.ts', `class A {\n  step(): void {\n${LONG}}\n}`, /step has more than 60 lines/],
  ['schema/a.ts', `export function run() {\n${LONG}}`, /run has more than 60 lines/],
  ['schema/a.ts', `test('a', () => {\n${LONG}});`, /a function has more than 60 lines/],
  ['schema/a.ts', `const rows = () => {\n  f();\n  return [\n${ROWS}];\n};`, /rows has more than 60 lines/],
];

for (const [path, source, reason] of BROKEN) {
  test(`the rules refuse ${path} with ${JSON.stringify(source.slice(0, 60))}`, () => {
    assert.match(violationsOfText(path, source).join('\n'), reason);
  });
}

const ALLOWED: readonly (readonly [path: string, source: string])[] = [
  ['faces/rest/a.ts', "import type { IncomingMessage } from 'node:http';"],
  ['faces/rest/a.ts', "import { type IncomingMessage, type ServerResponse } from 'node:http';"],
  ['resources/iam/a.ts', "import { b } from '../registry/b.ts';\nimport { c } from '../../kernel/c.ts';"],
  ['resources/iam/v1/a.ts', "import { b } from '../b.ts';\nimport { form } from '../../../v1/form.ts';"],
  ['resources/v1.ts', "import { b } from './iam/v1/b.ts';\nimport { c } from './index.ts';"],
  ['editions/v1.ts', "import { older } from '../resources/v1.ts';\nimport type { Form } from '../v1/form.ts';"],
  ['server/listen/server.ts', "import type { Handler } from '../mock/port.ts';"],
  ['client/a.ts', "export type { Clock } from '../../generated/nouns.ts';"],
  [
    'features/lag/lag.client.ts',
    "import type { Connection } from '../../connection/connection.ts';\nimport type { Lag } from '../../../generated/nouns.ts';",
  ],
  [
    'features/lag/lag.command.ts',
    "import { lagOf } from './lag.client.ts';\nimport { steering } from '../../command/steering.ts';",
  ],
  [
    'features/lag/lag.command.ts',
    "import type { Lag } from './world-lag.ts';\nconst a = async () => await import('./world-lag.ts');",
  ],
  ['features/lag/lag.command.ts', "const read = async () => await import('../../kernel/rows.ts');"],
  [
    'features/lag/a.ts',
    "import { lag } from './lag.contract.ts';\nimport '../../plane/route.ts';\nimport '../../kernel/a.ts';",
  ],
  ['console/app/a.ts', "import type { Clock } from '../../../generated/nouns.ts';"],
  ['testing/twins.ts', "import { form } from '../v1/form.ts';\nimport { listen } from '../server/listen/server.ts';"],
  [
    'kernel/a.ts',
    "// process.env and Date.now() are for main\n/** import { b } from '../store/b.ts'; */\nnew Date(0);",
  ],
  ['kernel/a.ts', 'const text = "import { b } from \'../store/b.ts\';";'],
  ['store/json-file.ts', "import { open } from 'node:fs/promises';"],
  ['main.ts', "import data from '../package.json' with { type: 'json' };\nconst { env } = process.env;"],
  ['schema/a.ts', `const run = (): void => {\n${'f();\n'.repeat(58)}};`],
  ['schema/a.ts', `const ROWS = [\n${ROWS}];`],
  ['schema/a.ts', `const rows = (a: number) => [\na,\n${ROWS}];`],
  ['schema/a.ts', `const rows = (a: number) => {\n  return [\na,\n${ROWS}] as const;\n};`],
];

for (const [path, source] of ALLOWED) {
  test(`the rules allow ${path} with ${JSON.stringify(source.slice(0, 60))}`, () => {
    assert.deepEqual(violationsOfText(path, source), []);
  });
}

test('a text that is not TypeScript is refused', () => {
  assert.throws(() => sourceFile('schema/a.ts', 'const = ;'), /schema\/a\.ts/);
});

const graphOf = (texts: Readonly<Record<string, string>>) =>
  fileGraph(Object.entries(texts).map(([path, text]) => sourceFile(path, text)));

test('files that import each other in a circle are a cycle, whether for values or for types', () => {
  const files = graphOf({
    'kernel/a.ts': "import { b } from './b.ts';",
    'kernel/b.ts': "export type { C } from './c.ts';",
    'kernel/c.ts': "const a = await import('./a.ts');",
    'kernel/d.ts': "import './a.ts';",
    'kernel/e.ts': "import { e } from './e.ts';",
  });
  assert.deepEqual(cyclesOf(files), ['kernel/a.ts <-> kernel/b.ts <-> kernel/c.ts', 'kernel/e.ts']);
});

test('files that import the same file are not a cycle', () => {
  const files = graphOf({
    'kernel/a.ts': "import './b.ts';\nimport './c.ts';",
    'kernel/b.ts': "import './d.ts';",
    'kernel/c.ts': "import './d.ts';",
    'kernel/d.ts': "import 'zod';",
  });
  assert.deepEqual(cyclesOf(files), []);
});

test('folders that import each other are a cycle even when what their files are is not', () => {
  const files = graphOf({
    'features/clock/clock.contract.ts': "import '../lag/lag.contract.ts';",
    'features/lag/lag.contract.ts': '',
    'features/lag/world-lag.ts': "import '../clock/clock-view.ts';",
    'features/clock/clock-view.ts': '',
    'features/clock/clock.client.ts': '',
  });
  const [byRoom, byFolder] = [roomOf, folderOf].map((placeOf) => cyclesOf(placeGraph(files, placeOf)));
  assert.deepEqual([byRoom, byFolder], [[], ['features/clock <-> features/lag']]);
});

test('rooms that import each other are a cycle even when their files are not', () => {
  const files = graphOf({
    'kernel/a.ts': "import '../store/b.ts';",
    'store/c.ts': "import '../kernel/d.ts';",
    'store/b.ts': '',
    'kernel/d.ts': '',
  });
  assert.deepEqual([cyclesOf(files), cyclesOf(placeGraph(files, roomOf))], [[], ['kernel <-> store']]);
});
