import { createRoute } from '@hono/zod-openapi';
import type { Quota } from '../contract/nouns.ts';
import { quota, quotas, setQuota } from '../contract/quota.ts';
import { type App, body, failures, json, type Steered } from '../plane/route-parts.ts';
import { serve } from '../plane/serve.ts';
import type { QuotaControl, QuotaRule } from './quota-control.ts';

const tags = ['Quota'];

const set = createRoute({
  method: 'put',
  path: '/quota',
  operationId: 'quota.set',
  summary: 'Set the quotas of the world',
  tags,
  request: { body: body(setQuota) },
  responses: { 200: json(quotas, 'The quotas, in the place of all before.'), ...failures },
});

const list = createRoute({
  method: 'get',
  path: '/quota',
  operationId: 'quota.list',
  summary: 'List the quotas of the world, with what is left of them',
  tags,
  responses: { 200: json(quotas, 'The quotas.'), ...failures },
});

const clear = createRoute({
  method: 'delete',
  path: '/quota',
  operationId: 'quota.clear',
  summary: 'Delete all quotas',
  tags,
  responses: { 200: json(quotas, 'There are no quotas.'), ...failures },
});

const toQuotaRule = (given: Quota): QuotaRule => ({ match: {}, ...given });

/** The routes that bound how many calls are answered in how much time of a world. */
export const quotaRoutes = (app: App, steered: Steered<{ readonly quota: QuotaControl }>): void => {
  // The body refers to it by its name.
  app.openAPIRegistry.register('Quota', quota);
  serve(
    app,
    set,
    async ({ body: given }, context) => ({
      quota: await steered(context).quota.set('by' in given ? toQuotaRule(given) : given.map(toQuotaRule)),
    }),
    { isListed: true },
  );
  serve(app, list, (_, context) => ({ quota: steered(context).quota.list() }));
  serve(app, clear, async (_, context) => {
    await steered(context).quota.clear();
    return { quota: [] };
  });
};
