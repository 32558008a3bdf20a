// Runs contract tests on servers whose state is in a Postgres: each has a database of its own. Each is three processes
// behind one port, which take turns by connection, unless `--replicas` says how many.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startPostgres } from '../src/testing/postgres.ts';
import { BUILT } from './serve-in-turn.ts';
import { bySize, TEST_SIZE } from './test-size.ts';

/** What differs by what keeps the state: a database has a key of its own, and demands a control token. */
const OTHERWISE = ['10\\.23: without a key every start signs', 'others can reach generates a control token'];
/** What differs behind what passes connections on: an answer that comes before its request was read is lost with it. */
const BEHIND = ['a content-length body of a \\w+ that is', 'a body over the limit is 401 first'];

/** What tells most of rows, pages and refusals that processes share. */
const TELLING = ['writes', 'lists/cursors.spec.ts', 'grpc/bad-frames.spec.ts'];
/** Those of tokens that are about calls, not about flags of a start. */
const TOKENS = [
  ...['bad-tokens', 'capabilities', 'ci-token', 'direct-bearer', 'exchange-identity', 'flaws', 'invites'],
  ...['key-rotation', 'matching', 'played-issuers', 'refresh', 'request-origin', 'scopes', 'static-keys'],
];
/**
 * The tests of the API, and of steering what processes share. Those of the journal, coverage, events, deliveries and the
 * names of ended worlds are not among them, since these are of one process (behaviour 31.11), and those that look at the
 * ids of tokens, which differ by process.
 */
const SHARED = [
  ...['access', 'bad-input', 'errors', 'feeds', 'grpc', 'lists', 'masks', 'operations', 'resources', 'v1', 'writes'],
  ...TOKENS.map((name) => `tokens/${name}.spec.ts`),
  ...['steering/quota.spec.ts', 'steering/snapshots.spec.ts'],
];

const { values, positionals } = parseArgs({
  options: { replicas: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const chosen = bySize({ small: TELLING, usual: TELLING, whole: SHARED }).map((path) => `contract-tests/${path}`);
const isInTurn = values.replicas !== '1';
if (isInTurn && !existsSync(BUILT)) throw new Error(`${BUILT} is missing: npm run build makes it`);
/** The option takes the place of the one that the configuration has. */
const left = [...OTHERWISE, ...(isInTurn ? BEHIND : []), ...(TEST_SIZE === 'whole' ? [] : ['@whole'])];
const postgres = await startPostgres();
try {
  const env = {
    ...process.env,
    MOCK_ENTRY: 'scripts/shared-main.ts',
    SHARED_POSTGRES: await postgres.makeDatabase(),
    ...(isInTurn && { SHARED_REPLICAS: values.replicas }),
  };
  const paths = positionals.length > 0 ? positionals : chosen;
  const words = ['playwright', 'test', '--project=contract', `--grep-invert=${left.join('|')}`, ...paths];
  const [status] = await once(spawn('npx', words, { env, stdio: 'inherit' }), 'close');
  process.exitCode = status ?? 1;
} finally {
  await postgres.stop();
}
