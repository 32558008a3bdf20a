import { createRoute, type z } from '@hono/zod-openapi';
import { instant } from '../../kernel/clock.ts';
import { invalid } from '../../kernel/errors.ts';
import type { QuotaControl, QuotaRule, ShownQuota } from '../../kernel/quota.ts';
import { defined } from '../../schema/defined.ts';
import * as bodies from '../contract/quota.ts';
import { type App, body, failures, json, placeIn, type Steered } from '../plane/route-parts.ts';

const tags = ['Quota'];

const set = createRoute({
  method: 'put',
  path: '/quota',
  summary: 'Set the quotas of the world',
  tags,
  request: { body: body(bodies.setQuota) },
  responses: { 200: json(bodies.quotas, 'The quotas, in the place of all before.'), ...failures },
});

const list = createRoute({
  method: 'get',
  path: '/quota',
  summary: 'List the quotas of the world, with what is left of them',
  tags,
  responses: { 200: json(bodies.quotas, 'The quotas.'), ...failures },
});

const clear = createRoute({
  method: 'delete',
  path: '/quota',
  summary: 'Delete all quotas',
  tags,
  responses: { 200: json(bodies.quotas, 'There are no quotas.'), ...failures },
});

type Given = z.infer<typeof bodies.setQuota>['rules'][number];

const wanted = ({ match = {}, ...rule }: Given): QuotaRule => ({ ...rule, match: defined(match) });

const shown = (quotas: readonly ShownQuota[]) => ({
  quota: quotas.map(({ requests, per, by, match, refused, windows }) => ({
    ...{ requests, per, by, match: { ...match } as NonNullable<Given['match']>, refused },
    windows: windows.map(({ resetMillis, ...window }) => ({ ...window, resetTime: instant(resetMillis) })),
  })),
});

/** The routes that bound how many calls are answered in how much time of a world. */
export const quotaRoutes = (app: App, steered: Steered<{ readonly quota: QuotaControl }>): void => {
  // The body refers to it by its name.
  app.openAPIRegistry.register('QuotaRule', bodies.quotaRule);
  app.openapi(
    set,
    (context) => {
      const { isList, rules } = context.req.valid('json');
      const [only] = rules.map(wanted);
      const { quota } = steered(context);
      return context.json(shown(quota.set(isList || !only ? rules.map(wanted) : only)), 200);
    },
    (result) => {
      if (result.success) return;
      throw invalid(
        result.error.issues.map(({ path, message }) => ({ field: placeIn(path) || 'body', description: message })),
      );
    },
  );
  app.openapi(list, (context) => context.json(shown(steered(context).quota.list()), 200));
  app.openapi(clear, (context) => {
    steered(context).quota.clear();
    return context.json({ quota: [] }, 200);
  });
};
