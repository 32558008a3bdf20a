import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { startPostgres } from './postgres.ts';

test('a Postgres of its own has databases that do not know each other, and leaves nothing', async () => {
  const postgres = await startPostgres();
  const [one, other] = [await postgres.makeDatabase(), await postgres.makeDatabase()];
  await postgres.query(one, 'CREATE TABLE t (n int)');
  await postgres.query(one, 'INSERT INTO t VALUES ($1)', [7]);
  assert.deepEqual(await postgres.query(one, 'SELECT n FROM t'), [{ n: 7 }]);
  await assert.rejects(postgres.query(other, 'SELECT n FROM t'), /relation "t" does not exist/);
  await postgres.stop();
  assert.ok(!existsSync(postgres.socketFolder));
  await assert.rejects(postgres.query(one, 'SELECT 1'), /ENOENT/);
});
