import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { invalid, invalidField } from '../../kernel/errors.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { upToDay } from '../contract/day-rules.ts';
import * as bodies from '../contract/delivery.ts';
import type { Deliveries, DeliveryPlan, Redeliver, SetDeliveryPlan } from '../contract/nouns.ts';
import { limitOf } from '../plane/await-answer.ts';
import {
  type App,
  body,
  type ControlEnv,
  failureOfMissing,
  failures,
  json,
  placeIn,
  type Steered,
} from '../plane/route-parts.ts';
import { serve } from '../plane/serve.ts';
import type { DeliveryControl, OutboxPlan } from './delivery-control.ts';

const tags = ['Events'];
const DEFAULT_LIMIT = 100;
const noEvent = failureOfMissing('There is no such event; the message says where it was dropped.');

const readPlan = createRoute({
  method: 'get',
  path: '/events:plan',
  operationId: 'events.plan',
  summary: 'Read how events are delivered',
  tags,
  responses: { 200: json(bodies.deliveryPlan, 'The plan.'), ...failures },
});

const setPlan = createRoute({
  method: 'put',
  path: '/events:plan',
  operationId: 'events.setPlan',
  summary: 'Set how events are delivered',
  description: 'What is not given is as always: `{}` delivers each event once, in order, and as it should be.',
  tags,
  request: { body: body(bodies.setDeliveryPlan) },
  responses: { 200: json(bodies.deliveryPlan, 'The plan, in the place of the one before.'), ...failures },
});

const list = createRoute({
  method: 'get',
  path: '/events/{id}/deliveries',
  operationId: 'events.deliveries',
  summary: 'List the deliveries of an event, with each attempt',
  tags,
  request: { params: bodies.eventPath },
  responses: { 200: json(bodies.deliveries, 'The deliveries, the oldest first.'), ...failures, ...noEvent },
});

const listLatest = createRoute({
  method: 'get',
  path: '/deliveries',
  operationId: 'events.latestDeliveries',
  summary: 'List the deliveries of the latest events',
  tags,
  request: { query: bodies.deliveriesQuery },
  responses: { 200: json(bodies.deliveryLines, 'Those of the newest events first.'), ...failures },
});

/** It is routed by a pattern, since `{id}:redeliver` is one segment. */
const redeliver = {
  method: 'post',
  path: '/events/{id}:redeliver',
  operationId: 'events.redeliver',
  summary: 'Send an event once more',
  description: 'To where it went before, to a subscription, or to a URL: once, with the same id and a new token.',
  tags,
  request: { params: bodies.eventPath, body: { ...body(bodies.redeliver), required: false } },
  responses: { 200: json(bodies.deliveries, 'What has come of it.'), ...failures, ...noEvent },
} as const;

const verify = createRoute({
  method: 'post',
  path: '/events:verify',
  operationId: 'events.verify',
  summary: 'Check a delivery as receivers do',
  tags,
  request: { body: body(bodies.verifyDelivery) },
  responses: { 200: json(bodies.deliveryVerdict, 'Each check with its result.'), ...failures },
});

const planOf = ({ mode = 'async', delay, ...rest }: SetDeliveryPlan): OutboxPlan => {
  const delayMillis = delay === undefined ? undefined : upToDay.millis(delay);
  if (delay !== undefined && delayMillis === undefined) {
    throw invalidField('delay', 'must be a duration of up to 24h, such as "5s"');
  }
  return { mode, ...omitUndefined({ ...rest, delayMillis }) };
};

const viewOfPlan = ({ delayMillis, ...plan }: OutboxPlan): DeliveryPlan => ({
  ...plan,
  ...(delayMillis !== undefined && { delay: `${delayMillis / 1_000}s` }),
});

/** The body of a redelivery, which may be missing. @throws ApiError INVALID_ARGUMENT */
const readWanted = async ({ req }: Context<ControlEnv>): Promise<Redeliver> => {
  const text = await req.text();
  let given: unknown = {};
  try {
    if (text !== '') given = JSON.parse(text);
  } catch {
    throw invalidField('body', 'malformed JSON');
  }
  const read = bodies.redeliver.safeParse(given);
  if (!read.success) {
    throw invalid(
      read.error.issues.map(({ path, message }) => ({ field: placeIn(path) || 'body', description: message })),
    );
  }
  return omitUndefined(read.data);
};

/** The routes that steer how events are delivered, and show how they were. */
export const deliveryRoutes = (
  app: App,
  steered: Steered<{ readonly deliveries: DeliveryControl }>,
  all: () => readonly (readonly [world: string, { readonly deliveries: DeliveryControl }])[],
): void => {
  serve(app, listLatest, ({ query: { world, limit } }, context) => {
    const most = limitOf(limit) ?? DEFAULT_LIMIT;
    if (world === undefined) return { deliveries: steered(context).deliveries.latest(most) };
    const named = all().flatMap(([id, { deliveries }]) =>
      deliveries.latest(most).map((each) => ({ world: id, ...each })),
    );
    return { deliveries: named };
  });
  serve(app, readPlan, (_, context) => viewOfPlan(steered(context).deliveries.plan()));
  serve(app, setPlan, async ({ body: plan }, context) =>
    viewOfPlan(await steered(context).deliveries.setPlan(planOf(plan))),
  );
  serve(app, verify, ({ body: { headers, body: text } }, context) => {
    const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')] as const);
    return steered(context).deliveries.verify({ headers: Object.fromEntries(joined), body: text });
  });
  serve(app, list, ({ params }, context) => ({ deliveries: steered(context).deliveries.deliveries(params.id) }));
  app.openAPIRegistry.registerPath(redeliver);
  app.post('/events/:id{[^/]+:redeliver}', async (context) => {
    const id = context.req.param('id').replace(/:redeliver$/, '');
    const deliveries = await steered(context).deliveries.redeliver(id, await readWanted(context));
    return context.json({ deliveries } satisfies Deliveries);
  });
};
