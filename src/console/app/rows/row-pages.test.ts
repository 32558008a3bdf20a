import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { PAGE, type Page, RowPages } from './row-pages.ts';

const TOTAL = 100_000;

/** A source of rows that are called by their index, and a record of its requests. */
const makeSource = () => {
  const source = {
    asked: [] as number[],
    changes: 0,
    total: TOTAL,
    failing: false,
    /** Answers the requests that wait, in a list that answers late. */
    release: undefined as (() => void) | undefined,
    late: undefined as Promise<void> | undefined,
  };
  const load = async (page: number): Promise<Page> => {
    source.asked.push(page);
    await source.late;
    if (source.failing) throw new Error('refused');
    const count = Math.max(0, Math.min(PAGE, source.total - page * PAGE));
    const rows = Array.from({ length: count }, (_, nth) => ({ uid: String(page * PAGE + nth) }));
    return { rows, total: source.total };
  };
  const rows = new RowPages({
    load,
    rest: () => turn(),
    onChange: () => {
      source.changes += 1;
    },
  });
  const hold = (): void => {
    source.late = new Promise((resolve) => {
      source.release = resolve;
    });
  };
  return { source, rows, hold };
};

/** Lets all that is under way come to its end. */
const settle = async (): Promise<void> => {
  for (let nth = 0; nth < 20; nth += 1) await turn();
};

const opened = async () => {
  const made = makeSource();
  const close = made.rows.open();
  await settle();
  return { ...made, close };
};

const uidAt = (rows: RowPages, index: number): unknown => rows.rowAt(index)?.uid;

test('Z9: a list of 100,000 rows costs one request to open, and one or two at each place', async () => {
  const { source, rows } = await opened();
  assert.deepEqual([source.asked, rows.total], [[0], TOTAL]);
  rows.show(0, 24);
  rows.show(50_000, 50_024);
  await settle();
  assert.deepEqual(source.asked, [0, 499, 500]);
  rows.show(TOTAL - 24, TOTAL);
  await settle();
  assert.deepEqual(source.asked, [0, 499, 500, 999]);
  assert.deepEqual([uidAt(rows, 50_000), uidAt(rows, TOTAL - 1), rows.rowAt(TOTAL)], ['50000', '99999', undefined]);
  assert.equal(source.changes, 3);
});

test('Z9: rows that are scrolled past while a request is under way are never asked for', async () => {
  const { source, rows, hold } = await opened();
  hold();
  for (let from = 0; from < TOTAL; from += 6) rows.show(from, from + 24);
  source.release?.();
  await settle();
  assert.deepEqual(source.asked, [0, 1, 999]);
  assert.equal(uidAt(rows, TOTAL - 1), '99999');
});

test('Z9: a walk through the whole list asks for each page once and caches the last 20', async () => {
  const { source, rows } = await opened();
  for (let from = 0; from < TOTAL; from += 24) {
    rows.show(from, from + 24);
    await turn();
    await turn();
    await turn();
  }
  await settle();
  assert.deepEqual(
    source.asked,
    Array.from({ length: TOTAL / PAGE }, (_, page) => page),
  );
  const cached = source.asked.filter((page) => rows.rowAt(page * PAGE));
  assert.deepEqual([cached.length, cached[0]], [20, 980]);
});

test('Z9: rows that are loaded anew stay until the new ones are there', async () => {
  const { source, rows, close, hold } = await opened();
  rows.show(50_020, 50_044);
  await settle();
  close();
  source.total = 70_000;
  hold();
  rows.open();
  await settle();
  assert.deepEqual([rows.total, uidAt(rows, 50_020)], [TOTAL, '50020']);
  source.release?.();
  await settle();
  assert.deepEqual([rows.total, source.asked], [70_000, [0, 499, 500, 499, 500]]);
});

test('Z9: a page that cannot be loaded is asked for again when the list is scrolled, and not before', async () => {
  const { source, rows } = await opened();
  source.failing = true;
  rows.show(130, 154);
  await settle();
  assert.deepEqual([source.asked, String(rows.error)], [[0, 1], 'Error: refused']);
  source.failing = false;
  rows.show(136, 160);
  await settle();
  assert.deepEqual([source.asked, rows.error, uidAt(rows, 150)], [[0, 1, 1], undefined, '150']);
});

test('Z9: a list that is closed asks for nothing, and draws nothing', async () => {
  const { source, rows, close, hold } = await opened();
  hold();
  rows.show(500, 524);
  close();
  source.release?.();
  rows.show(900, 924);
  await settle();
  assert.deepEqual([source.asked, source.changes], [[0, 4, 5], 1]);
});
