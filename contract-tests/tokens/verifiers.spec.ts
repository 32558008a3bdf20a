import { join } from 'node:path';
import { nodePackages } from '../clients/node-packages.ts';
import { mustRun } from '../clients/programs.ts';
import { virtualEnvironment } from '../clients/virtual-environment.ts';
import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { missingGo } from '../support/go-module.ts';
import { mintToken, steer } from '../support/mock.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect, test } from '../support/test.ts';
import { makeWorld } from '../support/worlds.ts';
import { claimsOf } from './own-token.ts';

const FOLDER = join(import.meta.dirname, 'verifiers');
const LIMIT_MS = 600_000;

const python = virtualEnvironment(join(FOLDER, 'requirements.txt'));
const npm = nodePackages('verifiers', join(FOLDER, 'package.json'));
const go = join(FOLDER, 'go');

/** A verifier as its users have it: it prints the subject of each token that it accepts. */
interface Verifier {
  readonly install: () => Promise<string | undefined>;
  readonly run: (...args: readonly string[]) => Promise<string>;
}

const VERIFIERS: Readonly<Record<string, Verifier>> = {
  'PyJWT 2.15.1': {
    install: python.install,
    run: (...args) => mustRun(python.python, [join(FOLDER, 'verify.py'), ...args]),
  },
  'jsonwebtoken with jwks-rsa 4.1.0': {
    install: npm.install,
    run: (...args) => {
      const env = { NODE_PATH: join(npm.bin, '..') };
      return mustRun(process.execPath, [join(FOLDER, 'verify.cjs'), ...args], { env });
    },
  },
  'go-oidc 3.21.0': {
    install: async () => missingGo(go),
    run: (...args) => mustRun('go', ['run', '.', ...args], { cwd: go, limit: LIMIT_MS }),
  },
};

/** A token whose last character of the claims differs. */
const changed = (token: string): string => {
  const [head, , signature] = token.split('.');
  const claims = Buffer.from(JSON.stringify({ ...claimsOf(token), sub: 'another' })).toString('base64url');
  return [head, claims, signature].join('.');
};

for (const [name, { install, run }] of Object.entries(VERIFIERS)) {
  test(`10.15, 10.25: ${name} accepts tokens of default and of a world, also after a rotation, and refuses flaws @mock @whole`, async ({
    ownServer,
  }) => {
    test.setTimeout(LIMIT_MS);
    skipAloud(`${name} has verified nothing`, await install());
    const { api } = await ownServer();
    const { id, token: worldToken } = (await makeWorld(api)) as unknown as {
      readonly id: string;
      readonly token: string;
    };
    const world = new Api({ ...api.connection, world: id }, worldToken);
    for (const caller of [api, world]) {
      const before = await mintToken(caller, 'viewer');
      const { iss = '', sub = '' } = claimsOf(before);
      expect(await run(iss, before)).toBe(`${sub}\n`);
      ok(await steer(caller, 'POST', 'keys:rotate', { overlap: '1h' }));
      const after = await mintToken(caller, 'viewer');
      const flawed = await Promise.all(
        ['expired', 'wrong_issuer', 'wrong_audience'].map(
          async (flaw) => ok(await steer(caller, 'POST', 'tokens', { identity: 'viewer', flaw })).token,
        ),
      );
      const printed = (await run(iss, before, after, changed(after), ...flawed)).trim().split('\n');
      expect(printed.slice(0, 2)).toEqual([sub, sub]);
      expect(printed.slice(2).map((line) => line.startsWith('refused: '))).toEqual([true, true, true, true]);
    }
  });
}
