import { spawn } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from '../support/folder.ts';
import { commandLine, isExecutable, plainEnvironment, runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';

/** The files that a start finds in its folder. */
const FILES: Readonly<Record<string, string>> = {
  'no-json.json': '{"format":',
  'other.json': '{"a":1}',
  'cut.json': '{"format":3,"generation":3,"sequence":1,"count":2,"meta":{},"checksum":"00000000","rows":[\n',
  'bad.pem': '-----BEGIN CERTIFICATE-----\nbm90aGluZw==\n-----END CERTIFICATE-----\n',
  'bad-rows.yaml': 'groups: 7\n',
  'bad.yaml': 'groups: [\n',
};

const [FAILURE, USAGE, FIXTURE, PORT] = [1, 2, 4, 5];

/** A stage at which a start fails: the flags, the exit status, and what the reason names. */
type Stage = readonly [
  what: string,
  flags: (folder: string, takenPort: number) => readonly string[],
  status: number,
  says: RegExp,
];

const STAGES: readonly Stage[] = [
  ...(
    [
      ['--data', FAILURE],
      ['--snapshot', FIXTURE],
      ['--signing-key', USAGE],
      ['--sink-ca', USAGE],
      ['--trust', USAGE, 'https://a.test='],
      ['--tls', USAGE, './,'],
    ] as const
  ).map(
    ([flag, status, before = '']): Stage => [
      `${flag} is a folder`,
      (folder) => [flag, `${before}${folder}/.`],
      status,
      /: is a folder\n$/,
    ],
  ),
  ...[(folder: string) => folder, () => 'src'].map(
    (place, at): Stage => [
      `--fixture is a folder${at === 0 ? '' : ' whose path has no slash'}`,
      (folder) => ['--fixture', place(folder)],
      FIXTURE,
      /^platform-mock: --fixture [^:]+: is a folder: --init-dir takes one\n$/,
    ],
  ),
  ['--data is in a missing folder', (folder) => ['--data', join(folder, 'none', 'a.json')], FAILURE, /none/],
  ...(['--host', '--data', '--snapshot', '--init-dir', '--signing-key', '--sink-ca', '--tls-ca-file'] as const).map(
    (flag): Stage => [
      `${flag} is empty`,
      () => [flag, ''],
      USAGE,
      new RegExp(
        `option "${flag} <.* It must be ${flag === '--host' ? 'a name or an address' : 'the name of a file or a folder'}\\.`,
      ),
    ],
  ),
  [
    '--data is YAML',
    (folder) => ['--data', join(folder, 'bad-rows.yaml')],
    FAILURE,
    /bad-rows\.yaml is not valid JSON/,
  ],
  ['--data is not JSON', (folder) => ['--data', join(folder, 'no-json.json')], FAILURE, /no-json\.json/],
  ['--data is other JSON', (folder) => ['--data', join(folder, 'other.json')], FAILURE, /other\.json/],
  ['--data is damaged', (folder) => ['--data', join(folder, 'cut.json')], FAILURE, /cut\.json/],
  ['--tls names missing files', (folder) => ['--tls', `${folder}/c.pem,${folder}/k.pem`], USAGE, /c\.pem/],
  ['--tls names bad files', (folder) => ['--tls', `${folder}/bad.pem,${folder}/bad.pem`], USAGE, /bad\.pem/],
  ['--tls-ca-file cannot be written', (folder) => ['--tls', 'auto', '--tls-ca-file', folder], USAGE, /contract-/],
  ['--trust names a missing file', (folder) => ['--trust', `https://a.test=${folder}/none.json`], USAGE, /none\.json/],
  [
    '--trust names a bad file',
    (folder) => ['--trust', `https://a.test=${folder}/no-json.json`],
    USAGE,
    /no-json\.json/,
  ],
  ['--signing-key is missing', (folder) => ['--signing-key', join(folder, 'none.pem')], USAGE, /none\.pem/],
  ['--sink-ca is bad', (folder) => ['--sink-ca', join(folder, 'bad.pem')], USAGE, /bad\.pem/],
  ['--fixture is missing', (folder) => ['--fixture', join(folder, 'none.yaml')], FIXTURE, /none\.yaml/],
  ['--fixture is no YAML', (folder) => ['--fixture', join(folder, 'bad.yaml')], FIXTURE, /bad\.yaml/],
  ['--fixture has invalid rows', (folder) => ['--fixture', join(folder, 'bad-rows.yaml')], FIXTURE, /bad-rows\.yaml/],
  [
    '--fixture is invalid over TLS',
    (folder) => ['--tls', 'auto', '--fixture', `${folder}/bad.yaml`],
    FIXTURE,
    /bad\.yaml/,
  ],
  [
    '--fixture is invalid over new data',
    (folder) => ['--data', `${folder}/new.json`, '--fixture', `${folder}/bad.yaml`],
    FIXTURE,
    /bad\.yaml/,
  ],
  ['--snapshot is missing', (folder) => ['--snapshot', join(folder, 'none.json')], FIXTURE, /none\.json/],
  ['--snapshot is bad', (folder) => ['--snapshot', join(folder, 'other.json')], FIXTURE, /other\.json/],
  ['--init-dir is missing', (folder) => ['--init-dir', join(folder, 'none')], FIXTURE, /none/],
  ['the port is taken', (_, port) => ['--port', String(port)], PORT, /the port is in use/],
  [
    'the port is taken with --data',
    (folder, port) => ['--port', String(port), '--data', `${folder}/new.json`],
    PORT,
    /the port is in use/,
  ],
  ['the host is unknown', () => ['--host', 'nowhere.invalid'], FAILURE, /--host: .*nowhere\.invalid/],
  // An address for documentation: no machine has it.
  ['the host is of another machine', () => ['--host', '192.0.2.1'], FAILURE, /--host: .*192\.0\.2\.1/],
  ['--control-token is malformed', () => ['--control-token', ''], USAGE, /--control-token/],
];

test.describe('M11: a start that fails ends with one line @mock', () => {
  for (const [what, flags, status, says] of STAGES) {
    test(`M11: ${what}`, async ({ folder }) => {
      for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
      // Temporary files of the mock go to a folder of their own, of which nothing may be left.
      const temporary = join(folder, 'temporary');
      await mkdir(temporary);
      const taken = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
      await new Promise((resolve) => taken.once('listening', resolve));
      const address = taken.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      const given = flags(folder, port);
      const { code, stdout, stderr } = await runCommand(
        ['serve', ...(given.includes('--port') ? given : ['--port', '0', ...given])],
        {
          TMPDIR: temporary,
        },
      );
      taken.close();
      expect(stderr).toMatch(/^platform-mock: [^\n]+\n$/);
      expect(stderr).toMatch(says);
      expect([code, stdout]).toEqual([status, '']);
      expect((await readdir(temporary)).filter((name) => !name.startsWith('tsx-'))).toEqual([]);
    });
  }
});

test.describe('M11: a Node that may use only a part of the machine @mock', () => {
  for (const [what, command] of [
    ['serve', ['serve', '--port', '0']],
    ['exec', ['exec', '--', 'true']],
  ] as const) {
    test(`M11: ${what} without --allow-net ends with one line`, async () => {
      test.skip(isExecutable || !process.allowedNodeEnvironmentFlags.has('--allow-net'), 'this Node has no such flag');
      const [program, args] = commandLine(...command);
      const flags = ['--no-warnings', '--permission', '--allow-fs-read=*', '--allow-fs-write=*', '--allow-worker'];
      const child = spawn(program, [...flags, ...args], { env: plainEnvironment() });
      const [code, stderr] = await Promise.all([
        new Promise((resolve) => child.once('exit', resolve)),
        text(child.stderr),
      ]);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^platform-mock: [^\n]*--allow-net[^\n]*\n$/)]);
    });
  }
});
