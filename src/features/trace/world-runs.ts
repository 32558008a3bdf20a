import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kernel } from '../../kernel/call.ts';
import { BoundedLog, type ByteBudget, type ByteShare } from '../../plane/bounded-log.ts';
import type { World, WorldDeps } from '../../world/world.ts';
import type { RegisteredWorld, Worlds } from '../../world/worlds.ts';
import type { EntryRing } from '../journal/entry-ring.ts';
import { demandJournal } from '../journal/journal-control.ts';
import type { PackedEntry } from '../journal/packed-entry.ts';
import { secretsIn } from '../journal/row-secrets.ts';
import type { SecretNumbers } from '../journal/secret-numbers.ts';
import { explainerOf, mockOf, slippedCalls } from './capture-world.ts';
import { cleanEntry } from './clean-entry.ts';
import { cutRun, planCut } from './cut-plan.ts';
import { type HarWriting, harEntryOf, type TracedWorld } from './har-entry.ts';
import { liveRun, pageOf } from './live-run.ts';
import { bytesOf, type RenderedRun, renderRun } from './rendered-run.ts';
import type { Run } from './run.ts';
import { SecretText } from './secret-text.ts';
import { traceText } from './trace-text.ts';

/** The bounds of runs of ended worlds: their number, and the bytes of their text. */
const MAX_ENDED = 100;
const MAX_ENDED_BYTES = 16 * 1024 * 1024;

/** The runs of the worlds that ended last, within the bytes that all journals may take together. */
export class EndedRuns extends BoundedLog<RenderedRun> {
  readonly #share: ByteShare;

  constructor(budget: ByteBudget) {
    super(MAX_ENDED, (run) => this.#share.charge(-bytesOf(run)));
    this.#share = budget.open(() => this.dropOldest(), MAX_ENDED_BYTES);
  }

  override add(run: RenderedRun): void {
    super.add(run);
    this.#share.charge(bytesOf(run));
  }

  /** Drops all runs, and the count of those that were dropped before. */
  clear(): void {
    while (this.dropOldest());
    this.droppedInAll = 0;
  }
}

/** Finds the calls of one world that have ended since it was last asked. */
export class OpenCalls {
  #next = 1;
  /** The calls before the next one that went on when they were last looked at. */
  readonly #waiting = new Set<number>();

  /** Takes each call once, at most `most`, without those that the journal has dropped. */
  take(ring: Pick<EntryRing, 'nextId' | 'getRetained'>, most: number): readonly PackedEntry[] {
    const ended: PackedEntry[] = [];
    const look = (id: number): void => {
      const entry = ring.getRetained(id);
      if (entry?.isOpen) this.#waiting.add(id);
      else this.#waiting.delete(id);
      if (entry && !entry.isOpen) ended.push(entry);
    };
    for (const id of [...this.#waiting]) if (ended.length < most) look(id);
    for (; this.#next < ring.nextId && ended.length < most; this.#next += 1) look(this.#next);
    return ended;
  }
}

/** Receives the run of each world that ends, one after another; `traces` can write it into a trace. */
export type TakeRun = (run: RenderedRun, traces: WorldRuns) => void | Promise<void>;

/** A world that goes on. */
export interface OpenWorld {
  readonly id: string;
  readonly createdMillis: number;
  /** Its page in a trace, in JSON. */
  readonly page: string;
}

/** Receives calls of a world that goes on, each in JSON. */
export type TakeCalls = (world: OpenWorld, calls: readonly string[]) => void | Promise<void>;

/** The dependencies of the runs of a mock. */
export interface WorldRunsParts {
  readonly worlds: Worlds<World>;
  readonly world: WorldDeps;
  readonly kernel: Kernel;
  /** The version of the mock. */
  readonly version: string;
  readonly take?: TakeRun;
  /** True to render ended worlds only when somebody asks for them: most mocks of a probe are never asked. */
  readonly isLazy?: boolean;
}

/** The number of calls of an open world that are rendered between two turns of the event loop: clients are waiting. */
const OPEN_SLICE = 20;
/** The maximum number of secrets looked for; beyond it, the list is made anew of those that the mock still knows. */
const MAX_SOUGHT = 25_000;

/** The runs of the worlds of a mock, ended ones included. */
export class WorldRuns {
  readonly #parts: WorldRunsParts;
  readonly #ended: EndedRuns;
  readonly #open = new WeakMap<World, OpenCalls>();
  readonly #why = new WeakMap<World, TracedWorld['why']>();
  /** The ended worlds that are not rendered yet. */
  #waiting: readonly Run[] = [];
  #secrets: SecretText | undefined;
  /** The rendering of all worlds that have ended so far. */
  #rendered: Promise<void> = Promise.resolve();

  constructor(parts: WorldRunsParts) {
    this.#parts = parts;
    this.#ended = new EndedRuns(parts.world.budget);
    if (parts.world.journal?.heads) parts.worlds.onEnd((entered) => this.#take(entered, true));
    parts.worlds.onBeginAnew(() => this.#forget());
  }

  /** The run of a world, or of all, ended ones included, in pieces. @throws ApiError without a journal */
  traceOf(id: string | undefined): AsyncIterable<string> {
    const { worlds } = this.#parts;
    const live = (id === undefined ? worlds.list() : [worlds.get(id)]).map((entered) => this.#liveRun(entered, false));
    return this.#textOf(live, id === undefined);
  }

  /** Renders all worlds as if they had ended, and resolves once each was taken. */
  async takeAll(): Promise<void> {
    for (const run of this.#waiting) this.#render(run, true);
    this.#waiting = [];
    for (const entered of this.#parts.worlds.list()) this.#take(entered, false);
    await this.#rendered;
  }

  /**
   * Hands over the calls of all open worlds that have ended and were not handed over yet, at most `most`; resolves once
   * that is done.
   */
  takeCalls(most: number, take: TakeCalls): Promise<void> {
    const takeAll = async (): Promise<void> => {
      let remaining = most;
      for (const entered of this.#parts.worlds.list()) remaining -= await this.#takeCallsOf(entered, remaining, take);
    };
    this.#rendered = this.#rendered.then(takeAll).catch(this.#parts.world.report);
    return this.#rendered;
  }

  /** Hands over calls of a world, and returns how many. */
  async #takeCallsOf(entered: RegisteredWorld<World>, most: number, take: TakeCalls): Promise<number> {
    const { id, createdMillis, world } = entered;
    const { journal, scope } = world;
    const open = this.#open.get(world) ?? new OpenCalls();
    this.#open.set(world, open);
    const entries = journal ? open.take(journal.ring, most) : [];
    if (!journal || entries.length === 0) return 0;
    const writing = this.#writing;
    for (const secret of secretsIn(scope.store.rows)) writing.hide(secret);
    const traced = { id, settings: scope.settings, view: journal.view, why: this.#whyIn(world) };
    for (let at = 0; at < entries.length; at += OPEN_SLICE) {
      const slice = entries.slice(at, at + OPEN_SLICE).map((entry) => harEntryOf(entry, traced, writing));
      const secrets = this.#secretsOf();
      const page = JSON.stringify(secrets.replaceAllIn(pageOf(entered)));
      await take(
        { id, createdMillis, page },
        slice.map((entry) => JSON.stringify(cleanEntry(entry, secrets))),
      );
      await nextTurn();
    }
    return entries.length;
  }

  /** Runs as a trace of at most so many bytes, if cutting can do it, with the numbers of its calls and worlds. */
  bounded(runs: readonly RenderedRun[], maxBytes: number) {
    const slippedBytes = Buffer.byteLength(JSON.stringify(this.#slipped(runs)));
    const cuts = planCut(runs, maxBytes - slippedBytes);
    const cutCalls = runs.reduce((sum, run) => sum + (cuts.get(run)?.calls ?? 0), 0);
    return {
      pieces: this.#write(
        runs.map((run) => cutRun(run, cuts.get(run))),
        0,
      ),
      calls: runs.reduce((sum, { calls }) => sum + calls.length, -cutCalls),
      cutCalls,
      worlds: runs.length,
    };
  }

  async *#textOf(live: readonly Run[], hasEnded: boolean): AsyncGenerator<string> {
    await this.#rendered;
    const ended = hasEnded ? [...this.#waiting, ...this.#ended.listRetained()] : [];
    yield* this.#write([...live, ...ended], hasEnded ? this.#ended.droppedInAll : 0);
  }

  #write(runs: readonly Run[], lostWorlds: number): AsyncIterable<string> {
    const { version, world } = this.#parts;
    const slipped = this.#slipped(runs);
    const mock = mockOf(world, this.#numbers.hide);
    return traceText({ runs, lostWorlds, slipped, version, mock, secretsOf: this.#secretsOf });
  }

  /** Forgets the runs of all worlds that have ended. */
  #forget(): void {
    this.#waiting = [];
    this.#ended.clear();
  }

  #slipped(runs: readonly Run[]): ReturnType<typeof slippedCalls> {
    return slippedCalls(this.#parts.worlds, runs, this.#parts.world.journal?.machineEpoch() ?? 0);
  }

  #liveRun(entered: RegisteredWorld<World>, hasEnded: boolean): Run {
    const why = this.#whyIn(entered.world);
    return liveRun(entered, this.#parts.world, hasEnded, { why, ...this.#writing });
  }

  #whyIn(world: World): TracedWorld['why'] {
    const why = this.#why.get(world) ?? explainerOf(this.#parts.kernel, world);
    this.#why.set(world, why);
    return why;
  }

  get #writing(): HarWriting {
    const { machineEpoch, readingEpoch } = demandJournal(this.#parts.world.journal);
    return { hide: this.#numbers.hide, epochMillis: machineEpoch(), readingEpoch };
  }

  #take(entered: RegisteredWorld<World>, hasEnded: boolean): void {
    // Before its end drops what is taken now.
    const run = this.#liveRun(entered, hasEnded);
    if (hasEnded && this.#parts.isLazy) this.#waiting = [...this.#waiting, run];
    else this.#render(run, hasEnded);
  }

  #render(run: Run, hasEnded: boolean): void {
    const render = async (): Promise<void> => {
      const rendered = await renderRun(run, this.#secretsOf);
      if (hasEnded) this.#ended.add(rendered);
      await this.#parts.take?.(rendered, this);
    };
    this.#rendered = this.#rendered.then(render).catch(this.#parts.world.report);
  }

  get #numbers(): SecretNumbers {
    return demandJournal(this.#parts.world.journal?.heads?.secrets);
  }

  /** Finds every secret that has been met. */
  readonly #secretsOf = (): SecretText => {
    const numbers = this.#numbers;
    if (!this.#secrets || this.#secrets.size > MAX_SOUGHT) this.#secrets = new SecretText(numbers.hide);
    this.#secrets.learn(numbers.known);
    return this.#secrets;
  };
}
