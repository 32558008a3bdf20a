// Runs contract tests on servers whose state is in a Postgres: each has a database of its own. Each is three processes
// behind one port, which take turns by connection, unless `--replicas` says how many. It fails if an owner was replaced.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../src/testing/postgres.ts';
import { BUILT } from './serve-in-turn.ts';
import { bySize, TEST_SIZE } from './test-size.ts';

/** The excluded tests, each with its reason. */
const EXCLUDED: Readonly<Record<string, string>> = {
  '10\\.23: without a key every start signs': 'a start flag: a database has a key of its own',
  'safety @mock a server that others can reach generates': 'a start flag: --database demands a control token',
  'S15: a control token that was made at random': 'a start flag: --database demands a control token',
  '10\\.25, 10\\.32 and 10\\.33: the address by which the server is asked':
    'a start flag: the replicas have a common --public-url',
  '--audience @mock 10\\.2: without it': 'a start flag: the replicas have a common --public-url',
  'S7: targets of requests the host \\S+ is read as': 'a start flag: the replicas have a common --public-url',
  'M18: localUrl is the address': 'a start flag: the port of a replica is not the one in front of all',
  'addresses @mock': 'a start flag: the port in front of all is that of the run',
  'the log lists at the start the issuers': 'counts of one process: each replica logs its start',
  'N9 and N14: metrics @mock': 'counts of one process: metrics are about the process that is asked',
};

/** The maximum number of excluded tests. */
const MAX_EXCLUDED = 40;

/** The part that `npm test` runs: creates, pages, and the life of a world with all that it has, but for a restart. */
const TELLING = ['writes/create.spec.ts', 'lists/cursors.spec.ts', 'steering/lifecycle.spec.ts'];
const NOT_TELLING = 'a restart with';
/** All that is asked of a server that is there: the API, the control plane, its pages, and how a port is called. */
const SHARED = [
  ...['access', 'bad-input', 'errors', 'feeds', 'grpc', 'lists', 'masks', 'operations', 'resources', 'steering'],
  ...['tokens', 'transport', 'v1', 'writes'],
  ...['browser/console-calls.spec.ts', 'browser/console-worlds.spec.ts'],
];

/** The lines in the log of a replica that tests provoke. */
const PROVOKED = /"the keys of \S+ cannot be had from /;

const { values, positionals } = parseArgs({
  options: { replicas: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const chosen = bySize({ small: TELLING, usual: TELLING, whole: SHARED }).map((path) => `contract-tests/${path}`);
const isInTurn = values.replicas !== '1';
if (isInTurn && !existsSync(BUILT)) throw new Error(`${BUILT} is missing: npm run build makes it`);
/** The option takes the place of the one that the configuration has. */
const excluded = [...Object.keys(EXCLUDED), ...(TEST_SIZE === 'whole' ? [] : ['@whole', NOT_TELLING])];

/** The titles of the tests that the whole run leaves out. @throws Error if a reason is of none, or they are too many */
const excludedTitles = (): readonly string[] => {
  const words = ['playwright', 'test', '--list', '--project=contract', `--grep=${Object.keys(EXCLUDED).join('|')}`];
  const env = { ...process.env, BASE_URL: 'http://127.0.0.1:1' };
  const paths = SHARED.filter((path) => !path.startsWith('browser/')).map((path) => `contract-tests/${path}`);
  const { stdout } = spawnSync('npx', [...words, ...paths], { env, encoding: 'utf8' });
  // The pattern is matched with the titles of the groups and the test, with spaces between.
  const titles = stdout.split('\n').flatMap((line) => line.split(' › ').slice(2).join(' ') || []);
  for (const [pattern, reason] of Object.entries(EXCLUDED)) {
    if (!titles.some((title) => new RegExp(pattern).test(title))) throw new Error(`no test is left out for: ${reason}`);
  }
  if (titles.length > MAX_EXCLUDED) throw new Error(`${titles.length} tests are left out, and ${MAX_EXCLUDED} may be`);
  return titles;
};

if (TEST_SIZE === 'whole' && positionals.length === 0) console.log(`${excludedTitles().length} tests are left out`);
const folder = mkdtempSync(join(tmpdir(), 'contract-shared-'));
/** Gets the lines of errors in the logs of the replicas. */
const errors = join(folder, 'errors');
writeFileSync(errors, '');
const postgres = await startPostgres();
try {
  const env = {
    ...process.env,
    MOCK_ENTRY: 'scripts/shared-main.ts',
    SHARED_POSTGRES: await postgres.makeDatabase(),
    REPLICA_ERRORS: errors,
    // Each test, with as many generated cases as it usually has: more of them show no more of what is shared.
    CASES: process.env.CASES ?? 'usual',
    ...(isInTurn && { SHARED_REPLICAS: values.replicas }),
  };
  const paths = positionals.length > 0 ? positionals : chosen;
  const projects = ['contract', ...(paths.some((path) => path.includes('/browser/')) ? ['browser'] : [])];
  const options = [...projects.map((name) => `--project=${name}`), `--grep-invert=${excluded.join('|')}`];
  const words = ['playwright', 'test', ...options, ...paths];
  const [status] = await once(spawn('npx', words, { env, stdio: 'inherit' }), 'close');
  const logged = readFileSync(errors, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !PROVOKED.test(line));
  if (logged.length > 0) console.error(`The replicas have logged errors:\n${logged.join('\n')}`);
  process.exitCode = logged.length > 0 ? 1 : (status ?? 1);
} finally {
  rmSync(folder, { recursive: true });
  await postgres.stop();
}
