import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Answer, ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { test } from '../support/folder.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect } from '../support/test.ts';
import { nodePackages } from './node-packages.ts';
import { run } from './programs.ts';
import { virtualEnvironment } from './virtual-environment.ts';

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
const write = (folder: string, answers: readonly Answer[]): string => {
  const file = join(folder, `exchanges-${answers.length}.json`);
  const written = answers.map(({ request: { method, target, body = '' }, status, headers, text }) => {
    return { method, target, sent: String(body), status, type: headers['content-type'] ?? '', received: text };
  });
  writeFileSync(file, JSON.stringify(written));
  return file;
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
    run(python.python, [join(VALIDATORS, 'check.py'), write(folder, judged), document, target.baseUrl]);
  expect(await judge(answers)).toMatchObject({ code: 0, stdout: 'every answer is right\n' });
  const wrong = answers.slice(0, 1).map((answer) => ({ ...answer, text: answer.text.replace('"uid"', '"id"') }));
  expect((await judge(wrong)).code).toBe(1);
});

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
