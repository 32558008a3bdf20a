import { createRoute } from '@hono/zod-openapi';
import type { Settings } from '../../kernel/context.ts';
import { status } from '../contract/health.ts';
import type { SinkReading } from '../contract/nouns.ts';
import * as bodies from '../contract/sinks.ts';
import { CONTROL_PREFIX } from '../plane/prefix.ts';
import { type App, body, failure, failures, json, type Steered } from '../plane/route-parts.ts';
import { serve } from '../plane/serve.ts';
import type { SinkControl, SinkState } from './delivery-control.ts';

const tags = ['Sinks'];
const path = '/sink/{name}';
const full = { 429: failure('There is no room for one sink more.') };

/** How a delivery can fail, which needs no control token. */
const { 401: _, ...undelivered } = failures;

const receive = createRoute({
  method: 'post',
  path,
  operationId: 'sink.deliver',
  summary: 'Deliver an event to a built-in sink',
  description: 'Takes any request as a receiver would, without a control token, and answers as the script says.',
  tags,
  security: [],
  request: { params: bodies.sinkPath, body: { content: { 'application/json': { schema: {} } } } },
  responses: {
    204: { description: 'It is kept, and this is the answer unless there is a script.' },
    default: { description: 'It is kept, and this is what the script says.' },
    ...undelivered,
    ...full,
  },
});

const script = createRoute({
  method: 'put',
  path,
  operationId: 'sink.answer',
  summary: 'Set how a built-in sink answers',
  tags,
  request: { params: bodies.sinkPath, body: body(bodies.scriptSink) },
  responses: { 200: json(bodies.sinkReading, 'The sink.'), ...failures, ...full },
});

const show = createRoute({
  method: 'get',
  path,
  operationId: 'sink.received',
  summary: 'List what a built-in sink has received',
  tags,
  request: { params: bodies.sinkPath },
  responses: { 200: json(bodies.sinkReading, 'The sink; an empty one where nothing has come.'), ...failures },
});

const clear = createRoute({
  method: 'delete',
  path,
  operationId: 'sink.clear',
  summary: 'Empty a built-in sink',
  tags,
  request: { params: bodies.sinkPath },
  responses: { 200: json(status, 'What it had received is gone, and so is its script.'), ...failures },
});

const readingOf = (sink: SinkState, publicUrl: string): SinkReading => ({
  ...sink,
  url: `${publicUrl}${CONTROL_PREFIX}/sink/${sink.name}`,
});

/** True for a request that is a delivery to a sink: its bearer token is that of the delivery. */
export const isSinkDelivery = (method: string, target: string): boolean =>
  method === 'POST' && target.startsWith(`${CONTROL_PREFIX}/sink/`);

/** The routes of the receivers that a world has itself. */
export const sinkRoutes = (
  app: App,
  steered: Steered<{ readonly sinks: SinkControl; readonly scope: { readonly settings: Settings } }>,
): void => {
  app.openapi(receive, async (context) => {
    const { name } = context.req.valid('param');
    const headers = Object.fromEntries(context.req.raw.headers);
    const status = await steered(context).sinks.receive(name, { headers, body: await context.req.text() });
    return new Response(null, { status }) as never;
  });
  serve(app, script, async ({ params: { name }, body: { answers } }, context) => {
    const { sinks, scope } = steered(context);
    return readingOf(await sinks.script(name, answers), scope.settings.publicUrl);
  });
  serve(app, show, ({ params: { name } }, context) => {
    const { sinks, scope } = steered(context);
    return readingOf(sinks.show(name), scope.settings.publicUrl);
  });
  serve(app, clear, async ({ params }, context) => {
    await steered(context).sinks.clear(params.name);
    return { status: 'cleared' };
  });
};
