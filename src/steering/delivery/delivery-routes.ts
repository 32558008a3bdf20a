import { createRoute, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { invalid, invalidField } from '../../kernel/errors.ts';
import { defined } from '../../schema/defined.ts';
import { durationFrom } from '../../schema/durations.ts';
import * as bodies from '../contract/delivery.ts';
import {
  type App,
  body,
  type ControlEnv,
  failures,
  json,
  missingFailure,
  placeIn,
  type Steered,
} from '../plane/route-parts.ts';
import type { DeliveryControl, DeliveryPlan, DeliveryVerdict, ShownDelivery } from './delivery-control.ts';

const tags = ['Events'];
const noEvent = missingFailure('There is no such event; the message says where it was dropped.');

const readPlan = createRoute({
  method: 'get',
  path: '/events:plan',
  summary: 'Read how events are delivered',
  tags,
  responses: { 200: json(bodies.plan, 'The plan.'), ...failures },
});

const setPlan = createRoute({
  method: 'put',
  path: '/events:plan',
  summary: 'Set how events are delivered',
  description: 'What is not given is as always: `{}` delivers each event once, in order, and as it should be.',
  tags,
  request: { body: body(bodies.setPlan) },
  responses: { 200: json(bodies.plan, 'The plan, in the place of the one before.'), ...failures },
});

const list = createRoute({
  method: 'get',
  path: '/events/{id}/deliveries',
  summary: 'List the deliveries of an event, with each attempt',
  tags,
  request: { params: bodies.eventPath },
  responses: { 200: json(bodies.deliveries, 'The deliveries, the oldest first.'), ...failures, ...noEvent },
});

/** It is routed by a pattern, since `{id}:redeliver` is one segment. */
const redeliver = {
  method: 'post',
  path: '/events/{id}:redeliver',
  summary: 'Send an event once more',
  description: 'To where it went before, to a subscription, or to a URL: once, with the same id and a new token.',
  tags,
  request: { params: bodies.eventPath, body: { ...body(bodies.redeliver), required: false } },
  responses: { 200: json(bodies.deliveries, 'What has come of it.'), ...failures, ...noEvent },
} as const;

const verify = createRoute({
  method: 'post',
  path: '/events:verify',
  summary: 'Check a delivery as receivers do',
  tags,
  request: { body: body(bodies.verify) },
  responses: { 200: json(bodies.verdict, 'Each check with its result.'), ...failures },
});

const LONGEST_DELAY = 24 * 3_600_000;

const planOf = ({ mode = 'async', delay, ...rest }: z.infer<typeof bodies.setPlan>): DeliveryPlan => {
  const delayMillis = delay === undefined ? undefined : durationFrom(delay);
  if (delay !== undefined && (delayMillis === undefined || delayMillis <= 0 || delayMillis > LONGEST_DELAY)) {
    throw invalidField('delay', 'must be a duration of up to 24h, such as "5s"');
  }
  return { mode, ...defined({ ...rest, delayMillis }) };
};

const shownPlan = ({ delayMillis, ...plan }: DeliveryPlan) => ({
  ...plan,
  ...(delayMillis !== undefined && { delay: `${delayMillis / 1_000}s` }),
});

/** Deliveries without their readonly marks, which the types of the routes do not have. */
const shownDeliveries = (deliveries: readonly ShownDelivery[]) =>
  ({ deliveries }) as unknown as z.infer<typeof bodies.deliveries>;

const plainVerdict = (verdict: DeliveryVerdict) => verdict as unknown as z.infer<typeof bodies.verdict>;

/** The body of a redelivery, which may be missing. @throws ApiError INVALID_ARGUMENT */
const wantedIn = async ({ req }: Context<ControlEnv>): Promise<z.infer<typeof bodies.redeliver>> => {
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
  const { subscription, url } = read.data;
  if (subscription !== undefined && url !== undefined) throw invalidField('url', 'does not go with subscription');
  return read.data;
};

/** The routes that steer how events are delivered, and show how they were. */
export const deliveryRoutes = (app: App, steered: Steered<{ readonly deliveries: DeliveryControl }>): void => {
  app.openapi(readPlan, (context) => context.json(shownPlan(steered(context).deliveries.plan()), 200));
  app.openapi(setPlan, (context) => {
    const plan = steered(context).deliveries.setPlan(planOf(context.req.valid('json')));
    return context.json(shownPlan(plan), 200);
  });
  app.openapi(verify, async (context) => {
    const { headers, body: text } = context.req.valid('json');
    const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
    const given = { headers: Object.fromEntries(joined) as Record<string, string>, body: text };
    return context.json(plainVerdict(await steered(context).deliveries.verify(given)), 200);
  });
  app.openapi(list, (context) =>
    context.json(shownDeliveries(steered(context).deliveries.deliveries(context.req.valid('param').id)), 200),
  );
  app.openAPIRegistry.registerPath(redeliver);
  app.post('/events/:id{[^/]+:redeliver}', async (context) => {
    const id = context.req.param('id').replace(/:redeliver$/, '');
    const { deliveries } = steered(context);
    return context.json(shownDeliveries(await deliveries.redeliver(id, defined(await wantedIn(context)))));
  });
};
