import { rmSync, statSync } from 'node:fs';
import type { RunningMock } from '../../app/start.ts';
import type { RenderedRun } from '../../steering/trace/rendered-run.ts';
import { Exit } from '../exit.ts';
import { FlagRefusal } from '../options.ts';
import type { Surroundings } from '../serve.ts';
import { partOf, refuseFile, TraceRefusal } from './read-trace.ts';
import { Spool } from './spool.ts';
import type { TraceFlags } from './trace-options.ts';
import { writeTrace } from './write-trace.ts';

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The record of a run of `exec`: the worlds that end are kept in a file beside the trace, until it is written. */
export class RunRecord {
  readonly #file: string;
  readonly #flags: TraceFlags;
  readonly #spool: Spool;
  #failure: unknown;
  #hasEnded = false;

  /** @throws TraceRefusal where the file cannot be written */
  constructor(file: string, flags: TraceFlags, { version }: Pick<Surroundings, 'version'>) {
    this.#file = file;
    this.#flags = flags;
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new TraceRefusal(`${file}: is a folder`);
    try {
      this.#spool = new Spool(partOf(file), version);
    } catch (error) {
      throw refuseFile(file, error);
    }
  }

  /** Keeps the run of a world that has ended; once the disk is full, no further one. */
  readonly take = (run: RenderedRun): void => {
    if (this.#failure !== undefined) return;
    try {
      this.#spool.add(run);
    } catch (error) {
      this.#failure = error;
    }
  };

  /**
   * Writes the trace where it is wanted after a command that ended so, and says so; returns the status to end with.
   * Where it cannot be written, what was kept of the run stays.
   */
  async finish(mock: RunningMock, status: number, { err }: Pick<Surroundings, 'err'>): Promise<number> {
    const { traceOn, traceMax } = this.#flags;
    this.#hasEnded = true;
    if (traceOn === 'failure' && status === Exit.ok) {
      this.#remove();
      return status;
    }
    try {
      const traces = await mock.runs();
      await traces.takeAll();
      if (this.#failure !== undefined) refuseFile(partOf(this.#file), this.#failure);
      const { pieces, calls, worlds, cutCalls } = traces.bounded(this.#spool.runs, traceMax);
      await writeTrace(this.#file, pieces);
      this.#remove();
      const cut = cutCalls > 0 ? `; ${countOf(cutCalls, 'call')} cut to keep --trace-max` : '';
      err(`platform-mock: wrote ${this.#file} (${countOf(calls, 'call')} of ${countOf(worlds, 'world')}${cut})\n`);
      return status;
    } catch (error) {
      if (!(error instanceof TraceRefusal)) throw error;
      err(`platform-mock: ${error.message}\n`);
      return status === Exit.ok ? Exit.usage : status;
    }
  }

  /** Forgets a run that has not come to its end. */
  drop(): void {
    if (!this.#hasEnded) this.#remove();
  }

  #remove(): void {
    this.#spool.close();
    rmSync(partOf(this.#file), { force: true });
  }
}

/** Begins the record of a run; undefined where none is wanted. @throws TraceRefusal, FlagRefusal */
export const recordRun = (
  flags: TraceFlags & { readonly journal: 'on' | 'off' },
  here: Pick<Surroundings, 'version'>,
): RunRecord | undefined => {
  if (flags.trace === undefined) return undefined;
  if (flags.journal === 'off') throw new FlagRefusal('--trace needs the journal, which --journal off does not keep');
  return new RunRecord(flags.trace, flags, here);
};
