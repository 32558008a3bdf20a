import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ok } from '../support/answer.ts';
import { runHere } from '../support/command-here.ts';
import { test } from '../support/folder.ts';
import { runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { walk } from '../support/walk.ts';

const jwk = (key: ReturnType<typeof generateKeyPairSync>['privateKey']): JsonWebKey => key.export({ format: 'jwk' });
const strongKey = (): JsonWebKey => jwk(generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey);

const FORMAT = 3;

/** The text of a data file without rows. */
const emptyFile = (format: number, meta: object): string => {
  const about = JSON.stringify({ format, generation: 3, sequence: 1, count: 0, meta });
  const text = `${about.slice(0, -1)},"checksum":`;
  return `${text}"${crc32(text).toString(16).padStart(8, '0')}","rows":[\n]}\n`;
};

const CANNOT_SIGN: readonly (readonly [what: string, key: () => unknown, why: RegExp])[] = [
  [
    'a key that is too short',
    () => jwk(generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey),
    /it is shorter than 2048 bits/,
  ],
  [
    'a key on another curve',
    () => jwk(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey),
    /neither an RSA key nor one on the curve P-256/,
  ],
  [
    'the parts of two keys',
    () => ({ ...strongKey(), n: strongKey().n }),
    /it is not a private key|do not belong together/,
  ],
  ['a public key', () => ({ kty: 'RSA', n: strongKey().n, e: 'AQAB' }), /it is not a private key/],
  ['no key', () => undefined, /it is not a private key/],
];

test.describe('a data file that cannot be served @mock', () => {
  for (const [what, key, why] of CANNOT_SIGN) {
    test(`D11: ${what} ends the start with the reason`, async ({ folder }) => {
      const file = join(folder, 'state.json');
      await writeFile(file, emptyFile(FORMAT, { seed: 's', signingKey: key() }));
      const { code, stdout, stderr } = await runHere(['serve', '--port', '0', '--data', file]);
      expect(stderr).toContain(`${file} holds a key that cannot sign`);
      expect(stderr).toMatch(why);
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(stdout).toBe('');
      expect(code).toBe(1);
      expect(await readdir(folder)).toEqual(['state.json']);
    });
  }
});

test.describe('damage to a data file @mock', () => {
  test('D4, D5: is refused by file and line, listed by check, and left out by repair', async ({
    folder,
    ownServer,
  }) => {
    const file = join(folder, 'state.json');
    const first = await ownServer('--data', file);
    const path = `/registry/v2/repos/${first.ready.orgId}`;
    ok(await first.api.post(path, { name: 'folded' }));
    await first.stop();
    const second = await ownServer('--data', file);
    const lost = ok(await second.api.post(path, { name: 'lost' }));
    const stored = ok(await second.api.post(path, { name: 'kept' }));
    await second.stop('SIGKILL');
    const log = `${file}.log.2`;
    const text = await readFile(log, 'utf8');
    const line = text.split('\n').findIndex((one) => one.includes('"lost"')) + 1;
    expect(line).toBeGreaterThan(1);
    const damaged = text.replace('"lost"', '"lots"');
    await writeFile(log, damaged);

    const what = `${log} line ${line} is damaged: its checksum does not match`;
    const started = await runCommand(['serve', '--port', '0', '--data', file]);
    expect(started).toMatchObject({ code: 1, stdout: '' });
    expect(started.stderr).toBe(
      `platform-mock: ${what}; "platform-mock data check ${file}" lists what is wrong, "platform-mock data repair ${file}" writes what is intact into a new file\n`,
    );
    const checked = await runCommand(['data', 'check', file]);
    expect(checked).toMatchObject({ code: 1, stdout: '' });
    expect(checked.stderr).toBe(`${what}\n"platform-mock data repair ${file}" writes what is intact into a new file\n`);

    const to = join(folder, 'new.json');
    const repaired = await runCommand(['data', 'repair', file, '--out', to]);
    expect(repaired).toMatchObject({ code: 0, stderr: '' });
    expect(repaired.stdout).toContain(`${what}\ndropped: 1 of `);
    expect(repaired.stdout).toMatch(new RegExp(`wrote ${to}: \\d+ rows\\n$`));
    expect((await stat(to)).mode & 0o777).toBe(0o600);
    expect(await readFile(log, 'utf8')).toBe(damaged);
    const again = await runCommand(['data', 'repair', file, '--out', to]);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain(`${to} exists already`);

    const { api } = await ownServer('--data', to);
    expect(await api.read(`/registry/v2/repos/${stored.uid}`)).toEqual(stored);
    expect((await api.get(`/registry/v2/repos/${lost.uid}`)).status).toBe(404);
  });

  test('D6: to the line with the keys loses the keys, and rows without their parents are served', async ({
    folder,
    ownServer,
  }) => {
    const file = join(folder, 'state.json');
    const first = await ownServer('--data', file);
    const { orgId } = first.ready;
    await first.stop();
    const text = await readFile(file, 'utf8');
    const group = text.split('\n').find((line) => line.includes(`,"groups",{"uid":"${orgId}",`)) ?? '-';
    await writeFile(file, text.replace('"meta"', '"atem"').replace(group, group.replace('example', 'exampel')));
    const repaired = await runHere(['data', 'repair', file]);
    expect(repaired.stderr).toBe('');
    expect(repaired.stdout).toContain(`${file} line 1 is damaged`);
    expect(repaired.stdout).toContain('dropped: the seed and the signing keys: the next start makes new ones\n');
    const { api } = await ownServer('--data', `${file}.repaired`);
    expect((await api.get(`/iam/v2/groups/${orgId}`)).status).toBe(404);
    for (const list of ['/iam/v2/groups', '/registry/v2/repos', '/iam/v2/roleBindings', '/iam/v2/identities']) {
      expect(await walk(api, `${list}?page_size=200`, list.split('/').at(-1) ?? ''), list).not.toEqual([]);
    }
    expect((await api.get('/iam/v1/groups')).status).toBe(200);
  });

  for (const [what, lose] of [
    ['emptied', (file: string) => writeFile(file, '')],
    ['filled with zeros', (file: string) => writeFile(file, Buffer.alloc(4_096))],
    ['removed', (file: string) => rm(file)],
  ] as const) {
    // Each takes seven starts.
    const share = what === 'emptied' ? '' : ' @whole';
    test(`D6: a file that was ${what} is repaired as far as its log reaches back${share}`, async ({
      folder,
      ownServer,
    }) => {
      const file = join(folder, 'state.json');
      const first = await ownServer('--data', file);
      const path = `/registry/v2/repos/${first.ready.orgId}`;
      const folded = ok(await first.api.post(path, { name: 'folded' }));
      await first.stop();
      const second = await ownServer('--data', file);
      const logged = ok(await second.api.post(path, { name: 'in-the-log' }));
      await second.stop('SIGKILL');
      await lose(file);
      const why = `${file} is ${what === 'removed' ? 'missing' : 'empty'}, but ${file}.log.2 holds writes that follow it`;
      const started = await runHere(['serve', '--port', '0', '--data', file]);
      expect(started.code).toBe(1);
      expect(started.stderr).toMatch(new RegExp(`^platform-mock: ${why}; .* writes what is intact into a new file\n$`));
      expect((await runHere(['data', 'check', file])).stderr).toContain(`${why}\n`);
      const to = join(folder, 'new.json');
      const { code, stdout } = await runHere(['data', 'repair', file, '--out', to]);
      expect(code).toBe(0);
      expect(stdout).toMatch(
        new RegExp(
          `^${why}\ndropped: all rows of writes 1 to \\d+, but for those that a later write has changed\n` +
            `dropped: the seed and the signing keys: the next start makes new ones\nwrote ${to}: \\d+ rows\n$`,
        ),
      );
      // Read from the file: the bindings that a caller of the API needs are lost.
      const rows = await readFile(to, 'utf8');
      expect([rows.includes(logged.uid as string), rows.includes(folded.uid as string)]).toEqual([true, false]);
      const { ready } = await ownServer('--data', to);
      expect((await fetch(`${ready.url}/_mock/v1/ready`)).status).toBe(200);
    });
  }

  test('D6: a file of which nothing is left is not repaired', async ({ folder }) => {
    const file = join(folder, 'state.json');
    await writeFile(file, '\n');
    const { code, stderr } = await runHere(['data', 'repair', file]);
    expect([code, stderr]).toEqual([
      1,
      `platform-mock: ${file} is empty: it is not a data file; delete it to start anew, or restore a copy\n`,
    ]);
    await writeFile(`${file}.log.2`, 'nothing\n');
    const { code: again, stderr: reason } = await runHere(['data', 'repair', file]);
    expect([again, reason]).toEqual([1, `platform-mock: nothing of ${file} can be read\n`]);
    expect((await readdir(folder)).sort()).toEqual(['state.json', 'state.json.log.2']);
  });

  test('D3: a torn tail is dropped with a warning, and check does not report it as damage', async ({
    folder,
    ownServer,
  }) => {
    const file = join(folder, 'state.json');
    const first = await ownServer('--data', file);
    const made = ok(await first.api.post(`/registry/v2/repos/${first.ready.orgId}`, { name: 'kept' }));
    await first.stop('SIGKILL');
    const log = `${file}.log.1`;
    const text = await readFile(log, 'utf8');
    await writeFile(log, `${text}[9,[["repos`);
    const torn = `${log} line ${text.split('\n').length} is cut off: 11 bytes are not whole writes, and were not answered`;
    const checked = await runHere(['data', 'check', file]);
    expect(checked).toMatchObject({ code: 0, stderr: '' });
    expect(checked.stdout).toMatch(
      new RegExp(`^${torn}; a start drops them\n${file}: ok, \\d+ rows after \\d+ writes, format ${FORMAT}\n$`),
    );
    const second = await ownServer('--data', file);
    expect(await second.api.read(`/registry/v2/repos/${made.uid}`)).toEqual(made);
    await second.stop();
    expect((await runHere(['data', 'check', file])).stdout).toMatch(
      new RegExp(`: ok, \\d+ rows after \\d+ writes, format ${FORMAT}\n$`),
    );
  });

  for (const [format, writer] of [
    [FORMAT - 1, 'an older version'],
    [FORMAT + 1, 'a newer version'],
  ] as const) {
    const share = format > FORMAT ? '' : ' @whole';
    test(`D7: a file of format ${format} is refused with its format, and is not changed${share}`, async ({
      folder,
    }) => {
      const file = join(folder, 'state.json');
      const refused = {
        code: 1,
        stdout: '',
        stderr: `platform-mock: ${file} has format ${format}, written by ${writer}; this one reads format ${FORMAT}\n`,
      };
      for (const text of [emptyFile(format, {}), JSON.stringify({ format, collections: {} })]) {
        await writeFile(file, text);
        expect(await runHere(['serve', '--port', '0', '--data', file])).toEqual(refused);
        expect(await readFile(file, 'utf8')).toBe(text);
      }
      for (const command of ['check', 'repair']) {
        expect(await runHere(['data', command, file])).toEqual(refused);
      }
      expect(await readdir(folder)).toEqual(['state.json']);
    });
  }

  for (const [command, ...rest] of [['check'], ['repair', '--out', 'never']] as const) {
    const share = command === 'repair' ? '' : ' @whole';
    test(`D5: ${command} refuses a file that is missing, is not a data file, or is in use${share}`, async ({
      folder,
      ownServer,
    }) => {
      const file = join(folder, 'state.json');
      const run = (): ReturnType<typeof runHere> => runHere(['data', command, file, ...rest]);
      expect(await run()).toEqual({ code: 1, stdout: '', stderr: `platform-mock: ${file} does not exist\n` });
      await writeFile(file, '[1,2]');
      expect(await run()).toEqual({
        code: 1,
        stdout: '',
        stderr: `platform-mock: ${file} is not a data file: it has no "format"\n`,
      });
      const { ready } = await ownServer('--data', join(folder, 'other.json'));
      const used = await runHere(['data', command, join(folder, 'other.json'), ...rest]);
      expect(used.code).toBe(1);
      expect(used.stderr).toContain(`other.json is in use by process ${ready.pid}`);
      expect((await runHere(['data', command])).code).toBe(2);
    });
  }
});
