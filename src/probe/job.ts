import type { OpenPort } from '../app/port.ts';
import { type RunningMock, type StartOptions, startMock } from '../app/start.ts';
import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import type { RenderedRun } from '../steering/trace/rendered-run.ts';
import type { WorldRuns } from '../steering/world/world-runs.ts';
import { type RecordOptions, RunRecord } from './run-record.ts';
import type { Ended, Subject } from './subject.ts';

/** The variables by which a command finds a mock, as long as they are good. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly close: () => Promise<void>;
}

/** The dependencies of jobs. */
export interface JobParts {
  readonly start: StartOptions;
  readonly open: OpenPort;
  readonly subject: Subject;
  readonly prepare: (mock: RunningMock) => Promise<Environment>;
}

/** How one run is made. */
export interface RunOptions extends RecordOptions {
  readonly limitMillis: number;
  readonly stopped: AbortSignal;
}

/** A run that has ended. */
export interface DoneRun {
  readonly ended: Ended;
  readonly record: RunRecord;
}

/** A mock on a port of its own, on which runs come one after another and know nothing of each other. */
export class Job {
  readonly mock: RunningMock;
  readonly #subject: Subject;
  readonly #environment: Environment;
  readonly #rendered: RenderedRun[];
  #record: RunRecord | undefined;

  private constructor(mock: RunningMock, subject: Subject, environment: Environment, rendered: RenderedRun[]) {
    this.mock = mock;
    this.#rendered = rendered;
    this.#subject = subject;
    this.#environment = environment;
    mock.worlds.onMade((entered) => this.#record?.begin(entered));
    mock.worlds.onEnd((entered) => this.#record?.end(entered));
  }

  /** Opens a port with a mock behind it. @throws what a start is refused with */
  static async open({ start, open, subject, prepare }: JobParts): Promise<Job> {
    const rendered: RenderedRun[] = [];
    const takeRun = (run: RenderedRun): void => void rendered.push(run);
    const mock = await startMock({ ...start, hasLazyRuns: true, takeRun }, open);
    try {
      return new Job(mock, subject, await prepare(mock), rendered);
    } catch (error) {
      await mock.close();
      throw error;
    }
  }

  /** Makes one run in new worlds. @throws Error where the command cannot be run */
  async run(options: RunOptions): Promise<DoneRun> {
    const { mock } = this;
    const { limitMillis, stopped } = options;
    this.#record = undefined;
    await mock.beginAnew();
    const record = new RunRecord(options);
    record.begin(mock.worlds.get(DEFAULT_WORLD));
    this.#record = record;
    const ended = await this.#subject.run({ mock, env: this.#environment.env, limitMillis, stopped });
    this.#record = undefined;
    for (const entered of mock.worlds.list()) record.end(entered);
    return { ended, record };
  }

  /** Renders the worlds of the run that was made last, for a trace. */
  async renderRuns(): Promise<{ readonly runs: WorldRuns; readonly rendered: readonly RenderedRun[] }> {
    const runs = await this.mock.runs();
    this.#rendered.length = 0;
    await runs.takeAll();
    return { runs, rendered: [...this.#rendered] };
  }

  async close(): Promise<void> {
    await this.#environment.close();
    await this.mock.close();
  }
}
