import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { type Answer, ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { test } from '../support/folder.ts';
import { buildGo } from '../support/go-module.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect } from '../support/test.ts';
import { nodePackages } from './node-packages.ts';
import { run } from './programs.ts';
import { virtualEnvironment } from './virtual-environment.ts';

const GO = join(import.meta.dirname, 'validators/go');
const VALIDATORS = join(import.meta.dirname, 'validators');
const LIMIT_MS = 900_000;

/** Calls of each kind, with their answers. The slashes of uids are escaped: validators find a path by its segments. */
const walk = async (api: Api, parent: string): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  const send = async (method: string, target: string, body?: object): Promise<Answer> => {
    const answer = await api.send(method, target, { body });
    answers.push(answer);
    return answer;
  };
  const { uid } = ok(await send('POST', `/iam/v2/groups/${encodeURIComponent(parent)}`, { name: 'walk' }));
  const group = `/iam/v2/groups/${encodeURIComponent(uid)}`;
  const { nextPageToken } = ok(await send('GET', '/registry/v2/repos?page_size=2'));
  await send('GET', `/registry/v2/repos?page_size=2&page_token=${encodeURIComponent(nextPageToken ?? '')}`);
  for (const target of [group, `${group}x`, '/iam/v2/groups?page_token=nope', '/iam/v2/groups:lookupGroup']) {
    await send('GET', target);
  }
  await send('PATCH', group, { description: 'one' });
  await send('PATCH', `${group}?updateMask=description`, { description: 'two' });
  for (const list of ['iam/v2/identities', 'iam/v2/roles', 'registry/v2/tags']) await send('GET', `/${list}`);
  await send('DELETE', group);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 400, 404, ...Array(6).fill(200)]);
  return answers;
};

/** Writes exchanges as the programs read them. */
const keep = (folder: string, answers: readonly Answer[]): string => {
  const file = join(folder, `exchanges-${answers.length}.json`);
  const written = answers.map(({ request: { method, target, body = '' }, status, headers, text }) => {
    return { method, target, sent: String(body), status, type: headers['content-type'] ?? '', received: text };
  });
  writeFileSync(file, JSON.stringify(written));
  return file;
};

/** The operations of a document that is served. */
interface Served {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly responses: Readonly<Record<string, Declared>> } }>
  >;
  readonly servers: readonly { readonly url: string }[];
}
interface Declared {
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Calls each operation that reads JSON and names nothing in its path: many answer, and some miss what they need. */
const readAll = async (api: Api, { paths, servers: [server] }: Served): Promise<readonly Answer[]> => {
  const base = server?.url.startsWith('/') ? server.url : '';
  const targets = Object.entries(paths)
    .filter(([path, { get }]) => !path.includes('{') && get?.responses['200']?.content?.['application/json'])
    .map(([path]) => base + path);
  expect(targets.length).toBeGreaterThan(10);
  const answers: Answer[] = [];
  for (const target of targets) answers.push(await api.get(target));
  return answers;
};

/** Writes, with what they are answered: method, path, status and body. The first makes the group that others name. */
type Write = readonly [method: string, path: string, status: number, body?: object];

const WRITES_V1: readonly Write[] = [
  ['POST', '/iam/v1/groups/ORG', 200, { name: 'walk' }],
  ['PUT', '/iam/v1/groups/MADE', 200, { name: 'walk', description: 'one' }],
  ['PUT', '/iam/v1/groups/MADEx', 404, { name: 'walk' }],
  ['DELETE', '/iam/v1/groups/MADE', 200],
];
const STEERING: readonly Write[] = [
  ['PUT', '/_mock/v1/snapshots/walk?overwrite', 200],
  ['POST', '/_mock/v1/clock:advance', 200, { by: '1h' }],
  ['PUT', '/_mock/v1/faults', 200, [{ match: { operation: 'GetRepo' }, do: { code: 'UNAVAILABLE' } }]],
  ['POST', '/_mock/v1/faults', 400, { match: { operation: 'GetRepoo' }, do: { code: 'UNAVAILABLE' } }],
  ['POST', '/_mock/v1/tokens', 200, { identity: 'viewer' }],
  ['POST', '/_mock/v1/tokens', 400, { identity: 'nobody' }],
  ['POST', '/_mock/v1/snapshots/walk:restore', 200],
];

const write = async (api: Api, parent: string, writes: readonly Write[]): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  for (const [method, path, status, body] of writes) {
    const target = path
      .replace('ORG', encodeURIComponent(parent))
      .replace('MADE', encodeURIComponent(String(answers[0]?.body.id)));
    const answer = await api.send(method, target, { body });
    expect(answer.status, answer.text).toBe(status);
    answers.push(answer);
  }
  return answers;
};

const python = virtualEnvironment(join(VALIDATORS, 'requirements.txt'));
const prism = nodePackages('prism', join(VALIDATORS, 'package.json'));

test('clients §7.5: openapi-core accepts every right answer, and no wrong one @mock @fixture @whole', async ({
  folder,
  api,
  org,
  shared: { target },
}) => {
  test.setTimeout(LIMIT_MS);
  skipAloud('openapi-core has judged nothing', await python.install());
  const answers = await walk(api, org.uid);
  const document = join(folder, 'openapi.json');
  writeFileSync(document, JSON.stringify(ok(await api.get('/openapi.json'))));
  const judge = (judged: readonly Answer[]) =>
    run(python.python, [join(VALIDATORS, 'check.py'), keep(folder, judged), document, target.baseUrl]);
  expect(await judge(answers)).toMatchObject({ code: 0, stdout: 'every answer is right\n' });
  const wrong = answers.slice(0, 1).map((answer) => ({ ...answer, text: answer.text.replace('"uid"', '"id"') }));
  expect((await judge(wrong)).code).toBe(1);
});

/** The documents that are served, and the calls that are made beside all that reads. */
const DOCUMENTS: Readonly<Record<string, (api: Api, org: string) => Promise<readonly Answer[]>>> = {
  '/openapi.yaml': walk,
  '/openapi-v1.yaml': (api, org) => write(api, org, WRITES_V1),
  '/_mock/v1/openapi.yaml': (api, org) => write(api, org, STEERING),
};

for (const validator of ['kin-openapi', 'libopenapi-validator']) {
  for (const [served, walkOf] of Object.entries(DOCUMENTS)) {
    test(`clients §7.5: ${validator} accepts every right answer of ${served}, and no wrong one @mock @whole`, async ({
      folder,
      ownServer,
    }) => {
      test.setTimeout(LIMIT_MS);
      const program = join(folder, 'validators');
      skipAloud(`${validator} has judged nothing`, buildGo(GO, 'build', '-o', program, '.'));
      const { api, ready } = await ownServer();
      const { text } = await api.get(served);
      const document = join(folder, 'openapi.yaml');
      writeFileSync(document, text);
      const answers = [...(await walkOf(api, ready.orgId)), ...(await readAll(api, parse(text) as Served))];
      const judge = (judged: readonly Answer[]) =>
        run(program, [validator, keep(folder, judged), document, ready.url], { limit: LIMIT_MS });
      expect(await judge(answers)).toMatchObject({ code: 0, stdout: 'every answer is right\n' });
      // Each that has a body, as a list that it is not.
      const wrong = answers
        .filter(({ text: received }) => received !== '')
        .map((answer) => ({ ...answer, text: '[]' }));
      const { code, stdout } = await judge(wrong);
      expect([code, stdout.match(/^(?:GET|POST|PUT|PATCH|DELETE) \/\S+ \d{3} /gm)?.length]).toEqual([1, wrong.length]);
    });
  }
}

test('clients §7.5: Prism as a proxy passes every right answer on, and marks a wrong one @mock @fixture @whole', async ({
  api,
  org,
  shared: { target },
}) => {
  test.setTimeout(LIMIT_MS);
  skipAloud('Prism has judged nothing', await prism.install());
  const options = ['proxy', resolve('openapi.yaml'), target.baseUrl, '--port', '0', '--errors'];
  const proxy = spawn(process.execPath, [join(prism.bin, 'prism'), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const baseUrl = await new Promise<string>((resolved, rejected) => {
      let printed = '';
      proxy.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        const [, found] = /Prism is listening on (http:\S+)/.exec(printed) ?? [];
        if (found !== undefined) resolved(found);
      });
      proxy.once('exit', () => rejected(new Error(printed)));
    });
    const proxied = new Api({ ...api.connection, baseUrl, hasFaults: true }, api.token);
    for (const { headers, text } of await walk(proxied, org.uid))
      expect(headers['sl-violations'], text).toBeUndefined();
    const { headers } = await proxied.send('GET', '/registry/v2/repos', { headers: { 'x-mock-fault': 'html_502' } });
    expect(headers['sl-violations']).toContain('Unable to match the returned status code');
  } finally {
    proxy.kill();
  }
});
