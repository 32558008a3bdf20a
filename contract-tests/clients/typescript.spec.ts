import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { DOCUMENTED_HOST } from '../documents/document-shell.ts';
import { codeOf } from '../documents/documented-code.ts';
import { test } from '../support/folder.ts';
import { document } from '../support/openapi.ts';
import { expect } from '../support/test.ts';
import { mustRun } from './programs.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const CLIENT = join(import.meta.dirname, 'typescript');
const TYPES = 'platform-api.ts';

const programOf = (name: string, path: string, from = PROJECT): string =>
  join(dirname(createRequire(join(from, 'package.json')).resolve(`${name}/package.json`)), path);

const generator = programOf('openapi-typescript', 'bin/cli.js', CLIENT);
const compiler = programOf('typescript', 'bin/tsc');

interface Call {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

const called = ({ method, path }: Omit<Call, 'status'>): string => `${method} ${path}`;

/** Writes the types of a document. In the folder of the project the generator would follow redocly.yaml. */
const generate = async (name: string, folder: string): Promise<void> => {
  await mustRun(process.execPath, [generator, join(PROJECT, name), '--output', join(folder, TYPES)], { cwd: folder });
};

/** Every operation of openapi.yaml, those that make tokens among them. */
const everyOperation = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => called({ method: method.toUpperCase(), path })),
);

test('clients §7.1: the types of openapi-v1.yaml are sound @whole', async ({ folder }) => {
  await generate('openapi-v1.yaml', folder);
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--types', ''];
  await mustRun(process.execPath, [compiler, ...options, join(folder, TYPES)], { cwd: folder });
});

const PAGE = 'docs/clients.md';
/** The clients that the page shows, as files beside the generated one. */
const documentedClients = codeOf(PAGE, readFileSync(join(PROJECT, PAGE), 'utf8'))
  .filter(({ way }) => way.kind === 'run elsewhere')
  .map(({ line, text }) => ({ name: `page-${line}.ts`, text }));

test('clients §7.1: a TypeScript client compiles, and calls every operation of openapi.yaml @mock @fixture', async ({
  folder,
  shared: { target },
}) => {
  cpSync(CLIENT, folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await generate('openapi.yaml', folder);
  const { host } = new URL(target.baseUrl);
  for (const { name, text } of documentedClients) {
    writeFileSync(join(folder, name), text.replaceAll(DOCUMENTED_HOST, host));
  }
  await mustRun(process.execPath, [compiler, '--project', folder]);

  expect(documentedClients).toHaveLength(1);
  for (const { name } of documentedClients) {
    const printed = await mustRun(process.execPath, ['--import', 'tsx', join(folder, name)]);
    expect(printed, `what ${PAGE} shows prints the names of repos`).toContain("'argocd'");
  }

  const env = { BASE_URL: target.baseUrl, TOKEN: target.token, ORG_ID: target.orgId };
  const printed = await mustRun(process.execPath, ['--import', 'tsx', join(folder, 'every-operation.ts')], { env });
  const { calls, refused } = JSON.parse(printed) as { readonly calls: readonly Call[]; readonly refused: unknown };
  const [wrong, ...others] = calls.filter(({ status }) => status !== 200);
  expect([wrong, others]).toEqual([{ method: 'PATCH', path: '/iam/v2/groups/{uid}', status: 400 }, []]);
  expect(refused).toMatchObject({ code: 3 });
  expect(everyOperation).toHaveLength(85);
  const good = new Set(calls.filter(({ status }) => status === 200).map(called));
  expect([...good].toSorted()).toEqual(everyOperation.toSorted());
});
