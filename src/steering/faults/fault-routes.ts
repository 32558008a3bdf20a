import { createRoute } from '@hono/zod-openapi';
import { fault, faultPath, faultPhase, faultPreset, faultReport, faults, setFaults } from '../contract/faults.ts';
import type { Fault, FaultPreset } from '../contract/nouns.ts';
import { type App, body, failureOfMissing, failures, json, type Steered } from '../plane/route-parts.ts';
import { serve } from '../plane/serve.ts';
import type { FaultControl, WantedFault } from './fault-control.ts';

const tags = ['Faults'];

const set = createRoute({
  method: 'put',
  path: '/faults',
  operationId: 'faults.set',
  summary: 'Set the faults of the world',
  tags,
  request: { body: body(setFaults) },
  responses: { 200: json(faults, 'The rules, in the place of all before.'), ...failures },
});

const add = createRoute({
  method: 'post',
  path: '/faults',
  operationId: 'faults.add',
  summary: 'Add faults to those of the world',
  description: 'Behind those that are there, whose counts and tries go on.',
  tags,
  request: { body: body(setFaults) },
  responses: { 200: json(faults, 'All rules.'), ...failures },
});

const list = createRoute({
  method: 'get',
  path: '/faults',
  operationId: 'faults.list',
  summary: 'List the faults of the world',
  tags,
  responses: { 200: json(faults, 'The rules with their hits.'), ...failures },
});

const clear = createRoute({
  method: 'delete',
  path: '/faults',
  operationId: 'faults.clear',
  summary: 'Delete all faults',
  tags,
  responses: { 200: json(faults, 'There are no rules.'), ...failures },
});

const remove = createRoute({
  method: 'delete',
  path: '/faults/{id}',
  operationId: 'faults.delete',
  summary: 'Delete a fault',
  description: 'The counts and tries of the others go on.',
  tags,
  request: { params: faultPath },
  responses: {
    200: json(faults, 'The rules that are left.'),
    ...failures,
    ...failureOfMissing('The world has no fault of that id.'),
  },
});

const report = createRoute({
  method: 'get',
  path: '/faults:report',
  operationId: 'faults.report',
  summary: 'Report the tries of calls, and the rules that never fired',
  tags,
  responses: { 200: json(faultReport, 'What has happened since the rules were written.'), ...failures },
});

const toWantedFault = (given: Fault | FaultPreset): WantedFault => {
  if ('preset' in given) return { match: {}, ...given };
  const { match = {}, phase = 'before', do: effect, ...others } = given;
  return { match, phase, do: effect, ...others };
};

/** The routes that make calls fail on demand, and report how they were tried again. */
export const faultRoutes = (app: App, steered: Steered<{ readonly faults: FaultControl }>): void => {
  // The body refers to them by their names; a phase is described once, before a property adds to it.
  app.openAPIRegistry.register('FaultPhase', faultPhase);
  app.openAPIRegistry.register('Fault', fault);
  app.openAPIRegistry.register('FaultPreset', faultPreset);
  serve(
    app,
    set,
    async ({ body: given }, context) => ({ faults: await steered(context).faults.set(given.map(toWantedFault)) }),
    { isListed: true },
  );
  serve(
    app,
    add,
    async ({ body: given }, context) => ({ faults: await steered(context).faults.add(given.map(toWantedFault)) }),
    { isListed: true },
  );
  serve(app, list, (_, context) => ({ faults: steered(context).faults.list() }));
  serve(app, clear, async (_, context) => {
    await steered(context).faults.clear();
    return { faults: [] };
  });
  serve(app, remove, async ({ params: { id } }, context) => ({ faults: await steered(context).faults.delete(id) }));
  serve(app, report, (_, context) => steered(context).faults.report());
};
