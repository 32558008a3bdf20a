import { createRoute, type z } from '@hono/zod-openapi';
import { instant } from '../../kernel/clock.ts';
import { invalid } from '../../kernel/errors.ts';
import type { FaultRule } from '../../kernel/faults.ts';
import { defined } from '../../schema/defined.ts';
import * as bodies from '../contract/faults.ts';
import { type App, body, failures, json, placeIn, type Steered } from '../plane/route-parts.ts';
import type { Attempt, FaultControl, FaultReport, ShownFault, WantedFault } from './fault-control.ts';

const tags = ['Faults'];

const set = createRoute({
  method: 'put',
  path: '/faults',
  summary: 'Set the faults of the world',
  tags,
  request: { body: body(bodies.setFaults) },
  responses: { 200: json(bodies.faults, 'The rules, in the place of all before.'), ...failures },
});

const list = createRoute({
  method: 'get',
  path: '/faults',
  summary: 'List the faults of the world',
  tags,
  responses: { 200: json(bodies.faults, 'The rules with their hits.'), ...failures },
});

const clear = createRoute({
  method: 'delete',
  path: '/faults',
  summary: 'Delete all faults',
  tags,
  responses: { 200: json(bodies.faults, 'There are no rules.'), ...failures },
});

const report = createRoute({
  method: 'get',
  path: '/faults/report',
  summary: 'Report the tries of calls, and the rules that never fired',
  tags,
  responses: { 200: json(bodies.report, 'What has happened since the rules were written.'), ...failures },
});

type Given = z.infer<typeof bodies.setFaults>[number];

const wanted = (given: Given): WantedFault => {
  const match = defined(given.match ?? {});
  if ('preset' in given) return { preset: given.preset, match };
  const { phase = 'before', do: effect, times } = given;
  return { match, phase, do: defined(effect), ...defined({ times }) };
};

const shownRule = ({ match, phase, do: effect, times }: FaultRule) => ({
  match: { ...match } as NonNullable<Given['match']>,
  phase,
  do: { ...effect } as NonNullable<Extract<Given, { do: unknown }>['do']>,
  ...defined({ times }),
});

const shown = (rules: readonly ShownFault[]) => ({
  faults: rules.map(({ hits, ...rule }) => ({ ...shownRule(rule), hits })),
});

const shownAttempt = ({ atMillis, ...others }: Attempt, before: Attempt | undefined) => ({
  at: instant(atMillis),
  ...defined({ gapMs: before && atMillis - before.atMillis, ...others }),
});

const shownReport = ({ calls, dropped, neverFired }: FaultReport) => ({
  calls: calls.map(({ attempts, operation, caller, resource }) => ({
    ...{ operation, caller, resource },
    attempts: attempts.map((attempt, index) => shownAttempt(attempt, attempts[index - 1])),
  })),
  dropped,
  neverFired: neverFired.map(shownRule),
});

/** The routes that make calls fail on demand, and report how they were tried again. */
export const faultRoutes = (app: App, steered: Steered<{ readonly faults: FaultControl }>): void => {
  // The body refers to them by their names.
  app.openAPIRegistry.register('Fault', bodies.rule);
  app.openAPIRegistry.register('FaultPreset', bodies.preset);
  app.openapi(
    set,
    (context) => context.json(shown(steered(context).faults.set(context.req.valid('json').map(wanted))), 200),
    (result) => {
      if (result.success) return;
      throw invalid(
        result.error.issues.map(({ path, message }) => ({ field: placeIn(path) || 'body', description: message })),
      );
    },
  );
  app.openapi(list, (context) => context.json(shown(steered(context).faults.list()), 200));
  app.openapi(clear, (context) => {
    steered(context).faults.clear();
    return context.json({ faults: [] }, 200);
  });
  app.openapi(report, (context) => context.json(shownReport(steered(context).faults.report()), 200));
};
