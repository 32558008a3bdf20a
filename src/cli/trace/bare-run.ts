import { type RenderedRun, renderedRun } from '../../features/trace/rendered-run.ts';

/** A run without its calls, its steps, and the fixture that it began with, which are counted as cut. */
export const bareRun = (run: RenderedRun): RenderedRun => {
  const { id, createdMillis, hasFailed, cut, calls, fixtureBytes, bytes } = run;
  const { fixtures, ...began } = run.began() as { readonly fixtures?: unknown };
  const controls = run.steps().filter((step) => 'kind' in step && step.kind === 'control').length;
  const head = [run.page(), began, run.end()].map((each) => JSON.stringify(each));
  return renderedRun(
    {
      id,
      createdMillis,
      hasFailed,
      calls: [],
      bytes: bytes - fixtureBytes,
      fixtureBytes: 0,
      stepCount: 0,
      stepBytes: 0,
      largeSteps: [],
      cut: {
        ...cut,
        calls: cut.calls + calls.length,
        steps: cut.steps + controls,
        events: cut.events + run.steps().length - controls,
        fixtures: cut.fixtures + (fixtures === undefined ? 0 : 1),
      },
    },
    (at) => head[at] ?? 'null',
  );
};
