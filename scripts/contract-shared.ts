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
/** What differs in a journal that several processes share: a call is in it once it has ended, and bytes are of each. */
const JOURNAL = [
  ...['J10: a stream hands over entries as they begin', 'J10: an exchange is there from its first byte on'],
  ...['J12: a stream of all worlds has those', 'J13: a call that goes on when its world ends'],
  'Z12: an open call is read once until it ends',
  ...['J7, X4: the oldest states are given up first', 'J7: of worlds with', 'J7: a size that is none is refused'],
  'J7, J13: ended worlds are within the bytes',
];
/** What each process has for itself (behaviour 31.11). */
const OWN = ['R3: the identity of a token is hidden'];
/**
 * What a balancer changes: an answer that is sent before the request was read is lost when the server closes, and a
 * connection that is broken off ends as one that is closed.
 */
const BEHIND = [
  ...['a (?:content-length|chunked) body of a \\w+ that is', 'a body over the limit is 401 first'],
  ...['V10: a body above 4 MiB is 413', 'F24, F25: lost_connection loses a write'],
];

/** The part that `npm test` runs: creates, pages, and the life of a world with all that it has, but for a restart. */
const TELLING = ['writes/create.spec.ts', 'lists/cursors.spec.ts', 'steering/lifecycle.spec.ts'];
const NOT_TELLING = 'a restart with';
/** Those of tokens that are about calls, not about flags of a start. */
const TOKENS = [
  ...['bad-tokens', 'capabilities', 'ci-token', 'direct-bearer', 'exchange-identity', 'flaws', 'invites'],
  ...['key-rotation', 'matching', 'played-issuers', 'refresh', 'request-origin', 'scopes', 'static-keys'],
];
/** The test file of a part of the control plane. */
const spec = (name: string): string => `steering/${name}.spec.ts`;
/**
 * The tests of the API, of the settings that processes share, of what has happened, and of the console. Left out are
 * those of what each process has for itself (behaviour 31.11), and those that compare the ids of tokens, which differ by
 * process.
 */
const SHARED = [
  ...['access', 'bad-input', 'errors', 'feeds', 'grpc', 'lists', 'masks', 'operations', 'resources', 'v1', 'writes'],
  ...TOKENS.map((name) => `tokens/${name}.spec.ts`),
  ...[
    ...['all-worlds', 'authz', 'consistency', 'coverage', 'coverage-declared', 'deliveries', 'deliveries-listed'],
    ...['event-steering', 'events', 'fault-rules', 'faults', 'journal', 'journal-await', 'journal-bounds'],
    ...[
      'journal-fields',
      'journal-listed',
      'lifecycle',
      'quota',
      'snapshots',
      'surprise-rules',
      'surprise-wires',
      'surprises',
    ],
    ...['time-travel', 'traces', 'world-evidence'],
  ].map(spec),
  // The console reads at one what it follows at another.
  ...['console-calls', 'console-worlds'].map((name) => `browser/${name}.spec.ts`),
];

const { values, positionals } = parseArgs({
  options: { replicas: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const chosen = bySize({ small: TELLING, usual: TELLING, whole: SHARED }).map((path) => `contract-tests/${path}`);
const isInTurn = values.replicas !== '1';
if (isInTurn && !existsSync(BUILT)) throw new Error(`${BUILT} is missing: npm run build makes it`);
/** The option takes the place of the one that the configuration has. */
const left = [
  ...OTHERWISE,
  ...JOURNAL,
  ...(isInTurn ? [...BEHIND, ...OWN] : []),
  ...(TEST_SIZE === 'whole' ? [] : ['@whole', NOT_TELLING]),
];
const postgres = await startPostgres();
try {
  const env = {
    ...process.env,
    MOCK_ENTRY: 'scripts/shared-main.ts',
    SHARED_POSTGRES: await postgres.makeDatabase(),
    ...(isInTurn && { SHARED_REPLICAS: values.replicas }),
  };
  const paths = positionals.length > 0 ? positionals : chosen;
  const projects = ['contract', ...(paths.some((path) => path.includes('/browser/')) ? ['browser'] : [])];
  const options = [...projects.map((name) => `--project=${name}`), `--grep-invert=${left.join('|')}`];
  const words = ['playwright', 'test', ...options, ...paths];
  const [status] = await once(spawn('npx', words, { env, stdio: 'inherit' }), 'close');
  process.exitCode = status ?? 1;
} finally {
  await postgres.stop();
}
