import { runHere } from '../support/command-here.ts';
import { expect, test } from '../support/test.ts';

/** The URL of a port on which nothing listens: a command that gets so far fails otherwise. */
const NOBODY = 'http://127.0.0.1:1';
const SERVERS = [['serve'], ['exec'], ['probe']];
const THERE: Readonly<Record<string, readonly string[]>> = { exec: ['--', 'true'], probe: ['--', 'true'] };

/** Commands with flags that would do nothing, and why they are refused. */
const LONE: readonly (readonly [commands: readonly (readonly string[])[], flags: readonly string[], says: string])[] = [
  [SERVERS, ['--tls-ca-file', 'ca.pem'], '--tls-ca-file needs --tls auto, which makes a certificate'],
  [
    SERVERS,
    ['--tls', 'c.pem,k.pem', '--tls-ca-file', 'ca.pem'],
    '--tls-ca-file needs --tls auto, which makes a certificate',
  ],
  [SERVERS, ['--insecure-control'], '--insecure-control needs --control-token off'],
  [SERVERS, ['--control-token', 'a', '--insecure-control'], '--insecure-control needs --control-token off'],
  [
    [['serve'], ['exec']],
    ['--journal', 'off', '--journal-bytes', '1MB'],
    '--journal-bytes needs the journal, which --journal off does not keep',
  ],
  [
    [['serve'], ['exec']],
    ['--journal', 'off', '--journal-entries', '9'],
    '--journal-entries needs the journal, which --journal off does not keep',
  ],
  [[['serve']], ['--trace-bytes', '1MB'], '--trace-bytes needs --trace-dir: without it no trace is written'],
  [[['exec']], ['--trace-bytes', '1MB'], '--trace-bytes needs --trace: without it no trace is written'],
  [[['exec']], ['--trace-on', 'failure'], '--trace-on needs --trace: without it no trace is written'],
  ...[
    ['--target', 'http://a.test'],
    ['--i-own', 'a.test'],
    ['--rps', '1'],
    ['--suite', 'read'],
    ['--group', 'a'],
    ['--ledger', 'a'],
  ].map(
    (flags) =>
      [
        [['verify', '--har', 'run.har']],
        flags,
        `option "--har <file>" cannot be used with option "${flags[0]} <`,
      ] as const,
  ),
  [
    [['health'], ['coverage'], ['world', 'list']],
    ['--url', NOBODY, '--tls-ca-file', 'ca.pem'],
    `--tls-ca-file needs --tls or a URL with https: ${NOBODY} has no certificate`,
  ],
  [
    [['coverage']],
    ['--url', NOBODY, '--json', '--format', 'github'],
    '--format github does not go with --json, unless --out has a file for it',
  ],
  ...(['{"do":{"drop":true}}', 'faults.yaml'] as const).map(
    (word) =>
      [
        [['fault', 'set', word]],
        ['--url', NOBODY, '--match', 'operation=ListRepos'],
        '--match is for --do and for presets: a file has its own',
      ] as const,
  ),
];

test.describe('M30: flags that would do nothing @mock', () => {
  for (const [commands, flags, says] of LONE) {
    for (const command of commands) {
      const words = [...command, ...flags, ...(THERE[command[0] ?? ''] ?? [])];
      test(`M30: ${words.join(' ')} is refused`, async () => {
        const { code, stderr } = await runHere(words);
        expect(code).toBe(2);
        expect(stderr).toMatch(/^platform-mock: [^\n]+\n$/);
        expect(stderr).toContain(says);
      });
    }
  }

  for (const [variables, flags] of [
    [{ PLATFORM_MOCK_TLS_CA_FILE: 'ca.pem', PLATFORM_MOCK_INSECURE_CONTROL: 'true' }, []],
    [{ PLATFORM_MOCK_JOURNAL_BYTES: '1MB', PLATFORM_MOCK_TRACE_ON: 'failure' }, ['--journal', 'off']],
    // The environment may have what a flag needs.
    [{ PLATFORM_MOCK_CONTROL_TOKEN: 'off' }, ['--insecure-control']],
    [{}, ['--as', 'api.example.com', '--tls-ca-file', '/dev/null']],
    [{}, ['--journal', 'on', '--journal-entries', '9']],
  ] as const) {
    const given = [...Object.keys(variables), ...flags].join(' ');
    test(`M30: exec goes with ${given}`, async () => {
      const { code, stderr } = await runHere(['exec', ...flags, '--', 'true'], variables);
      expect([code, stderr]).toEqual([0, '']);
    });
  }

  test('M30: --tls-ca-file goes with a URL of https, and may come from the environment beside any other', async () => {
    const secure = await runHere(['health', '--url', 'https://127.0.0.1:1', '--tls-ca-file', 'ca.pem']);
    const variable = await runHere(['health', '--url', NOBODY], { PLATFORM_MOCK_TLS_CA_FILE: 'ca.pem' });
    for (const { code, stderr } of [secure, variable]) {
      expect([code, stderr.replace(/https?:.*\n/, '')]).toEqual([1, 'platform-mock: not ready: ']);
    }
  });
});
