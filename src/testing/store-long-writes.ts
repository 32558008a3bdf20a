import assert from 'node:assert/strict';
import type { Store, Tx } from '../kernel/rows.ts';
import type { Steps } from '../kernel/steps.ts';
import {
  below,
  byName,
  type Case,
  contentsOf,
  listed,
  numbered,
  ONE,
  plant,
  put,
  ROOT,
  TREE,
  TWO,
  thing,
  things,
  uidsOf,
} from './store-specimens.ts';

/** Enough rows for several pieces of a log. */
const MANY = 2_500;
const STEPS = 5;

/** Puts many rows in some steps, after each of which `between` is called. */
const puttingMany = (between: (step: number) => void = () => undefined) =>
  function* (tx: Tx): Steps<number> {
    for (let step = 0; step < STEPS; step += 1) {
      for (let at = step; at < MANY; at += STEPS) tx.put(things, thing(numbered(at), `n${at % 7}`, at));
      between(step);
      yield;
    }
    return tx.listWithin(things, ROOT).length;
  };

const sizeOf = (store: Store): number => store.rows.counts().things ?? 0;

/** The promises of a write in steps of any store. */
export const LONG_WRITE_CASES: readonly Case[] = [
  [
    'a write in steps is stored at once, and readers see the state before it until then',
    async (store) => {
      await plant(store);
      const before = contentsOf(store);
      const seen: unknown[] = [];
      const put = await store.writeInSteps(
        puttingMany((step) => {
          seen[step] = [contentsOf(store), listed(store, { order: [byName] }), sizeOf(store)];
        }),
      );
      assert.deepEqual(
        seen,
        Array.from({ length: STEPS }, () => [before, TREE, TREE.length]),
      );
      assert.equal(sizeOf(store), MANY + TREE.length);
      assert.equal(listed(store, { order: [byName] }).length, MANY + TREE.length);
      assert.equal(put, MANY + TREE.length - 1);
    },
  ],
  [
    'the event loop runs between the steps of a write, also while it is made durable',
    async (store) => {
      let turns = 0;
      let isOver = false;
      const count = (): void => {
        turns += 1;
        if (!isOver) setImmediate(count);
      };
      setImmediate(count);
      const seen: number[] = [];
      await store.writeInSteps(puttingMany(() => seen.push(turns)));
      isOver = true;
      assert.equal(new Set(seen).size, STEPS);
    },
  ],
  [
    'writes and restores that begin during a write in steps follow it, and see what it made',
    async (store) => {
      await plant(store);
      const captured = store.capture();
      const order: string[] = [];
      const begun: Promise<unknown>[] = [];
      const stepsDone = new Set<number>();
      const begin = (step: number): void => {
        // A change that runs twice begins them once.
        if (stepsDone.has(step)) return;
        stepsDone.add(step);
        if (step === 0) {
          const seeing = (tx: Tx): number => tx.listWithin(things, ROOT).length;
          begun.push(store.write(seeing).then((seen) => order.push(`write sees ${seen}`)));
          begun.push(put(store, thing(below(TWO, '9'))).then(() => order.push('put')));
          begun.push(store.writeInSteps(puttingMany()).then((seen) => order.push(`second sees ${seen}`)));
        }
        if (step === 1) begun.push(store.restore(captured).then(() => order.push('restore')));
      };
      await store.writeInSteps(puttingMany(begin));
      order.push('first');
      await Promise.all(begun);
      const whole = MANY + TREE.length - 1;
      assert.deepEqual(
        order.sort(),
        ['first', 'put', 'restore', `second sees ${whole + 1}`, `write sees ${whole}`].sort(),
      );
      assert.deepEqual(uidsOf(store.rows.listWithin(things, '/')), TREE);
    },
  ],
  [
    'a write in steps that throws changes nothing, and what waits for it goes on',
    async (store) => {
      await plant(store);
      const before = contentsOf(store);
      let next: Promise<void> | undefined;
      const broken = store.writeInSteps(
        puttingMany((step) => {
          if (step === 1) next = put(store, thing(below(TWO, '9')));
          if (step === 2) throw new Error('on purpose');
        }),
      );
      await assert.rejects(broken, /on purpose/);
      await next;
      assert.equal(sizeOf(store), TREE.length + 1);
      await store.write((tx) => tx.remove(things, below(TWO, '9')));
      assert.deepEqual(contentsOf(store), before);
    },
  ],
  [
    'a state that is captured or forked during a write in steps has nothing of it',
    async (store) => {
      await plant(store);
      const before = contentsOf(store);
      let fork: Store | undefined;
      let captured = store.capture();
      await store.writeInSteps(
        puttingMany((step) => {
          if (step !== 1) return;
          fork = store.fork();
          captured = store.capture();
        }),
      );
      assert.ok(fork);
      assert.deepEqual(contentsOf(fork), before);
      await put(fork, thing(ONE, 'in the fork'));
      await store.restore(captured);
      assert.deepEqual(contentsOf(store), before);
    },
  ],
];
