import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startProxy } from '../../testing/database-proxy.ts';
import { type SharedScene, startSharedScene } from '../../testing/shared-scene.ts';
import { Connections } from './connections.ts';
import { isConnectionLost } from './database-error.ts';
import type { Columns } from './session.ts';

let scene: SharedScene;
let connections: Connections;
before(async () => {
  scene = await startSharedScene();
  connections = new Connections(scene.url);
});
after(async () => {
  await connections.close();
  await scene.stop();
});

const NUMBER = { text: 'SELECT pg_backend_pid() AS number' };

const numberOf = async (rows: Promise<readonly Columns[]>): Promise<number> => Number((await rows)[0]?.number);

/** Resolves once a connection has ended, in the database. */
const endConnection = async (number: number): Promise<void> => {
  await scene.postgres.query(scene.url, 'SELECT pg_terminate_backend($1, 5000)', [number]);
};

/** Values of the kinds that statements have, and what Postgres reads them as. */
const VALUES: readonly (readonly [type: string, value: unknown, read?: unknown])[] = [
  ['text', 'a "b" \\ {c}, \u0002'],
  ['text', null],
  ['int4', 7],
  ['int8', '9007199254740993'],
  ['bool', true],
  ['text[]', ['', 'a "b"', '\\', '{c,d}', 'NULL', null]],
  ['int8[]', [1, '9007199254740993', null], ['1', '9007199254740993', null]],
  ['int4[]', []],
  ['json', '{"a":[1]}', { a: [1] }],
];

test('a statement with a name gets its values as one without has them, at its first use and later', async () => {
  for (const [nth, [type, value, read = value]] of VALUES.entries()) {
    const named = { name: `value ${nth}`, text: `SELECT $1::${type} AS value, 1 AS "beside it"`, values: [value] };
    const { name: _, ...plain } = named;
    const expected = [{ value: read, 'beside it': 1 }];
    for (const statement of [plain, named, named]) {
      assert.deepEqual(
        (await connections.learn(statement)).map((row) => ({ ...row })),
        expected,
        type,
      );
    }
  }
});

for (const what of ['process was blocked', 'machine was paused']) {
  test(`31.5: time in which the ${what} does not count`, async () => {
    // The proxy runs in the same process: blocked with it, it passes the statement on only afterwards.
    const proxy = await startProxy(scene.postgres.socketFolder, scene.url, {});
    const short = new Connections(what === 'process was blocked' ? scene.url : proxy.url, { headMillis: 200 });
    const one = { name: 'one', text: 'SELECT 1 AS one' };
    try {
      for (const statement of [one, { text: one.text }]) {
        for (const run of [short.learn, short.note]) {
          const number = await numberOf(run.call(short, NUMBER));
          const running = run.call(short, statement);
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
          assert.deepEqual((await running)[0]?.one, 1);
          assert.equal(await numberOf(run.call(short, NUMBER)), number);
        }
      }
    } finally {
      await short.close();
      await proxy.stop();
    }
  });
}

test('31.5: a statement that is not answered in time loses its connection, and the next one has another', async () => {
  const never = new Promise<void>(() => undefined);
  const proxy = await startProxy(scene.postgres.socketFolder, scene.url, {
    hold: async (bytes) => (bytes.includes('hangs') ? never : undefined),
  });
  const short = new Connections(proxy.url, { headMillis: 300, statementMillis: 300 });
  try {
    for (const [run, name, millis] of [
      [short.learn, 'hanging', 300],
      [short.note, undefined, 300],
      [short.run, 'hanging', 1_300],
    ] as const) {
      const hanging = run.call(short, { text: "SELECT 'hangs'", ...(name && { name }) });
      await assert.rejects(hanging, { name: 'ConnectionLost', message: `no answer in ${millis} ms` });
      assert.ok((await numberOf(run.call(short, NUMBER))) > 0);
    }
  } finally {
    await short.close();
    await proxy.stop();
  }
});

test('one that was refused, as it was run or as it was parsed, is used again', async () => {
  const divide = (by: number) => connections.run({ name: 'divide', text: 'SELECT 6 / $1::int4 AS of', values: [by] });
  await assert.rejects(divide(0), { code: '22012' });
  await assert.rejects(divide(0), { code: '22012' });
  assert.deepEqual(await divide(3), [{ of: 2 }]);
  const read = { name: 'missing', text: 'SELECT 1 AS found FROM missing' };
  await assert.rejects(connections.learn(read), { code: '42P01' });
  await connections.run({ text: 'CREATE TABLE missing AS SELECT 1' });
  assert.deepEqual(await connections.learn(read), [{ found: 1 }]);
});

test('statements that come at once are run in their order, on one connection', async () => {
  const first = await numberOf(connections.note(NUMBER));
  const order: number[] = [];
  const all = Array.from({ length: 20 }, async (_, nth) => {
    const number = await numberOf(connections.note(NUMBER));
    order.push(nth);
    return number;
  });
  assert.deepEqual(new Set(await Promise.all(all)), new Set([first]));
  assert.deepEqual(
    order,
    order.map((_, nth) => nth),
  );
});

test('a connection that ends while nothing runs costs no statement', async () => {
  const first = await numberOf(connections.learn(NUMBER));
  await endConnection(first);
  // What the database has sent is read here before the next statement is.
  await connections.note(NUMBER);
  await new Promise(setImmediate);
  assert.notEqual(await numberOf(connections.learn(NUMBER)), first);
});

test('one that was not used for long is ended, and the next statement has another', async () => {
  const unused = new Connections(scene.url, { unusedMillis: 20 });
  try {
    const first = await numberOf(unused.learn(NUMBER));
    const there = 'SELECT 1 FROM pg_stat_activity WHERE pid = $1';
    while ((await scene.postgres.query(scene.url, there, [first])).length > 0);
    assert.notEqual(await numberOf(unused.learn(NUMBER)), first);
  } finally {
    await unused.close();
  }
});

test('one that ends under a statement loses that one, and those behind it get another connection', async () => {
  const first = await numberOf(connections.learn(NUMBER));
  const lost = connections.learn({ name: 'sleep', text: 'SELECT pg_sleep(0.5)::text AS slept' });
  const behind = [1, 2].map(() => numberOf(connections.learn(NUMBER)));
  const failed = assert.rejects(lost, isConnectionLost);
  await endConnection(first);
  await failed;
  const [number, other] = await Promise.all(behind);
  assert.equal(number, other);
  assert.notEqual(number, first);
});

test('one that is a pipeline takes statements while others run, and loses all of them where it ends', async () => {
  const first = await numberOf(connections.note(NUMBER));
  const slow = { name: 'slow', text: 'SELECT pg_sleep(0.5)::text AS slept, pg_backend_pid() AS number' };
  const lost = [slow, slow, NUMBER].map((statement) => assert.rejects(connections.note(statement), isConnectionLost));
  assert.equal(connections.use.used, 1);
  await endConnection(first);
  await Promise.all(lost);
  assert.notEqual(await numberOf(connections.note(NUMBER)), first);
  assert.equal(connections.use.used, 0);
});

test('statements of a name that are sent before it was parsed get its rows, or are refused with it', async () => {
  const half = (of: number) => connections.note({ name: 'half', text: 'SELECT $1::int4 / 2 AS half', values: [of] });
  assert.deepEqual(await Promise.all([half(2), half(4), half(6)]), [[{ half: 1 }], [{ half: 2 }], [{ half: 3 }]]);
  const later = { name: 'later', text: 'SELECT 1 AS found FROM later' };
  const refused = await Promise.allSettled([connections.note(later), connections.note(later)]);
  assert.deepEqual(
    refused.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  await connections.run({ text: 'CREATE TABLE later AS SELECT 1' });
  assert.deepEqual(await connections.note(later), [{ found: 1 }]);
});
