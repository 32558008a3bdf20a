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
  readonly answers: Set<number>;
  /** The places of the steps whose bodies are cut. */
  readonly bodies: Set<number>;
  /** The number of omitted calls: the first ones. */
  calls: number;
  /** True if the steps and the rows of the beginning are omitted, too: none of its calls is there. */
  isBare: boolean;
}

/** A run without the parts that are cut, which are added to its counts; the whole run if nothing is. */
export const cutRun = (run: RenderedRun, cut: RunCut | undefined): Run => {
  if (!cut) return run;
  const { answers, bodies, calls, isBare } = cut;
  const large = [...answers].filter((at) => (run.calls[at]?.answerBytes ?? 0) > LARGE_BODY).length;
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
      bodies: run.cut.bodies + large + (isBare ? 0 : bodies.size),
      answers: run.cut.answers + answers.size - large,
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

/**
 * Chooses the parts to leave out so that a trace of runs has at most so many bytes: worlds without a failure are cut
 * first. The pages and the ends of all runs stay, however large they are.
 */
export const planCut = (runs: readonly RenderedRun[], maxBytes: number): ReadonlyMap<RenderedRun, RunCut> => {
  const bytes = runs.reduce((sum, run) => sum + bytesOf(run), FRAME_BYTES);
  if (bytes <= maxBytes) return new Map();
  let excess = runs.reduce((sum, { id }) => sum + CUT_BYTES + id.length, bytes - maxBytes);
  const cuts = new Map<RenderedRun, RunCut>();
  for (const run of runs) cuts.set(run, { answers: new Set(), bodies: new Set(), calls: 0, isBare: false });
  const all = [...cuts];
  const cutAnswers = (some: typeof all, isMeant: (call: RenderedCall) => boolean): void => {
    const calls = some.flatMap(([run, { answers }]) => run.calls.map((call, at) => ({ call, at, answers })));
    for (const { call, at, answers } of calls.sort((one, other) => compareBegun(one.call, other.call))) {
      if (excess <= 0) return;
      if (call.answerBytes <= 0 || answers.has(at) || !isMeant(call)) continue;
      answers.add(at);
      excess -= call.answerBytes;
    }
  };
  const cutBodies = ([run, { bodies }]: (typeof all)[number]): void => {
    for (const { at, bytes } of run.largeSteps) {
      if (excess <= 0) return;
      bodies.add(at);
      excess -= bytes;
    }
  };
  /** Cuts whole calls, the oldest first; with the last one go the steps and the rows of the beginning. */
  const cutCalls = ([run, of]: (typeof all)[number]): void => {
    const { answers, bodies } = of;
    for (const [at, { bytes, answerBytes }] of run.calls.entries()) {
      if (excess <= 0) return;
      excess -= bytes - (answers.delete(at) ? answerBytes : 0);
      of.calls = at + 1;
    }
    if (excess <= 0) return;
    of.isBare = true;
    const gone = run.largeSteps.filter(({ at }) => bodies.has(at)).reduce((sum, { bytes }) => sum + bytes, 0);
    excess -= run.stepBytes + run.fixtureBytes - gone;
  };
  const failed = all.filter(([run]) => run.hasFailed);
  const others = all.filter(([run]) => !run.hasFailed);
  cutAnswers(all, ({ answerBytes }) => answerBytes > LARGE_BODY);
  all.forEach(cutBodies);
  for (const some of [others, failed]) {
    cutAnswers(some, ({ isRead }) => isRead);
    some.forEach(cutCalls);
  }
  return cuts;
};
