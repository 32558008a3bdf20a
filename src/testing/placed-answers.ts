import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { RestFace } from '../faces/rest/face.ts';
import type { Rows, Tx } from '../kernel/rows.ts';
import { MemoryStore, type Tried } from '../store/memory.ts';
import { EarlyCalls } from '../store/shared/early-calls.ts';
import { WorldView } from '../store/shared/world-view.ts';
import { WriteQueue } from '../store/shared/write-queue.ts';

// Loaded before a server with a database: each answer of the API over HTTP says where its write is in the log of its
// world, or which state it was read from, and has a digest of the rows there.

/** The header with a place: `line/seq`. */
const PLACE_HEADER = 'x-mock-at';
/** The header with a digest of all rows of the world at that place, in the order in which they were written. */
const DIGEST_HEADER = 'x-mock-digest';

/** A state, by its place, and its rows. */
interface Placed {
  readonly at: string;
  readonly digest: string | undefined;
}

/** A call over HTTP, and where it was last seen. */
interface PlacedCall {
  writes: boolean;
  placed?: Placed;
}

type Change = (tx: Tx) => unknown;

const calls = new AsyncLocalStorage<PlacedCall>();
/** The calls that changes are for, by the change, and by the rows that it has changed when it was tried out. */
const callOfChange = new WeakMap<object, PlacedCall>();
/** The views of this process, by their states. */
const views = new WeakMap<MemoryStore, WorldView>();
const known = new WeakMap<WorldView, Placed>();

const digestOf = (state: MemoryStore): string => {
  const hash = createHash('sha256');
  for (const listed of state.listAsWritten()) hash.update(JSON.stringify(listed));
  return hash.digest('base64url');
};

/** The state of a view as it is now. */
const placedNow = (view: WorldView): Placed => {
  const { line, seq } = view.place;
  const at = `${line}/${seq}`;
  let placed = known.get(view);
  if (placed?.at !== at) {
    placed = { at, digest: digestOf(view.state) };
    known.set(view, placed);
  }
  return placed;
};

const READS = ['get', 'entry', 'by', 'childrenOf', 'listWithin', 'select'] as const;

/** Lets each read of a view's rows by a call note the place that it sees. */
const watchReads = (view: WorldView): void => {
  if (views.has(view.state)) return;
  views.set(view.state, view);
  const rows = view.state.rows as { -readonly [name in keyof Rows]: Rows[name] };
  for (const name of READS) {
    const read = rows[name] as (...asked: readonly unknown[]) => never;
    rows[name] = (...asked: readonly unknown[]) => {
      const call = calls.getStore();
      if (call && !call.writes) call.placed = placedNow(view);
      return read(...asked);
    };
  }
};

const { awaitHead, add } = WorldView.prototype;
const { tryOut } = MemoryStore.prototype;
const { add: enqueue } = WriteQueue.prototype;
const { begin } = EarlyCalls.prototype;
const { handle } = RestFace.prototype;

Object.assign(WorldView.prototype, {
  awaitHead(this: WorldView) {
    watchReads(this);
    return awaitHead.call(this);
  },
  add(this: WorldView, ...[line, entry, changed]: Parameters<WorldView['add']>) {
    add.call(this, line, entry, changed);
    const call = changed && callOfChange.get(changed);
    if (!call) return;
    const at = `${line}/${entry.seq}`;
    const now = placedNow(this);
    // The view may have moved on: it has learnt of the entry by a read.
    call.placed = now.at === at ? now : { at, digest: undefined };
  },
});

Object.assign(EarlyCalls.prototype, {
  begin(this: EarlyCalls) {
    watchReads(this.view);
    return begin.call(this);
  },
});

Object.assign(WriteQueue.prototype, {
  add(this: WriteQueue, change: Change) {
    const call = calls.getStore();
    // Later writes are of what follows the call, such as a delivery.
    if (call && !call.writes) {
      call.writes = true;
      callOfChange.set(change, call);
    }
    return enqueue.call(this, change);
  },
});

Object.assign(MemoryStore.prototype, {
  tryOut(this: MemoryStore, changes: Iterable<Change>): readonly Tried[] {
    const ran: Change[] = [];
    const noting = function* (): Generator<Change> {
      for (const change of changes) {
        ran.push(change);
        yield change;
      }
    };
    const tried = tryOut.call(this, noting());
    const view = views.get(this);
    let seq = view?.place.seq ?? 0;
    for (const [nth, one] of tried.entries()) {
      const call = callOfChange.get(ran[nth] as Change);
      if ('changed' in one && one.changed) {
        if (call) callOfChange.set(one.changed, call);
        seq += 1;
      } else if (call && view) call.placed = { at: `${view.place.line}/${seq}`, digest: undefined };
    }
    return tried;
  },
});

Object.assign(RestFace.prototype, {
  handle(this: RestFace, ...asked: Parameters<RestFace['handle']>): ReturnType<RestFace['handle']> {
    const call: PlacedCall = { writes: false };
    return calls.run(call, async () => {
      const answer = await handle.apply(this, asked);
      if (!call.placed) return answer;
      const { at, digest } = call.placed;
      const placed = { [PLACE_HEADER]: at, ...(digest !== undefined && { [DIGEST_HEADER]: digest }) };
      return { ...answer, headers: { ...answer.headers, ...placed } };
    });
  },
});
