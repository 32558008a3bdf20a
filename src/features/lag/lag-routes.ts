import { routesTagged } from '../../plane/route.ts';
import { type App, json, type Steered } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { lag, lagReading } from './lag.contract.ts';
import type { WorldConsistency } from './world-consistency.ts';

const route = routesTagged('Consistency');

const set = route('PUT /consistency', 'consistency.set', {
  summary: 'Set how late calls of the world see changes',
  body: lag,
  answer: json(lagReading, 'The lags from now on.'),
});

const read = route('GET /consistency', 'consistency.read', {
  summary: 'Read how late calls of the world see changes',
  answer: json(lagReading, 'The lag that is set; nothing if changes are seen at once.'),
});

const clear = route('DELETE /consistency', 'consistency.clear', {
  summary: 'Delete the lags of the world',
  answer: json(lagReading, 'Nothing is seen late.'),
});

/** The routes that let calls see changes late. */
export const consistencyRoutes = (app: App, steered: Steered<{ readonly consistency: WorldConsistency }>): void => {
  serve(app, set, ({ body: wanted }, context) => steered(context).consistency.set(wanted));
  serve(app, read, (_, context) => steered(context).consistency.read());
  serve(app, clear, async (_, context) => {
    await steered(context).consistency.clear();
    return {};
  });
};
