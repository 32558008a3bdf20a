// Runs contract tests on servers whose state is in a Postgres: each has a database of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from '../src/testing/postgres.ts';

const postgres = await startPostgres();
try {
  const env = { ...process.env, MOCK_ENTRY: 'scripts/shared-main.ts', SHARED_POSTGRES: await postgres.makeDatabase() };
  const words = ['playwright', 'test', '--project=contract', ...process.argv.slice(2)];
  const [status] = await once(spawn('npx', words, { env, stdio: 'inherit' }), 'close');
  process.exitCode = status ?? 1;
} finally {
  await postgres.stop();
}
