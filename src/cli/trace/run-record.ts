import { rmSync, statSync } from 'node:fs';
import { FlagRefusal } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import type { Surroundings } from '../../command/family.ts';
import { partOf, refuseFile } from '../../features/trace/read-trace.ts';
import type { RenderedRun } from '../../features/trace/rendered-run.ts';
import type { TakeCalls } from '../../features/trace/world-runs.ts';
import { writeTrace } from '../../features/trace/write-trace.ts';
import { countOf } from '../../schema/counted-noun.ts';
import type { RunningMock } from '../../server/mock/running-mock.ts';
import { Spool } from './spool.ts';
import { inFormFor, type Writer } from './trace-form.ts';
import type { TraceFlags } from './trace-options.ts';

/** The bytes of stored runs, in multiples of the bound of the trace: the parts to cut are chosen at the end. */
const SPOOLED = 10;
/** The interval at which ended calls are stored, in milliseconds, and their number: about a tenth of the processor's time. */
const LOOK_MILLIS = 250;
const LOOK_CALLS = 250;

/** The record of a run of `exec`: the worlds that end are stored in a file beside the trace, until it is written. */
export class RunRecord {
  readonly #file: string;
  readonly #flags: TraceFlags;
  readonly #here: Writer;
  readonly #spool: Spool;
  #watch: NodeJS.Timeout | undefined;
  #failure: unknown;
  #hasEnded = false;

  /** Begins the record of a run. @throws FlagRefusal if the file cannot be written, or there is no journal */
  constructor(file: string, flags: TraceFlags & { readonly journal: 'on' | 'off' }, here: Writer) {
    if (flags.journal === 'off') throw new FlagRefusal('--trace needs the journal, which --journal off does not keep');
    this.#file = file;
    this.#flags = flags;
    this.#here = here;
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new FlagRefusal(`${file}: is a folder`);
    try {
      const { traceBytes } = flags;
      this.#spool = new Spool(partOf(file), here.version, { ended: SPOOLED * traceBytes, open: traceBytes });
    } catch (error) {
      throw refuseFile(file, error);
    }
  }

  /** Stores the run of a world that has ended; once the disk is full, no further one. */
  readonly take = (run: RenderedRun): Promise<void> => this.#store(() => this.#spool.add(run));

  /** Also stores the calls of open worlds from now on, each soon after it has ended: the process may be killed. */
  watch(mock: Pick<RunningMock, 'runs'>): void {
    let isTaking = false;
    const takeCalls: TakeCalls = (world, calls) => this.#store(() => this.#spool.addCalls(world, calls));
    const look = async (): Promise<void> => {
      if (isTaking) return;
      isTaking = true;
      await (await mock.runs()).takeCalls(LOOK_CALLS, takeCalls);
      isTaking = false;
    };
    this.#watch = setInterval(look, LOOK_MILLIS).unref();
  }

  async #store(add: () => Promise<void>): Promise<void> {
    if (this.#failure !== undefined) return;
    try {
      await add();
    } catch (error) {
      this.#failure = error;
    }
  }

  /**
   * Writes the trace if it is wanted after a command of this status, and says so; returns the status to end with.
   * If it cannot be written, the file beside it stays, with the part of the run that was recorded.
   */
  async finish(mock: RunningMock, status: number, { err }: Pick<Surroundings, 'err'>): Promise<number> {
    const { traceOn, traceBytes } = this.#flags;
    this.#hasEnded = true;
    clearInterval(this.#watch);
    if (traceOn === 'failure' && status === Exit.ok) {
      this.#remove();
      return status;
    }
    try {
      const traces = await mock.runs();
      await traces.takeAll();
      if (this.#failure !== undefined) refuseFile(partOf(this.#file), this.#failure);
      const { pieces, calls, worlds, ...cut } = traces.bounded(this.#spool.runs, traceBytes);
      const cutCalls = cut.cutCalls + this.#spool.cutCalls;
      await writeTrace(this.#file, inFormFor(this.#file, pieces, this.#here));
      this.#remove();
      const less = cutCalls > 0 ? `; ${countOf(cutCalls, 'call')} cut to keep --trace-bytes` : '';
      err(`platform-mock: wrote ${this.#file} (${countOf(calls, 'call')} of ${countOf(worlds, 'world')}${less})\n`);
      return status;
    } catch (error) {
      if (!(error instanceof FlagRefusal)) throw error;
      err(`platform-mock: ${error.message}\n`);
      return status === Exit.ok ? Exit.usage : status;
    }
  }

  /** Removes the record of a run that has not ended. */
  drop(): void {
    clearInterval(this.#watch);
    if (!this.#hasEnded) this.#remove();
  }

  #remove(): void {
    this.#spool.close();
    rmSync(partOf(this.#file), { force: true });
  }
}
