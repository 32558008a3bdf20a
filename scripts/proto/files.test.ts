import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { allOperations } from '../../src/editions/editions.ts';
import { string } from '../../src/schema/field-types.ts';
import { message, of, plain, required } from '../../src/schema/message.ts';
import { protoFiles, protoTree } from './files.ts';
import { type Buf, withBuf } from './workspace.ts';

const bound = allOperations();
const tree = protoTree(bound);

const assertClean = (buf: Buf): void => {
  for (const { ok, said } of [buf('format', '--diff', '--exit-code'), buf('lint'), buf('build')]) assert.ok(ok, said);
};

test('the files are the same text each time, in order', () => {
  assert.deepEqual([...protoFiles(bound)], [...protoFiles(bound)]);
  const paths = [...protoFiles(bound).keys()];
  assert.deepEqual(paths, paths.toSorted());
});

test('the files are those of the packages that operations and messages belong to', () => {
  const packages = bound.map(({ operation }) => operation.service.split('.').slice(0, -1).join('/'));
  const folders = [...protoFiles(bound).keys()].map((path) => path.split('/').slice(0, -1).join('/'));
  for (const folder of packages) assert.ok(folders.includes(folder), folder);
  assert.ok(folders.includes('chainguard/platform/common'));
  assert.equal(new Set(folders).size, folders.length);
});

test('every message and field has a comment', () => {
  for (const [path, text] of protoFiles(bound)) {
    const lines = text.split('\n');
    lines.forEach((line, index) => {
      const declares = /^\s*(?:message|enum|service|rpc) /.test(line) || / = \d+[ ;].*$/.test(line);
      if (!declares || /^ +\w+ = /.test(line)) return;
      assert.match(lines[index - 1] ?? '', /^\s*\/\/ /, `${path}: ${line}`);
    });
  }
});

test('every exception from a lint rule is needed', () => {
  const { lint } = parse(tree.get('buf.yaml') ?? '') as {
    readonly lint: {
      readonly except: readonly string[];
      readonly ignore_only: Readonly<Record<string, readonly string[]>>;
    };
  };
  const strict = new Map([...tree, ['buf.yaml', 'version: v2\nlint:\n  use: [STANDARD]\n']]);
  const { stdout } = withBuf(strict, (buf) => buf('lint', '--error-format', 'json'));
  const found = stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly path: string; readonly type: string });
  for (const rule of lint.except)
    assert.ok(
      found.some(({ type }) => type === rule),
      rule,
    );
  for (const [rule, folders] of Object.entries(lint.ignore_only)) {
    for (const folder of folders) {
      const isNeeded = found.some(({ type, path }) => type === rule && path.startsWith(`${folder}/`));
      assert.ok(isNeeded, `${rule} in ${folder}`);
    }
  }
});

test('a message inside one that nothing refers to is declared in an empty one', () => {
  const [first] = bound;
  assert.ok(first);
  const lost = message('proto_lost.v2.Outer.Inner', 'A lost one.', {});
  const request = message('proto_lost.v2.LoseRequest', 'What to lose.', { lost: plain(1, of(lost), 'The lost one.') });
  const operation = { ...first.operation, request, http: { method: 'GET', path: '/lost' } } as const;
  const text = protoFiles([{ ...first, operation }]).get('proto_lost/v2/proto_lost.proto') ?? '';
  assert.match(text, /^\/\/ Contains .*\nmessage Outer {\n {2}\/\/ A lost one\.\n {2}message Inner {}\n}$/m);
  assert.match(text, /^ {2}Outer\.Inner lost = 1;$/m);
});

test('buf accepts a package without a version, renamed fields and additional routes', () => {
  const [first] = bound;
  assert.ok(first);
  const request = message('chainguard.platform.auth.ProtoTestRequest', 'Who asks.', {
    name: required(1, string(), 'The name.', { proto: 'called', immutable: true }),
    alias: plain(2, string(), 'The alias.', { proto: 'also_called', presence: true }),
  });
  const operation = {
    ...first.operation,
    id: 'Allow',
    service: 'chainguard.platform.auth.Auth',
    request,
    response: undefined,
    http: { method: 'POST', path: '/auth', body: 'name' },
    additionalHttp: [
      { method: 'GET', path: '/auth' },
      { method: 'PUT', path: '/auth', body: '*' },
    ],
  } as const;
  const files = protoTree([...bound, { ...first, operation }]);
  assert.match(files.get('chainguard/platform/auth/auth.proto') ?? '', /^package chainguard\.platform\.auth;$/m);
  withBuf(files, assertClean);
});
