import { createRoute, type z } from '@hono/zod-openapi';
import type { Settings } from '../../kernel/context.ts';
import { defined } from '../../schema/defined.ts';
import { status } from '../contract/health.ts';
import { problem } from '../contract/problem.ts';
import * as bodies from '../contract/sinks.ts';
import { CONTROL_PREFIX } from '../plane/prefix.ts';
import { type App, body, failures, json, type Steered } from '../plane/route-parts.ts';
import type { ShownSink, SinkControl } from './delivery-control.ts';

const tags = ['Sinks'];
const path = '/sink/{name}';
const full = { 429: json(problem, 'There is no room for one sink more.') };

const receive = createRoute({
  method: 'post',
  path,
  summary: 'Deliver an event to a built-in sink',
  description: 'Takes any request as a receiver would, without a control token, and answers as the script says.',
  tags,
  request: { params: bodies.sinkPath },
  responses: {
    204: { description: 'It is kept, and this is the answer unless there is a script.' },
    ...failures,
    ...full,
  },
});

const script = createRoute({
  method: 'put',
  path,
  summary: 'Set how a built-in sink answers',
  tags,
  request: { params: bodies.sinkPath, body: body(bodies.script) },
  responses: { 200: json(bodies.sink, 'The sink.'), ...failures, ...full },
});

const show = createRoute({
  method: 'get',
  path,
  summary: 'List what a built-in sink has received',
  tags,
  request: { params: bodies.sinkPath },
  responses: { 200: json(bodies.sink, 'The sink; an empty one where nothing has come.'), ...failures },
});

const clear = createRoute({
  method: 'delete',
  path,
  summary: 'Empty a built-in sink',
  tags,
  request: { params: bodies.sinkPath },
  responses: { 200: json(status, 'What it had received is gone, and so is its script.'), ...failures },
});

const plain = (sink: ShownSink, publicUrl: string) =>
  ({ ...sink, url: `${publicUrl}${CONTROL_PREFIX}/sink/${sink.name}` }) as unknown as z.infer<typeof bodies.sink>;

/** True for a request that is a delivery to a sink: its bearer token is that of the delivery. */
export const isSinkDelivery = (method: string, target: string): boolean =>
  method === 'POST' && target.startsWith(`${CONTROL_PREFIX}/sink/`);

/** The routes of the receivers that a world has itself. */
export const sinkRoutes = (
  app: App,
  steered: Steered<{ readonly sinks: SinkControl; readonly world: { readonly settings: Settings } }>,
): void => {
  app.openapi(receive, async (context) => {
    const { name } = context.req.valid('param');
    const headers = Object.fromEntries(context.req.raw.headers);
    const status = await steered(context).sinks.receive(name, { headers, body: await context.req.text() });
    return new Response(null, { status }) as never;
  });
  app.openapi(script, (context) => {
    const { sinks, world } = steered(context);
    const answers = context.req
      .valid('json')
      .answers.map(({ status, delayMs }) => ({ status, ...defined({ delayMs }) }));
    return context.json(plain(sinks.script(context.req.valid('param').name, answers), world.settings.publicUrl), 200);
  });
  app.openapi(show, (context) => {
    const { sinks, world } = steered(context);
    return context.json(plain(sinks.show(context.req.valid('param').name), world.settings.publicUrl), 200);
  });
  app.openapi(clear, (context) => {
    steered(context).sinks.clear(context.req.valid('param').name);
    return context.json({ status: 'cleared' }, 200);
  });
};
