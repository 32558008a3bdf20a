import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { generate } from 'selfsigned';
import { type OwnershipScene, startOwnershipScene } from '../../testing/ownership-scene.ts';
import { DatabaseError } from './database-error.ts';

let scene: OwnershipScene;
const folder = mkdtempSync(join(tmpdir(), 'tls-demanded-'));
const authority = join(folder, 'authority.pem');

before(async () => {
  const made = await generate([{ name: 'commonName', value: 'a database' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  writeFileSync(authority, made.cert);
  scene = await startOwnershipScene({ certificate: { cert: made.cert, key: made.private } });
});
after(async () => {
  await scene.stop();
  rmSync(folder, { recursive: true });
});

/** The URL of an empty database by its port, at a host that is one, with parameters. */
const urlWith = async (parameters: string, host = '127.0.0.1'): Promise<string> => {
  const [, name] = /(test\d+)/.exec(await scene.makeDatabase()) ?? [];
  const [, port] = scene.postgres.secureAddress?.split(':') ?? [];
  return `postgres://postgres@${host}:${port}/${name}${parameters}`;
};

const TRUSTED = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`;
const NAME_IT =
  /: name the certificate of its authority by sslrootcert in --database, and the host as the certificate has it$/;

const REFUSED: readonly (readonly [what: string, parameters: string, host: string, message: RegExp])[] = [
  [
    'no TLS',
    '',
    '127.0.0.1',
    /^the database refuses: .*no encryption: add sslmode=verify-full to --database if it demands TLS, or allow the user in pg_hba\.conf$/,
  ],
  ['an authority that is not known', '?sslmode=require', '127.0.0.1', NAME_IT],
  ['a host that the certificate does not have', TRUSTED, 'localhost', NAME_IT],
];
for (const [what, parameters, host, message] of REFUSED) {
  test(`31.6: a start with ${what} is refused by a database that demands TLS, with the cure that fits`, async () => {
    await assert.rejects(scene.open(await urlWith(parameters, host)), (error: unknown) => {
      assert.ok(error instanceof DatabaseError);
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /\n|:\/\//);
      return true;
    });
  });
}

for (const [what, parameters] of [
  ['its authority', TRUSTED],
  ['no look at its certificate', '?sslmode=no-verify'],
] as const) {
  test(`31.1: a database that demands TLS is used with ${what}`, async () => {
    const { ownership, term } = await scene.open(await urlWith(parameters));
    await term.append('1', 1, 'stored');
    const text = `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'platform-mock %'`;
    const sessions = await ownership.link.query(text);
    assert.ok(sessions.length > 0 && sessions.every(({ ssl }) => ssl === true));
  });
}
