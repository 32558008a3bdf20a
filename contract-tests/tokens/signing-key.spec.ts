import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { runHere } from '../support/command-here.ts';
import { expectUnauthenticated } from '../support/errors.ts';
import { test } from '../support/folder.ts';
import { mintToken } from '../support/mock.ts';
import { runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { exchanged, mintUpstream } from './exchange.ts';
import { verifiedBy } from './own-token.ts';
import { thirdPartyKey } from './third-party.ts';

const VIEWER = { issuer: 'https://issuer.example.com', subject: 'viewer' };

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });

/** A key for the tests in which any will do: making one takes as long as a start. */
let usual: ReturnType<typeof rsa> | undefined;
const anyRsa = () => {
  usual ??= rsa(2_048);
  return usual;
};

test.describe('--signing-key @mock', () => {
  for (const [at, [what, write]] of (
    [
      ['PEM, PKCS #8', () => anyRsa().privateKey.export({ type: 'pkcs8', format: 'pem' })],
      ['PEM, PKCS #1', () => anyRsa().privateKey.export({ type: 'pkcs1', format: 'pem' })],
      ['PEM of 3,072 bits', () => rsa(3_072).privateKey.export({ type: 'pkcs8', format: 'pem' })],
      ['a JSON Web Key', () => JSON.stringify(anyRsa().privateKey.export({ format: 'jwk' }))],
      ['a JSON Web Key in lines', () => JSON.stringify(anyRsa().privateKey.export({ format: 'jwk' }), null, 2)],
    ] as const
  ).entries()) {
    const share = at % 3 === 0 ? '' : ' @whole';
    test(`${what}: every token verifies with its public half, and the pages publish it${share}`, async ({
      folder,
      serverHere,
    }) => {
      const file = join(folder, 'key');
      const text = String(write());
      await writeFile(file, text);
      const priv = text.startsWith('{')
        ? createPrivateKey({ key: JSON.parse(text), format: 'jwk' })
        : createPrivateKey(text);
      const publicKey = createPublicKey(priv);
      const { api, ready } = await serverHere('--signing-key', file);
      const { token, refreshToken } = await exchanged(api, await mintUpstream(api, VIEWER));
      for (const each of [ready.token, token, await mintToken(api, 'viewer')]) {
        const { payload } = await jwtVerify(each, publicKey, { algorithms: ['RS256'], issuer: ready.issuer });
        expect(payload.aud).toBe(ready.issuer);
        await verifiedBy(ready.issuer, each);
      }
      expect(refreshToken).toEqual(expect.any(String));
      const keys = await (await fetch(`${ready.url}/.well-known/jwks.json`)).text();
      expect(JSON.parse(keys).keys).toMatchObject([publicKey.export({ format: 'jwk' })]);
      expect(keys).not.toContain(String(priv.export({ format: 'jwk' }).d));
    });
  }

  test('the same key has the same kid on every start, and another key has a different one', async ({
    folder,
    serverHere,
  }) => {
    const files = [join(folder, 'a'), join(folder, 'b')];
    for (const file of files) await writeFile(file, rsa(2_048).privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const kids = [];
    for (const file of [files[0], files[0], files[1]]) {
      const { ready } = await serverHere('--signing-key', String(file));
      kids.push(JSON.parse(Buffer.from(ready.token.split('.')[0] ?? '', 'base64url').toString()).kid);
    }
    expect(kids[1]).toBe(kids[0]);
    expect(kids[2]).not.toBe(kids[0]);
  });

  test('10.23: without a key every start signs with that of the package; `new` and a data file have their own', async ({
    folder,
    serverHere,
  }) => {
    const kidOf = async (...flags: readonly string[]): Promise<string> => {
      const { ready } = await serverHere(...flags);
      return JSON.parse(Buffer.from(ready.token.split('.')[0] ?? '', 'base64url').toString()).kid;
    };
    const kids = await Promise.all([
      ...[kidOf(), kidOf(), kidOf('--signing-key', 'new')],
      kidOf('--data', join(folder, 'a.json')),
      kidOf('--data', join(folder, 'b.json'), '--signing-key', 'new'),
    ]);
    expect(kids[1]).toBe(kids[0]);
    expect(new Set(kids).size).toBe(kids.length - 1);
  });

  test('a token that another program signs with it is valid @whole', async ({ folder, serverHere }) => {
    const key = await thirdPartyKey('RS256');
    const file = join(folder, 'key.json');
    await writeFile(file, JSON.stringify(key.privateJwk));
    const { api, ready } = await serverHere('--signing-key', file);
    const { subject } = await api.as('viewer-token').read('/auth/v1/ok');
    const token = await key.sign({ iss: ready.issuer, aud: ready.issuer, sub: subject });
    expect((await api.as(token).read('/auth/v1/ok')).subject).toBe(subject);
    const stranger = await thirdPartyKey('RS256');
    const forged = await stranger.sign({ iss: ready.issuer, aud: ready.issuer, sub: subject });
    expectUnauthenticated(await api.as(forged).get('/auth/v1/ok'), 'invalid token');
    // It also takes precedence over the key in a data file.
    const data = join(folder, 'state.json');
    const first = await serverHere('--data', data);
    await first.stop();
    const again = await serverHere('--data', data, '--signing-key', file);
    await jwtVerify(again.ready.token, key.publicJwk);
  });

  const pem = (type: 'ec' | 'rsa' | 'ed25519'): string => {
    const made =
      type === 'ec'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : type === 'rsa'
          ? rsa(1_024)
          : generateKeyPairSync('ed25519');
    return String(made.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  };
  for (const [what, text] of [
    ['nothing', () => ''],
    ['nonsense', () => 'nonsense'],
    ['a public key', () => String(anyRsa().publicKey.export({ type: 'spki', format: 'pem' }))],
    ['a public JSON Web Key', () => JSON.stringify(anyRsa().publicKey.export({ format: 'jwk' }))],
    ['a key on an elliptic curve', () => pem('ec')],
    ['an Ed25519 key', () => pem('ed25519')],
    ['a key of 1,024 bits', () => pem('rsa')],
    ['half a key', () => String(anyRsa().privateKey.export({ type: 'pkcs8', format: 'pem' })).slice(0, 800)],
    ['a shared secret', () => '{"kty":"oct","k":"c2VjcmV0"}'],
    ['an empty JSON object', () => '{}'],
    ['truncated JSON', () => '{"kty":'],
  ] as const) {
    test(`a file of ${what} exits 2, names the file and prints nothing of its content`, async ({ folder }) => {
      const file = join(folder, 'key');
      const content = text();
      await writeFile(file, content);
      const { code, stdout, stderr } = await runHere(['serve', '--port', '0', '--signing-key', file]);
      expect([code, stdout], stderr).toEqual([2, '']);
      expect(stderr).toContain(file);
      if (what.includes('curve') || what.includes('Ed25519')) expect(stderr).toContain('not an RSA key');
      expect(stderr).not.toMatch(/\n\s+at /);
      const middle = content.slice(content.length / 2, content.length / 2 + 20);
      if (middle.length === 20) expect(stderr).not.toContain(middle);
    });
  }

  test('a missing file, and a folder, exit 2', async ({ folder }) => {
    for (const file of [join(folder, 'nope'), folder]) {
      const { code, stdout, stderr } = await runCommand(['serve', '--port', '0', '--signing-key', file]);
      expect([code, stdout], stderr).toEqual([2, '']);
      expect(stderr).toContain(file);
    }
  });
});
