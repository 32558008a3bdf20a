import {
  bytesOf,
  LARGE_BODY,
  type RenderedCall,
  type RenderedRun,
  withoutAnswer,
  withoutBody,
} from './rendered-run.ts';
import { compareBegun, type Run } from './run.ts';

/** The parts of a run to leave out of a trace that would be too large. */
export interface RunCut {
  /** The places of the calls whose answers are cut. */
  readonly answers: ReadonlySet<number>;
  /** The number of answers of more than 64 KiB among them. */
  readonly largeAnswers: number;
  /** The places of the steps whose bodies are cut. */
  readonly bodies: ReadonlySet<number>;
  /** The number of calls that are left out whole: the first of them. */
  readonly calls: number;
  /** True if the steps and the rows of the beginning are left out, too: none of its calls is there. */
  readonly isBare: boolean;
}

/** A run without the parts that are cut, which are added to its counts; the whole run if nothing is. */
export const cutRun = (run: RenderedRun, cut: RunCut | undefined): Run => {
  if (!cut) return run;
  const { answers, largeAnswers, bodies, calls, isBare } = cut;
  const { fixtures, ...began } = run.began() as { readonly fixtures?: unknown };
  const gone = isBare ? run.steps() : [];
  const controls = gone.filter((step) => 'kind' in step && step.kind === 'control').length;
  return {
    ...run,
    calls: run.calls.slice(calls),
    cut: {
      calls: run.cut.calls + calls,
      steps: run.cut.steps + controls,
      events: run.cut.events + gone.length - controls,
      bodies: run.cut.bodies + largeAnswers + (isBare ? 0 : bodies.size),
      answers: run.cut.answers + answers.size - largeAnswers,
      fixtures: run.cut.fixtures + (isBare && fixtures !== undefined ? 1 : 0),
    },
    call: (at) => (answers.has(calls + at) ? withoutAnswer(run.call(calls + at)) : run.call(calls + at)),
    began: () => (isBare ? began : run.began()),
    steps: () => (isBare ? [] : run.steps().map((step, at) => (bodies.has(at) ? withoutBody(step) : step))),
  };
};

/** The bytes of a trace beside its runs. */
const FRAME_BYTES = 256;
/** The most bytes that a run has in the list of what was cut, beside its id. */
const CUT_BYTES = 160;

const placesIn = (runs: readonly RenderedRun[]) =>
  runs
    .flatMap((run) => run.calls.map((call, at) => ({ run, at, call })))
    .sort((one, other) => compareBegun(one.call, other.call));

/** Leaves out of runs what has to go, in an order, until the rest is small enough. */
class CutPlan {
  #left: number;
  readonly #answers = new Map<RenderedRun, Set<number>>();
  readonly #calls = new Map<RenderedRun, number>();
  readonly #bodies = new Map<RenderedRun, Set<number>>();
  readonly #bare = new Set<RenderedRun>();

  /** `tooMuch` is how many bytes have to go. */
  constructor(tooMuch: number) {
    this.#left = tooMuch;
  }

  /** Cuts answers that are chosen, the oldest first. */
  cutAnswers(runs: readonly RenderedRun[], isChosen: (call: RenderedCall) => boolean): void {
    if (this.#left <= 0) return;
    for (const { run, at, call } of placesIn(runs)) {
      if (this.#left <= 0) return;
      const cut = this.#answers.get(run) ?? new Set();
      if (call.answerBytes <= 0 || cut.has(at) || !isChosen(call)) continue;
      this.#answers.set(run, cut.add(at));
      this.#left -= call.answerBytes;
    }
  }

  /** Cuts large bodies of control calls, of one run after the other. */
  cutBodies(runs: readonly RenderedRun[]): void {
    for (const run of runs) {
      for (const { at, bytes } of run.largeSteps) {
        if (this.#left <= 0) return;
        this.#bodies.set(run, (this.#bodies.get(run) ?? new Set()).add(at));
        this.#left -= bytes;
      }
    }
  }

  /** Cuts whole calls, the oldest first, of one run after the other; with the last call goes what belongs to it. */
  cutCalls(runs: readonly RenderedRun[]): void {
    for (const run of runs) {
      const cut = this.#answers.get(run);
      for (const [at, { bytes, answerBytes }] of run.calls.entries()) {
        if (this.#left <= 0) return;
        this.#left -= bytes - (cut?.has(at) ? answerBytes : 0);
        this.#calls.set(run, at + 1);
      }
      if (this.#left <= 0) return;
      this.#bare.add(run);
      const cutBytes = run.largeSteps.filter(({ at }) => this.#bodies.get(run)?.has(at));
      this.#left -= run.stepBytes + run.fixtureBytes - cutBytes.reduce((sum, { bytes }) => sum + bytes, 0);
    }
  }

  of(run: RenderedRun): RunCut {
    const calls = this.#calls.get(run) ?? 0;
    const kept = [...(this.#answers.get(run) ?? [])].filter((at) => at >= calls);
    const isLarge = (at: number): boolean => (run.calls[at]?.answerBytes ?? 0) > LARGE_BODY;
    return {
      answers: new Set(kept),
      largeAnswers: kept.filter(isLarge).length,
      bodies: this.#bodies.get(run) ?? new Set(),
      calls,
      isBare: this.#bare.has(run),
    };
  }
}

/**
 * Chooses the parts to leave out so that a trace of runs has at most so many bytes: what failed least goes first. The pages and the
 * ends of all runs stay, however large they are.
 */
export const planCut = (runs: readonly RenderedRun[], maxBytes: number): ReadonlyMap<RenderedRun, RunCut> => {
  const all = runs.reduce((sum, run) => sum + bytesOf(run), FRAME_BYTES);
  if (all <= maxBytes) return new Map();
  const counts = runs.reduce((sum, { id }) => sum + CUT_BYTES + id.length, 0);
  const plan = new CutPlan(all + counts - maxBytes);
  const [failed, others] = [runs.filter(({ hasFailed }) => hasFailed), runs.filter(({ hasFailed }) => !hasFailed)];
  plan.cutAnswers(runs, ({ answerBytes }) => answerBytes > LARGE_BODY);
  plan.cutBodies(runs);
  for (const some of [others, failed]) {
    plan.cutAnswers(some, ({ isRead }) => isRead);
    plan.cutCalls(some);
  }
  return new Map(runs.map((run) => [run, plan.of(run)]));
};
