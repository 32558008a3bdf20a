import type { Access } from './access.ts';
import { everyAccess } from './access-policy.ts';
import type { Incoming } from './answer.ts';
import type { CallScope } from './call-scope.ts';
import type { Caller } from './context.ts';
import { ApiError } from './errors.ts';
import type { FaultScene, Outcome } from './hooks.ts';
import type { Context } from './resource.ts';
import type { ChangedRow, Rows, Store } from './rows.ts';
import type { BoundOperation } from './runner.ts';
import { writeContextOf } from './write-contexts.ts';

/** Makes the context in which an operation runs for a caller. */
type ContextMaker = (bound: BoundOperation, caller: Caller, rows: Rows, access?: Access) => Context;

/** The call that a scene is of. */
interface ScenePart {
  readonly bound: BoundOperation;
  readonly caller: Caller;
  readonly world: CallScope;
  /** The URL by which its caller reaches the server. */
  readonly url: string;
  readonly operations: () => readonly BoundOperation[];
  readonly read: () => Incoming;
  readonly contextOf: ContextMaker;
}

/** Runs an operation as its runner has it. @throws ApiError */
const runOn = async (
  bound: BoundOperation,
  incoming: Incoming,
  store: Store,
  contextOf: (rows: Rows) => Context,
): Promise<Outcome> => {
  const { runner } = bound;
  if (runner.kind === 'read') return runner.run(incoming, contextOf(store.rows));
  if (runner.kind === 'token') throw new Error(`${bound.operation.id} makes tokens, which needs its caller`);
  return store.write((tx) => runner.run(incoming, writeContextOf(contextOf(tx), tx, undefined)));
};

/** The world of a call, for faults that act before its operation runs. */
export const faultSceneOf = ({ bound, caller, world, url, operations, read, contextOf }: ScenePart): FaultScene => ({
  caller,
  store: world.store,
  operations,
  read,
  rehearse: async (store) => {
    const access = world.steering?.policy && everyAccess;
    try {
      return await runOn(bound, read(), store, (rows) => contextOf(bound, caller, rows, access));
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  },
  runAs: async (other, asked, incoming, store) => {
    const { operation, runner } = asked;
    if (runner.kind !== 'write') throw new Error(`${operation.id} does not write`);
    const isReal = store === world.store;
    const events = isReal && operation.event ? world.events?.begin(other, { traceparent: undefined, url }) : undefined;
    let changes: readonly ChangedRow[] = [];
    await store.write((tx) => {
      const context = contextOf(asked, other, tx, everyAccess);
      runner.run(incoming, writeContextOf(context, tx, events?.emit));
      changes = tx.changed?.slice() ?? [];
      events?.store(tx, context.nowMillis);
    });
    await events?.stored();
    return changes;
  },
});
