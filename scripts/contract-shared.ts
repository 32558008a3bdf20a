// Runs contract tests on servers whose state is in a Postgres: each has a database of its own. With `--replicas N` each is
// as many processes behind one port, which take turns by connection.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { startPostgres } from '../src/testing/postgres.ts';
import { TEST_SIZE } from './test-size.ts';

/** What differs by what keeps the state: a database has a key of its own, and demands a control token. */
const OTHERWISE = '10\\.23: without a key every start signs|others can reach generates a control token';

const { values, positionals } = parseArgs({
  options: { replicas: { type: 'string' } },
  allowPositionals: true,
  strict: false,
});
/** The option takes the place of the one that the configuration has. */
const left = TEST_SIZE === 'whole' ? OTHERWISE : `${OTHERWISE}|@whole`;
const postgres = await startPostgres();
try {
  const env = {
    ...process.env,
    MOCK_ENTRY: 'scripts/shared-main.ts',
    SHARED_POSTGRES: await postgres.makeDatabase(),
    ...(values.replicas !== undefined && { SHARED_REPLICAS: String(values.replicas) }),
  };
  const words = ['playwright', 'test', '--project=contract', `--grep-invert=${left}`, ...positionals];
  const [status] = await once(spawn('npx', words, { env, stdio: 'inherit' }), 'close');
  process.exitCode = status ?? 1;
} finally {
  await postgres.stop();
}
