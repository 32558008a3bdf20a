import { routesTagged } from '../../plane/route.ts';
import { type App, failureOfMissing, json, type Steered } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { fault, faultPath, faultPhase, faultPreset, faultReport, faults, setFaults } from './faults.contract.ts';
import type { WorldFaults } from './world-faults.ts';

const route = routesTagged('Faults');

const set = route('PUT /faults', 'faults.set', {
  summary: 'Set the faults of the world',
  body: setFaults,
  answer: json(faults, 'The rules, in the place of all before.'),
});

const add = route('POST /faults', 'faults.add', {
  summary: 'Add faults to the world',
  description: 'Behind those that are there, whose counts and tries go on.',
  body: setFaults,
  answer: json(faults, 'All rules.'),
});

const list = route('GET /faults', 'faults.list', {
  summary: 'List the faults of the world',
  answer: json(faults, 'The rules with their hits.'),
});

const clear = route('DELETE /faults', 'faults.clear', {
  summary: 'Delete all faults',
  answer: json(faults, 'There are no rules.'),
});

const remove = route('DELETE /faults/{id}', 'faults.delete', {
  summary: 'Delete a fault',
  description: 'The counts and tries of the others go on.',
  params: faultPath,
  answer: json(faults, 'The other rules.'),
  failures: failureOfMissing('The world has no fault of that id.'),
});

const report = route('GET /faults:report', 'faults.report', {
  summary: 'Report the tries of calls, and the rules that never fired',
  answer: json(faultReport, 'The report on the time since the rules were written.'),
});

/** The routes that make calls fail on demand, and report how they were tried again. */
export const faultRoutes = (app: App, steered: Steered<{ readonly faults: WorldFaults }>): void => {
  // The body refers to them by their names; a phase is described once, before a property adds to it.
  app.openAPIRegistry.register('FaultPhase', faultPhase);
  app.openAPIRegistry.register('Fault', fault);
  app.openAPIRegistry.register('FaultPreset', faultPreset);
  serve(app, set, async ({ body: given }, context) => ({
    faults: await steered(context).faults.set(given),
  }));
  serve(app, add, async ({ body: given }, context) => ({
    faults: await steered(context).faults.add(given),
  }));
  serve(app, list, (_, context) => ({ faults: steered(context).faults.list() }));
  serve(app, clear, async (_, context) => {
    await steered(context).faults.clear();
    return { faults: [] };
  });
  serve(app, remove, async ({ params: { id } }, context) => ({ faults: await steered(context).faults.delete(id) }));
  serve(app, report, (_, context) => steered(context).faults.report());
};
