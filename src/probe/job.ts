import type { RenderedRun } from '../features/trace/rendered-run.ts';
import type { WorldRuns } from '../features/trace/world-runs.ts';
import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import type { OpenPort } from '../server/mock/port.ts';
import type { RunningMock, StartOptions } from '../server/mock/running-mock.ts';
import { startMock } from '../server/mock/start.ts';
import { type RecordOptions, RunRecord } from './run-record.ts';
import type { Ended, Subject } from './subject.ts';

/** The variables by which a command finds a mock, valid until they are closed. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly close: () => Promise<void>;
}

export interface JobParts {
  readonly start: StartOptions;
  readonly open: OpenPort;
  readonly subject: Subject;
  readonly prepare: (mock: RunningMock) => Promise<Environment>;
}

/** The options of one run. */
export interface RunOptions extends RecordOptions {
  readonly limitMillis: number;
  readonly stopped: AbortSignal;
}

/** A run that has ended. */
export interface DoneRun {
  readonly ended: Ended;
  readonly record: RunRecord;
}

/** A mock on a port of its own, for runs one after another, each of which begins with new worlds. */
export class Job {
  readonly #parts: JobParts;
  readonly #rendered: RenderedRun[] = [];
  /** The mock with the environment of the command. */
  #home: { readonly mock: RunningMock; readonly environment: Environment } | undefined;
  #record: RunRecord | undefined;

  private constructor(parts: JobParts) {
    this.#parts = parts;
  }

  /** Opens a port with a mock behind it. @throws the error of a start that is refused */
  static async open(parts: JobParts): Promise<Job> {
    const job = new Job(parts);
    await job.#open();
    return job;
  }

  /** Makes one run in new worlds. @throws Error if the command cannot be run */
  async run(options: RunOptions): Promise<DoneRun> {
    const { limitMillis, stopped } = options;
    const { subject } = this.#parts;
    const { mock, environment } = this.#home ?? (await this.#open());
    await mock.beginAnew();
    const record = new RunRecord(options);
    record.begin(mock.worlds.get(DEFAULT_WORLD));
    this.#record = record;
    const ended = await subject.run({ mock, env: environment.env, limitMillis, stopped });
    this.#record = undefined;
    for (const entered of mock.worlds.list()) record.end(entered);
    return { ended, record };
  }

  /**
   * Renders the worlds of the run that was made last, for a trace.
   * @throws Error if there was none
   */
  async renderRuns(): Promise<{ readonly runs: WorldRuns; readonly rendered: readonly RenderedRun[] }> {
    if (!this.#home) throw new Error('a job without a mock has made no run');
    const runs = await this.#home.mock.runs();
    this.#rendered.length = 0;
    await runs.takeAll();
    return { runs, rendered: [...this.#rendered] };
  }

  /** Closes the port: a run that goes on finds nothing there, and the next run gets another port. */
  async leave(): Promise<void> {
    const home = this.#home;
    this.#home = undefined;
    await home?.environment.close();
    await home?.mock.close();
  }

  async #open() {
    const { start, open, prepare } = this.#parts;
    const takeRun = (run: RenderedRun): void => void this.#rendered.push(run);
    const mock = await startMock({ ...start, hasLazyRuns: true, takeRun }, open);
    try {
      mock.worlds.onMade((entered) => this.#record?.begin(entered));
      mock.worlds.onEnd((entered) => this.#record?.end(entered));
      this.#home = { mock, environment: await prepare(mock) };
      return this.#home;
    } catch (error) {
      await mock.close();
      throw error;
    }
  }
}
