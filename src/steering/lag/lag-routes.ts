import { createRoute } from '@hono/zod-openapi';
import { lag, lagReading } from '../contract/lag.ts';
import { type App, body, failures, json, type Steered } from '../plane/route-parts.ts';
import { serve } from '../plane/serve.ts';
import type { ConsistencyControl } from './consistency-control.ts';

const tags = ['Consistency'];

const set = createRoute({
  method: 'put',
  path: '/consistency',
  operationId: 'consistency.set',
  summary: 'Set how late calls of the world see changes',
  tags,
  request: { body: body(lag) },
  responses: { 200: json(lagReading, 'What holds from now on.'), ...failures },
});

const read = createRoute({
  method: 'get',
  path: '/consistency',
  operationId: 'consistency.read',
  summary: 'Read how late calls of the world see changes',
  tags,
  responses: { 200: json(lagReading, 'What is set; nothing where they are seen at once.'), ...failures },
});

const clear = createRoute({
  method: 'delete',
  path: '/consistency',
  operationId: 'consistency.clear',
  summary: 'Delete the lags of the world',
  tags,
  responses: { 200: json(lagReading, 'Nothing is seen late.'), ...failures },
});

/** The routes that let calls see changes late. */
export const consistencyRoutes = (app: App, steered: Steered<{ readonly consistency: ConsistencyControl }>): void => {
  serve(app, set, ({ body: wanted }, context) => steered(context).consistency.set(wanted));
  serve(app, read, (_, context) => steered(context).consistency.read());
  serve(app, clear, async (_, context) => {
    await steered(context).consistency.clear();
    return {};
  });
};
