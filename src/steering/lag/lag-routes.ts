import { createRoute } from '@hono/zod-openapi';
import { instant } from '../../kernel/clock.ts';
import type { ConsistencyControl, ShownConsistency } from '../../kernel/consistency.ts';
import { defined } from '../../schema/defined.ts';
import * as bodies from '../contract/lag.ts';
import { type App, body, failures, json, type Steered } from '../plane/route-parts.ts';

const tags = ['Consistency'];

const set = createRoute({
  method: 'put',
  path: '/consistency',
  summary: 'Set how late calls of the world see changes',
  tags,
  request: { body: body(bodies.setConsistency) },
  responses: { 200: json(bodies.consistency, 'What holds from now on.'), ...failures },
});

const read = createRoute({
  method: 'get',
  path: '/consistency',
  summary: 'Read how late calls of the world see changes',
  tags,
  responses: { 200: json(bodies.consistency, 'What is set; nothing where they are seen at once.'), ...failures },
});

const clear = createRoute({
  method: 'delete',
  path: '/consistency',
  summary: 'Delete the lags of the world',
  tags,
  responses: { 200: json(bodies.consistency, 'Nothing is seen late.'), ...failures },
});

const shown = ({ authz, lists, settledMillis }: ShownConsistency) =>
  defined({ authz, lists, settledTime: settledMillis === undefined ? undefined : instant(settledMillis) });

/** The routes that let calls see changes late. */
export const consistencyRoutes = (app: App, steered: Steered<{ readonly consistency: ConsistencyControl }>): void => {
  app.openapi(set, (context) => {
    const { authz, lists } = context.req.valid('json');
    const wanted = defined({ authz: authz && defined(authz), lists });
    return context.json(shown(steered(context).consistency.set(wanted)), 200);
  });
  app.openapi(read, (context) => context.json(shown(steered(context).consistency.read()), 200));
  app.openapi(clear, (context) => {
    steered(context).consistency.clear();
    return context.json({}, 200);
  });
};
