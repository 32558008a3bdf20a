import type { RouteConfig } from '@hono/zod-openapi';
import type { SinkReading } from '../../../generated/nouns.ts';
import type { Settings } from '../../kernel/context.ts';
import { hostIn, settingsAt, urlFor } from '../../kernel/request-origin.ts';
import { CONTROL_PREFIX } from '../../plane/prefix.ts';
import { routesTagged } from '../../plane/route.ts';
import { type App, type ControlEnv, failure, failures, json, type Steered } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { status } from '../../plane/words.contract.ts';
import * as bodies from './sinks.contract.ts';
import type { SinkState, WorldSinks } from './world-sinks.ts';

const route = routesTagged('Sinks');
const full = { 429: failure('There is no room for one sink more.') };

/** The failures of a delivery, which needs no control token. */
const { 401: _, ...undelivered } = failures;

const receive = {
  method: 'post',
  path: '/sink/{name}',
  operationId: 'sink.deliver',
  summary: 'Deliver an event to a built-in sink',
  description: 'Takes any request as a receiver would, without a control token, and answers as the script says.',
  tags: ['Sinks'],
  security: [],
  request: { params: bodies.sinkPath, body: { content: { 'application/json': { schema: {} } } } },
  responses: {
    204: { description: 'It is recorded, and this is the answer unless there is a script.' },
    default: { description: 'It is recorded, and this is the answer of the script.' },
    ...undelivered,
    ...full,
  },
} satisfies RouteConfig;

const script = route('PUT /sink/{name}', 'sink.answer', {
  summary: 'Set how a built-in sink answers',
  params: bodies.sinkPath,
  body: bodies.scriptSink,
  answer: json(bodies.sinkReading, 'The sink.'),
  failures: full,
});

const show = route('GET /sink/{name}', 'sink.received', {
  summary: 'List what a built-in sink has received',
  params: bodies.sinkPath,
  answer: json(bodies.sinkReading, 'The sink; an empty one if nothing has come.'),
});

const clear = route('DELETE /sink/{name}', 'sink.clear', {
  summary: 'Empty a built-in sink',
  params: bodies.sinkPath,
  answer: json(status, 'Its received deliveries and its script are gone.'),
});

const readingOf = (
  sink: SinkState,
  settings: Settings,
  { env }: { readonly env: ControlEnv['Bindings'] },
): SinkReading => ({
  ...sink,
  url: `${urlFor(settingsAt(settings, hostIn(env.headers)))}${CONTROL_PREFIX}/sink/${sink.name}`,
});

/** True for a request that is a delivery to a sink: the delivery has the bearer token. */
export const isSinkDelivery = (method: string, target: string): boolean =>
  method === 'POST' && target.startsWith(`${CONTROL_PREFIX}/sink/`);

/** The routes of the receivers that a world has itself. */
export const sinkRoutes = (
  app: App,
  steered: Steered<{ readonly sinks: WorldSinks; readonly scope: { readonly settings: Settings } }>,
): void => {
  serve(app, receive, async ({ params: { name } }, context) => {
    const headers = Object.fromEntries(context.req.raw.headers);
    const status = await steered(context).sinks.receive(name, { headers, body: await context.req.text() });
    return new Response(null, { status });
  });
  serve(app, script, async ({ params: { name }, body: { answers } }, context) => {
    const { sinks, scope } = steered(context);
    return readingOf(await sinks.script(name, answers), scope.settings, context);
  });
  serve(app, show, ({ params: { name } }, context) => {
    const { sinks, scope } = steered(context);
    return readingOf(sinks.show(name), scope.settings, context);
  });
  serve(app, clear, async ({ params }, context) => {
    await steered(context).sinks.clear(params.name);
    return { status: 'cleared' };
  });
};
