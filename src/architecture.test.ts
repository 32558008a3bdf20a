import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const MAX_LINES = 400;
const VAGUE_NAMES = ['utils', 'util', 'helpers', 'helper', 'common', 'types', 'misc'];

/** Parts of src, each with what it may import besides itself. A face is a part of its own. */
const CORE = ['schema', 'kernel'];
const PARTS = ['resources', 'store', 'identity', 'delivery', 'seed', 'faces/rest', 'faces/grpc', 'control', 'console'];
const BELOW_APP = [...CORE, ...PARTS, 'emit'];
/** How bytes come in: they know nothing of what is served. */
const SOCKETS = ['first-bytes', 'http2-server', 'one-port', 'tls-certificate'];
const COMPOSED = ['log', 'app', 'population', 'server', ...SOCKETS];
const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map([
  ['schema', []],
  ['kernel', ['schema']],
  ...[...PARTS, 'emit'].map((part): [string, readonly string[]] => [part, CORE]),
  ['log', []],
  ['app', BELOW_APP],
  ['population', BELOW_APP],
  ...SOCKETS.map((part): [string, readonly string[]] => [part, SOCKETS]),
  ['server', [...BELOW_APP, ...SOCKETS, 'app']],
  ['parity', [...BELOW_APP, ...COMPOSED]],
  ['start', [...BELOW_APP, ...COMPOSED]],
  ['cli', [...BELOW_APP, ...COMPOSED, 'start']],
  ['main', [...BELOW_APP, ...COMPOSED, 'start', 'cli']],
]);

/** Where files, sockets and other processes may be touched, by the beginning of the path. */
const TOUCHES_OUTSIDE = [
  'main.ts',
  'cli/',
  'server.ts',
  'http2-server.ts',
  'one-port.ts',
  'tls-certificate.ts',
  'store/json-file',
  'seed/load',
  'delivery/',
  'emit/',
  // Reads the assets of its pages.
  'console/',
  // Drives both faces over sockets, in tests.
  'parity/',
];
const OUTSIDE_MODULES =
  /^(?:node:(?:fs|net|tls|http|https|http2|dgram|dns|child_process|worker_threads|readline)(?:\/.*)?|lowdb\/node)$/;
const OUTSIDE_GLOBALS = /\bprocess\.|\bfetch\(/;

/** The one file that reads how it was called. */
const READS_ENVIRONMENT = [
  'main.ts',
  // Its `process` is the one that main hands it.
  'cli/exec.ts',
];
const ENVIRONMENT = /\bprocess\.(?:env|argv|execArgv|stdin)\b|\bparseArgs\(/;

/** Where real time and chance come from; everything else is handed a clock and ids. */
const HOLDS_TIME_AND_CHANCE = ['main.ts', 'cli/', 'start.ts', 'server.ts', 'tls-certificate.ts'];
const TIME_AND_CHANCE =
  /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bprocess\.hrtime|\bMath\.random\(|\brandomUUID\(|\brandomBytes\(|\bgetRandomValues\(/;

/** What the vocabulary and the machine may import from outside: they know no HTTP, no gRPC, no files. */
const CORE_PACKAGES = ['zod', 're2js', 'node:crypto', 'node:util', 'node:buffer'];

interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

const withoutComments = (source: string): string => source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');

const importsOf = (code: string): readonly Import[] => {
  const declarations = code.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm);
  const dynamic = code.matchAll(/\b(?:import|require)\(\s*['"]([^'"]+)['"]/g);
  return [
    ...[...declarations].map(([, type, from]) => ({ from: from as string, typeOnly: type !== undefined })),
    ...[...dynamic].map(([, from]) => ({ from: from as string, typeOnly: false })),
  ];
};

const partOf = (path: string): string => {
  const [first = '', second] = path.replace(/\.ts$/, '').split('/');
  return first === 'faces' ? `${first}/${second}` : first;
};

const isIn = (path: string, places: readonly string[]): boolean => places.some((place) => path.startsWith(place));

const targetOf = (path: string, from: string): string => posix.join(posix.dirname(path), from);

const wrongImports = (path: string, code: string): readonly string[] => {
  const part = partOf(path);
  const allowed = MAY_IMPORT.get(part);
  if (!allowed) return [`${part} has no place in the table of what may import what`];
  return importsOf(code).flatMap(({ from, typeOnly }) => {
    if (from.startsWith('.')) {
      const target = partOf(targetOf(path, from));
      // A file that lies above src, such as package.json.
      if (target.startsWith('..')) return part === 'main' ? [] : [`reaches out of src for ${from}`];
      return target === part || allowed.includes(target) ? [] : [`${part} may not import ${target} (${from})`];
    }
    if (CORE.includes(part) && !CORE_PACKAGES.includes(from)) return [`${part} may not import ${from}`];
    const outside = OUTSIDE_MODULES.test(from) && !typeOnly;
    return outside && !isIn(path, TOUCHES_OUTSIDE) ? [`may not import ${from}, but as a type`] : [];
  });
};

const wrongTouches = (path: string, code: string): readonly string[] => {
  const rules: readonly (readonly [RegExp, readonly string[]])[] = [
    [OUTSIDE_GLOBALS, TOUCHES_OUTSIDE],
    [ENVIRONMENT, READS_ENVIRONMENT],
    [TIME_AND_CHANCE, HOLDS_TIME_AND_CHANCE],
  ];
  return rules.flatMap(([pattern, places]) => {
    const found = isIn(path, places) ? undefined : pattern.exec(code)?.[0];
    return found === undefined ? [] : [`may not use ${found}`];
  });
};

const wrongShape = (path: string, source: string): readonly string[] => {
  const name = posix.basename(path, '.ts');
  const lines = source.split('\n').length - 1;
  return [
    ...(/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? [] : [`${name} is not kebab-case`]),
    ...(VAGUE_NAMES.includes(name) ? [`${name} names no concept`] : []),
    ...(lines > MAX_LINES ? [`has ${lines} lines, more than ${MAX_LINES}`] : []),
  ];
};

/** The rules that a file of src, by its path from there, breaks. */
const violationsOf = (path: string, source: string): readonly string[] => {
  const code = withoutComments(source);
  return [...wrongImports(path, code), ...wrongTouches(path, code), ...wrongShape(path, source)];
};

const sources = (folder: string): readonly string[] =>
  readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'));

const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

test('every source file keeps the rules of the house', () => {
  const files = sources('src').filter((path) => !path.endsWith('.test.ts'));
  const broken = files.flatMap((path) => violationsOf(path, read(`src/${path}`)).map((rule) => `src/${path}: ${rule}`));
  assert.deepEqual(broken, []);
});

test('contract tests import nothing from src', () => {
  const broken = sources('contract-tests')
    .map((path) => `contract-tests/${path}`)
    .filter((path) => importsOf(read(path)).some(({ from }) => targetOf(path, from).startsWith('src/')));
  assert.deepEqual(broken, []);
});

const BROKEN: readonly (readonly [path: string, source: string, told: RegExp])[] = [
  ['schema/a.ts', "import { b } from '../kernel/b.ts';", /schema may not import kernel/],
  ['kernel/a.ts', "import type { Hono } from 'hono';", /kernel may not import hono/],
  ['kernel/a.ts', "import {\n  b,\n} from '../store/b.ts';", /kernel may not import store/],
  ['faces/rest/a.ts', "export * from '../grpc/b.ts';", /faces\/rest may not import faces\/grpc/],
  ['faces/rest/a.ts', "const b = await import('../../resources/index.ts');", /faces\/rest may not import resources/],
  ['seed/a.ts', "import '../store/b.ts';", /seed may not import store/],
  ['one-port.ts', "import { b } from './server.ts';", /one-port may not import server/],
  ['server.ts', "import { main } from './main.ts';", /server may not import main/],
  ['identity/a.ts', "import data from '../../package.json' with { type: 'json' };", /reaches out of src/],
  ['unheard-of/a.ts', '', /unheard-of has no place/],
  ['control/a.ts', "import { readFileSync } from 'node:fs';", /may not import node:fs/],
  ['faces/rest/a.ts', "import { createServer } from 'node:http';", /may not import node:http/],
  ['store/memory.ts', "import { JSONFile } from 'lowdb/node';", /may not import lowdb\/node/],
  ['app.ts', 'const port = process.env.PORT;', /may not use process\.env/],
  ['server.ts', 'const [, , port] = process.argv;', /may not use process\.argv/],
  ['kernel/a.ts', 'const now = new Date();', /may not use new Date\(\)/],
  ['resources/iam/a.ts', 'const id = randomUUID();', /may not use randomUUID/],
  ['schema/common.ts', '', /common names no concept/],
  ['schema/fieldMask.ts', '', /not kebab-case/],
  ['schema/a.ts', 'x;\n'.repeat(401), /has 401 lines/],
];

for (const [path, source, told] of BROKEN) {
  test(`the rules refuse ${path} with ${JSON.stringify(source.slice(0, 60))}`, () => {
    assert.match(violationsOf(path, source).join('\n'), told);
  });
}

const KEPT: readonly (readonly [path: string, source: string])[] = [
  ['faces/rest/a.ts', "import type { IncomingMessage } from 'node:http';"],
  ['resources/iam/a.ts', "import { b } from '../registry/b.ts';\nimport { c } from '../../kernel/c.ts';"],
  [
    'kernel/a.ts',
    "// process.env and Date.now() are for main\n/** import { b } from '../store/b.ts'; */\nnew Date(0);",
  ],
  ['store/json-file.ts', "import { open } from 'node:fs/promises';"],
  ['main.ts', "import data from '../package.json' with { type: 'json' };\nconst { env } = process.env;"],
];

for (const [path, source] of KEPT) {
  test(`the rules allow ${path} with ${JSON.stringify(source.slice(0, 60))}`, () => {
    assert.deepEqual(violationsOf(path, source), []);
  });
}
