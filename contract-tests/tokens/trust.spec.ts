import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { runHere } from '../support/command-here.ts';
import { expectError, expectUnauthenticated } from '../support/errors.ts';
import { test as base } from '../support/folder.ts';
import { commandLine, plainEnvironment, runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { askExchange, exchanged } from './exchange.ts';
import { claimsOf } from './own-token.ts';
import { keySetOf, thirdPartyKey } from './third-party.ts';

const ISSUER = 'https://token.ci.test';

/** A page on loopback whose answer a test sets, and which counts its requests. */
interface Page {
  readonly url: string;
  body: string;
  status: number;
  asked: number;
}

const test = base.extend<{ readonly keyPage: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  keyPage: async ({}, use) => {
    const server = createServer((_, outgoing) => {
      page.asked += 1;
      outgoing.writeHead(page.status, { 'content-type': 'application/json' }).end(page.body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
    const page: Page = { url, body: '{"keys":[]}', status: 200, asked: 0 };
    await use(page);
    server.closeAllConnections();
    server.close();
  },
});

/** An identity for the issuer, and a caller that needs no signed token. */
const matched = async (
  signed: Api,
  orgId: string,
  issuer = ISSUER,
): Promise<{ readonly api: Api; readonly uid: string }> => {
  const api = signed.as('admin-token');
  const claimMatch = { issuer, subject: 'x' };
  return { api, uid: ok(await api.post(`/iam/v2/identities/${orgId}`, { name: 'matched', claimMatch })).uid };
};

const refused = async (api: Api, upstream: string): Promise<void> => {
  expectError(await askExchange(api, upstream), 'UNAUTHENTICATED', { service: 'oidc', says: 'invalid token' });
  expectUnauthenticated(await api.as(upstream).get('/auth/v1/ok'), 'invalid token');
};

test.describe('--trust @mock', () => {
  test('with a key set in a file, tokens of its keys are valid, and of no others', async ({ folder, serverHere }) => {
    const [rsa, ec, ed] = [
      await thirdPartyKey('RS256', 'a'),
      await thirdPartyKey('ES256', 'b'),
      await thirdPartyKey('EdDSA'),
    ];
    const file = join(folder, 'keys.json');
    await writeFile(file, JSON.stringify(keySetOf(rsa, ec, ed)));
    const { api: signed, ready } = await serverHere('--trust', `${ISSUER}=${file}`);
    const { api, uid } = await matched(signed, ready.orgId);
    for (const key of [rsa, ec, ed]) {
      const upstream = await key.sign({ iss: ISSUER, sub: 'x' });
      expect(claimsOf((await exchanged(api, upstream)).token).sub).toBe(uid);
      expect((await api.as(upstream).read('/auth/v1/ok')).issuer).toBe(ISSUER);
    }
    const stranger = await thirdPartyKey('ES256', 'b');
    await refused(api, await stranger.sign({ iss: ISSUER, sub: 'x' }));
    await refused(api, await ec.sign({ iss: ISSUER, sub: 'x' }, { header: { kid: 'z' } }));
    await refused(api, await ec.sign({ iss: `${ISSUER}/`, sub: 'x' }));
    await refused(api, await ec.sign({ iss: 'https://elsewhere.test', sub: 'x' }));
    // A valid token that matches no identity.
    const answer = await askExchange(api, await ec.sign({ iss: ISSUER, sub: 'y' }));
    expectError(answer, 'PERMISSION_DENIED', { service: 'oidc', says: 'invalid "sub"', details: [] });
  });

  test('with a URL, the keys are fetched from it, and cached', async ({ serverHere, keyPage: page }) => {
    const [first, second] = [await thirdPartyKey('ES256', 'a'), await thirdPartyKey('ES256', 'b')];
    page.body = JSON.stringify(keySetOf(first));
    const { api: signed, ready } = await serverHere('--trust', `${ISSUER}=${page.url}`);
    const { api, uid } = await matched(signed, ready.orgId);
    for (let at = 0; at < 5; at += 1) {
      const upstream = await first.sign({ iss: ISSUER, sub: 'x' });
      expect(claimsOf((await exchanged(api, upstream)).token).sub).toBe(uid);
    }
    expect(page.asked).toBe(1);
    await refused(api, await (await thirdPartyKey('ES256', 'a')).sign({ iss: ISSUER, sub: 'x' }));
    // The issuer changes its key.
    page.body = JSON.stringify(keySetOf(first, second));
    for (const key of [second, first]) await exchanged(api, await key.sign({ iss: ISSUER, sub: 'x' }));
  });

  test('10.21: fifty bad tokens cause a few fetches, on both ways in, and a good one is still good', async ({
    serverHere,
    keyPage: page,
  }) => {
    const key = await thirdPartyKey('ES256', 'a');
    page.body = JSON.stringify(keySetOf(key));
    const { api: signed, ready } = await serverHere('--trust', `${ISSUER}=${page.url}`);
    const { api } = await matched(signed, ready.orgId);
    const stranger = await thirdPartyKey('ES256');
    for (let at = 0; at < 25; at += 1) {
      await refused(api, await stranger.sign({ iss: ISSUER, sub: 'x' }, { header: { kid: `bad-${at}` } }));
    }
    // Five, and one more for each second: one for each call would be fifty.
    expect(page.asked).toBeLessThan(40);
    await exchanged(api, await key.sign({ iss: ISSUER, sub: 'x' }));
  });

  for (const [what, status, body] of [
    ['an error', 500, '{}'],
    ['a missing page', 404, ''],
    ['a page that is not JSON', 200, '<html>'],
    ['JSON that is not a key set', 200, '{"a":1}'],
    ['an empty key set', 200, '{"keys":[]}'],
  ] as const) {
    test(`a URL that returns ${what} makes tokens invalid, and they are valid once it recovers`, async ({
      serverHere,
      keyPage: page,
    }) => {
      page.status = status;
      page.body = body;
      const { api: signed, ready } = await serverHere('--trust', `${ISSUER}=${page.url}`);
      const { api } = await matched(signed, ready.orgId);
      const key = await thirdPartyKey('ES256', 'a');
      const upstream = await key.sign({ iss: ISSUER, sub: 'x' });
      await refused(api, upstream);
      page.status = 200;
      page.body = JSON.stringify(keySetOf(key));
      await exchanged(api, upstream);
    });
  }

  test('with any, no signature is verified, and the log says so', async ({ serverHere }) => {
    const { api: signed, ready } = await serverHere('--trust', `${ISSUER}=any`);
    const { api, uid } = await matched(signed, ready.orgId);
    const key = await thirdPartyKey('ES256', 'a');
    const upstream = await key.sign({ iss: ISSUER, sub: 'x' });
    const [head, payload] = upstream.split('.');
    for (const token of [upstream, `${head}.${payload}.AAAA`]) {
      expect(claimsOf((await exchanged(api, token)).token).sub).toBe(uid);
      expect((await api.as(token).get('/auth/v1/ok')).status).toBe(200);
    }
    // It holds for that issuer only, and a token must still have a signature.
    await refused(api, await key.sign({ iss: 'https://elsewhere.test', sub: 'x' }));
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const token of [
      `${none}.${payload}.`,
      `${none}.${payload}.AAAA`,
      `${head}.${payload}.`,
      `${head}.${payload}`,
    ]) {
      await refused(api, token);
    }
  });

  test('the log lists at the start the issuers that are trusted without a signature, and only those', async ({
    folder,
  }) => {
    const file = join(folder, 'keys.json');
    await writeFile(file, JSON.stringify(keySetOf(await thirdPartyKey('ES256', 'a'))));
    const flags = ['--trust', `${ISSUER}=any`, '--trust', `https://sound.test=${file}`];
    const child = spawn(...commandLine('serve', '--port', '0', '--json', ...flags), {
      env: plainEnvironment(),
    });
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk;
    });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    await once(child, 'close');
    const lines = log.split('\n').filter((line) => line.includes('.test'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 40,
      issuer: ISSUER,
      msg: expect.stringMatching(/signature/),
    });
  });

  test('PLATFORM_MOCK_TRUST does the same, several separated by commas', async () => {
    const env = { PLATFORM_MOCK_TRUST: `${ISSUER}=any,https://other.test=nope` };
    const { code, stderr } = await runCommand(['serve', '--port', '0'], env);
    expect(code).toBe(2);
    expect(stderr).toContain('https://other.test=nope'.split('=')[1]);
  });
});

test.describe('--trust that is refused @mock', () => {
  for (const [at, value] of [
    'any',
    '=any',
    `${ISSUER}`,
    `${ISSUER}=`,
    'nowhere=any',
    `${ISSUER}=http://[`,
    `${ISSUER}=./no-such-file.json`,
    `${ISSUER}=.`,
  ].entries()) {
    const share = at % 3 === 0 ? '' : ' @whole';
    test(`--trust ${value} exits 2 with the reason${share}`, async () => {
      const { code, stdout, stderr } = await runHere(['serve', '--port', '0', '--trust', value]);
      expect([code, stdout], stderr).toEqual([2, '']);
      expect(stderr).toContain('--trust');
      expect(stderr).not.toMatch(/\n\s+at /);
    });
  }

  const keySets = ['', 'x', '{}', '[]', 'null', '{"keys":[]}', '{"keys":{}}', '{"keys":[1]}', '{"keys":["x"]}'];
  for (const [at, text] of keySets.entries()) {
    const share = at % 4 === 1 ? '' : ' @whole';
    test(`a key set of ${text === '' ? 'nothing' : text} exits 2 and names the file${share}`, async ({ folder }) => {
      const file = join(folder, 'keys.json');
      await writeFile(file, text);
      const { code, stdout, stderr } = await runHere(['serve', '--port', '0', '--trust', `${ISSUER}=${file}`]);
      expect([code, stdout], stderr).toEqual([2, '']);
      expect(stderr).toContain(file);
      expect(stderr).not.toMatch(/\n\s+at /);
    });
  }
});
