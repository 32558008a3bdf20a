import type { Quota } from '../../../generated/nouns.ts';
import { routesTagged } from '../../plane/route.ts';
import { type App, json, type Steered } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { quota, quotas, setQuota } from './quota.contract.ts';
import type { QuotaRule } from './quota-meter.ts';
import type { WorldQuota } from './world-quota.ts';

const route = routesTagged('Quota');

const set = route('PUT /quota', 'quota.set', {
  summary: 'Set the quotas of the world',
  body: setQuota,
  answer: json(quotas, 'The quotas, in the place of all before.'),
});

const list = route('GET /quota', 'quota.list', {
  summary: 'List the quotas of the world, with their remaining calls',
  answer: json(quotas, 'The quotas.'),
});

const clear = route('DELETE /quota', 'quota.clear', {
  summary: 'Delete all quotas',
  answer: json(quotas, 'There are no quotas.'),
});

const toQuotaRule = (given: Quota): QuotaRule => ({ match: {}, ...given });

/** The routes that bound how many calls are answered in how much time of a world. */
export const quotaRoutes = (app: App, steered: Steered<{ readonly quota: WorldQuota }>): void => {
  // The body refers to it by its name.
  app.openAPIRegistry.register('Quota', quota);
  serve(app, set, async ({ body: given }, context) => ({
    quota: await steered(context).quota.set('by' in given ? toQuotaRule(given) : given.map(toQuotaRule)),
  }));
  serve(app, list, (_, context) => ({ quota: steered(context).quota.list() }));
  serve(app, clear, async (_, context) => {
    await steered(context).quota.clear();
    return { quota: [] };
  });
};
