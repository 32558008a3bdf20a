import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { ChangedRow, Row } from '../src/kernel/rows.ts';
import { filesIn, shippedFixtures } from '../src/package-home.ts';
import { fixtureNames, loadFixture, loadPreparedRows, PREPARED, type ShippedFixtures } from '../src/seed/load.ts';
import { MemoryStore } from '../src/store/memory.ts';
import { Population } from '../src/world/population.ts';
import { prepareFixture, serializePrepared } from './prepare-fixture.ts';
import { TEST_SIZE } from './test-size.ts';

const SEED = 'prepared';
const settings = { seed: SEED, serviceDomain: 'three.test', publicUrl: 'http://three.test' };
const NOW = Date.UTC(2033, 6, 7, 8, 9, 10, 11);

const folder = mkdtempSync(join(tmpdir(), 'prepared-'));
const made = filesIn(folder);
after(() => rmSync(folder, { recursive: true }));

/** Puts a fixture into the folder as the build does, with rows that are prepared for a seed. */
const build = async (name: string): Promise<boolean> => {
  const text = JSON.stringify((await loadFixture(name, { shipped: shippedFixtures })).contents);
  writeFileSync(join(folder, `${name}.json`), text);
  const prepared = await prepareFixture(name, shippedFixtures, SEED);
  if (prepared) writeFileSync(join(folder, `${name}${PREPARED}`), serializePrepared(text, prepared));
  return prepared !== undefined;
};

/** The rows of a world that begins with a fixture, each collection in the order in which its rows were put last. */
const begun = async (
  name: string,
  from: ShippedFixtures,
  begin = (population: Population): Promise<void> => population.begin([name], true),
): Promise<{ readonly text: string; readonly changes: number }> => {
  let made: readonly ChangedRow[] = [];
  const store = new MemoryStore(function* (changes) {
    made = changes;
    yield;
    return undefined;
  });
  await begin(new Population({ store, shipped: from, settings, clock: { now: () => NOW } }));
  const last = new Map<string, readonly [collection: string, uid: string, row: Row | undefined]>();
  for (const { of, uid, after } of made) {
    const key = `${of.name} ${uid}`;
    last.delete(key);
    last.set(key, [of.name, uid, after]);
  }
  assert.deepEqual(
    Object.values(store.contents()).reduce((sum, { length }) => sum + length, 0),
    last.size,
  );
  const text = JSON.stringify([[...last.values()], store.rows.counts()]);
  return { text, changes: made.length };
};

for (const name of fixtureNames(shippedFixtures)) {
  // The large one is not prepared, which is seen only after it was read: that takes seconds.
  if (name === 'large' && TEST_SIZE !== 'whole') continue;
  test(`the rows of ${name} are those that applying it makes, where they are prepared`, async () => {
    const isPrepared = await build(name);
    assert.equal(isPrepared, name !== 'large');
    if (!isPrepared) return;
    const [prepared, applied] = [await begun(name, made), await begun(name, shippedFixtures)];
    assert.equal(prepared.text, applied.text);
    assert.ok(prepared.changes <= applied.changes);
    const inWorld = await begun(name, made, (population) => population.beginShipped(name));
    assert.deepEqual(inWorld, prepared);
  });
}

test('rows that were prepared of another text are not used', async () => {
  await build('hierarchy');
  assert.ok(loadPreparedRows('hierarchy', made));
  const file = join(folder, 'hierarchy.json');
  const { contents } = await loadFixture('hierarchy', { shipped: made });
  writeFileSync(file, JSON.stringify({ ...contents, description: 'Another one.' }));
  assert.equal(loadPreparedRows('hierarchy', made), undefined);
});

for (const [seed, what] of [
  [SEED, 'are what a start and a world from the fixture begin with'],
  ['another', 'are not used for this one'],
] as const) {
  test(`rows that were prepared for the seed ${seed} ${what}`, async () => {
    await build('permissions');
    const text = JSON.stringify((await loadFixture('permissions', { shipped: shippedFixtures })).contents);
    const invented = [['groups', { uid: 'f'.repeat(40), name: 'invented' }]] as const;
    writeFileSync(join(folder, `permissions${PREPARED}`), serializePrepared(text, { seed, rows: invented, times: [] }));
    const atStart = await begun('permissions', made);
    const inWorld = await begun('permissions', made, (population) => population.beginShipped('permissions'));
    assert.deepEqual(
      [atStart, inWorld].map((each) => each.text.includes('invented')),
      [seed === SEED, seed === SEED],
    );
  });
}
