import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readTrace } from '../../features/trace/read-trace.ts';
import { type RenderedRun, renderedRun } from '../../features/trace/rendered-run.ts';
import { Spool, type SpoolBounds } from './spool.ts';

const NOTHING = { calls: 0, steps: 0, events: 0, bodies: 0, answers: 0, fixtures: 0 };
const CREATED = Date.parse('2030-01-01T00:00:00.000Z');
/** The number of bytes of each call in these tests. */
const CALL_BYTES = 1_000;

const pageOf = (id: string): object => ({ id, startedDateTime: new Date(CREATED).toISOString() });

const callOf = (pageref: string, nth: number): object => {
  const call = {
    ...{ pageref, startedDateTime: new Date(CREATED + nth).toISOString(), time: 1 },
    ...{ request: { method: 'GET', url: `http://mock/${nth}` }, response: { status: 200 }, _note: '' },
  };
  return { ...call, _note: 'x'.repeat(CALL_BYTES - JSON.stringify(call).length) };
};

const runOf = (id: string, calls: number, hasFailed = false): RenderedRun => {
  const began = { world: id, fixtures: [{ yaml: 'groups: []' }] };
  const step = { kind: 'control', world: id };
  const all = [pageOf(id), began, { world: id }, ...Array.from({ length: calls }, (_, at) => callOf(id, at)), step];
  return renderedRun(
    {
      ...{ id, createdMillis: CREATED, hasFailed, cut: NOTHING, bytes: 100, fixtureBytes: 40 },
      ...{ stepCount: 1, stepBytes: 40, largeSteps: [] },
      calls: Array.from({ length: calls }, (_, at) => ({
        ...{ begunMillis: at, id: at + 1, isRead: true, bytes: CALL_BYTES, answerBytes: 10 },
      })),
    },
    (at) => JSON.stringify(all[at]),
  );
};

/** Calls with a spool, and its file. */
const spooled = async (bounds: SpoolBounds, run: (spool: Spool, file: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'spool-'));
  const file = join(folder, 'run.har.part');
  const spool = new Spool(file, '1.0.0', bounds);
  try {
    await run(spool, file);
    assert.deepEqual(readdirSync(folder), ['run.har.part']);
  } finally {
    spool.close();
    rmSync(folder, { recursive: true });
  }
};

const open = (id: string) => ({ id, createdMillis: CREATED, page: JSON.stringify(pageOf(id)) });

const addCalls = async (spool: Spool, id: string, from: number, to: number): Promise<void> => {
  for (let nth = from; nth < to; nth += 1) await spool.addCalls(open(id), [JSON.stringify(callOf(id, nth))]);
};

/** The calls that are read from the file, by world and number. */
const callsIn = async (file: string): Promise<readonly string[]> => {
  const { entries } = await readTrace(file, { err: () => undefined, version: '1.0.0' });
  return entries.map(({ pageref, request }) => `${pageref} ${request.url.split('/').at(-1)}`);
};

test('behaviour R12: calls of worlds that go on are read until their worlds have ended, and then once', () =>
  spooled({ ended: 100_000, open: 50_000 }, async (spool, file) => {
    await addCalls(spool, 'a', 0, 2);
    await addCalls(spool, 'b', 2, 3);
    assert.deepEqual(await callsIn(file), ['a 0', 'a 1', 'b 2']);
    await spool.add(runOf('a', 2));
    assert.deepEqual(await callsIn(file), ['a 0', 'a 1', 'b 2']);
    assert.deepEqual(
      spool.runs.map((run) => [run.id, run.call(1), run.steps()]),
      [['a', callOf('a', 1), [{ kind: 'control', world: 'a' }]]],
    );
  }));

test('behaviour R20: the last calls of worlds that go on stay within their bound, and what has ended stays readable', () =>
  spooled({ ended: 100_000, open: 20_000 }, async (spool, file) => {
    await addCalls(spool, 'ended', 0, 15);
    await spool.add(runOf('ended', 3));
    for (let nth = 0; nth < 100; nth += 1) {
      await addCalls(spool, 'long', nth, nth + 1);
      assert.ok(statSync(file).size < 20_000 + 5_000);
      const calls = (await callsIn(file)).filter((call) => call.startsWith('long'));
      const first = nth + 1 - calls.length;
      // The last ones, without a gap.
      assert.deepEqual(
        calls,
        calls.map((_, at) => `long ${first + at}`),
      );
      assert.ok(nth < 15 || calls.length > 5, `${calls.length} calls`);
    }
    await spool.add(runOf('other', 1));
    assert.deepEqual(
      spool.runs.map((run) => run.calls.map((_, at) => run.call(at))),
      [[0, 1, 2].map((at) => callOf('ended', at)), [callOf('other', 0)]],
    );
  }));

test('behaviour R20: over the bound of what has ended, calls are left out and counted, of worlds without a failure first', () =>
  spooled({ ended: 20_000, open: 50_000 }, async (spool, file) => {
    for (let nth = 0; nth < 10; nth += 1) await spool.add(runOf(`green-${nth}`, 4));
    for (let nth = 0; nth < 10; nth += 1) await spool.add(runOf(`red-${nth}`, 4, true));
    const stored = spool.runs.filter(({ calls }) => calls.length > 0).map(({ id }) => id);
    assert.deepEqual(stored, ['green-0', 'green-1', 'red-0', 'red-1']);
    assert.equal(spool.cutCalls, 64);
    const [cut] = spool.runs.filter(({ id }) => id === 'red-9');
    assert.deepEqual(cut?.cut, { ...NOTHING, calls: 4, steps: 1, fixtures: 1 });
    assert.deepEqual(
      [cut?.page(), cut?.began(), cut?.end()],
      [pageOf('red-9'), { world: 'red-9' }, { world: 'red-9' }],
    );
    assert.equal(spool.runs.length, 20);
    assert.ok(statSync(file).size < 20_000 + 20 * 200);
    assert.ok(!readFileSync(file, 'utf8').includes('"red-9","request"'));
  }));
