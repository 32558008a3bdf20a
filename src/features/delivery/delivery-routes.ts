import type { SetDeliveryPlan } from '../../../generated/nouns.ts';
import { invalidField } from '../../kernel/errors.ts';
import { limitOf } from '../../plane/await-answer.ts';
import { upToDay } from '../../plane/day-rules.contract.ts';
import { optional, routesTagged } from '../../plane/route.ts';
import { type App, failureOfMissing, json, type Steered } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { eventPath } from '../events/events.contract.ts';
import type { OutboxPlan } from './current-plan.ts';
import { viewOfPlan } from './current-plan.ts';
import * as bodies from './delivery.contract.ts';
import type { WorldOutbox } from './world-outbox.ts';

const route = routesTagged('Events');
const DEFAULT_LIMIT = 100;
const noEvent = failureOfMissing('There is no such event; the message says if it was dropped.');

const readPlan = route('GET /events:plan', 'events.plan', {
  summary: 'Read how events are delivered',
  answer: json(bodies.deliveryPlan, 'The plan.'),
});

const setPlan = route('PUT /events:plan', 'events.setPlan', {
  summary: 'Set how events are delivered',
  description: 'Members that are not given have their defaults: `{}` delivers each event once, in order and unchanged.',
  body: optional(bodies.setDeliveryPlan),
  answer: json(bodies.deliveryPlan, 'The plan, in the place of the one before.'),
});

const list = route('GET /events/{id}/deliveries', 'events.deliveries', {
  summary: 'List the deliveries of an event, with each attempt',
  params: eventPath,
  answer: json(bodies.deliveries, 'The deliveries, the oldest first.'),
  failures: noEvent,
});

const listLatest = route('GET /deliveries', 'events.latestDeliveries', {
  summary: 'List the deliveries of the latest events',
  query: bodies.deliveriesQuery,
  answer: json(bodies.deliveryLines, 'The deliveries, the newest event first.'),
});

const redeliver = route('POST /events/{id}:redeliver', 'events.redeliver', {
  summary: 'Send an event once more',
  description: 'To its earlier receivers, to a subscription, or to a URL: once, with the same id and a new token.',
  params: eventPath,
  body: optional(bodies.redeliver),
  answer: json(bodies.deliveries, 'The deliveries, with their outcome.'),
  failures: noEvent,
});

const verify = route('POST /events:verify', 'events.verify', {
  summary: 'Check a delivery as receivers do',
  body: bodies.verifyDelivery,
  answer: json(bodies.deliveryVerdict, 'Each check with its result.'),
});

const planOf = ({ mode = 'async', delay, ...rest }: SetDeliveryPlan): OutboxPlan => {
  const delayMillis = delay === undefined ? undefined : upToDay.millis(delay);
  if (delay !== undefined && delayMillis === undefined) {
    throw invalidField('delay', 'must be a duration of up to 24h, such as "5s"');
  }
  return { mode, ...omitUndefined({ ...rest, delayMillis }) };
};

/** A world whose events are delivered. */
interface Delivering {
  readonly outbox: WorldOutbox;
}

/** The routes that steer how events are delivered, and show how they were. */
export const deliveryRoutes = (
  app: App,
  steered: Steered<Delivering>,
  { worlds }: { readonly worlds: { readonly all: () => readonly (readonly [id: string, world: Delivering])[] } },
): void => {
  serve(app, listLatest, ({ query: { world, limit } }, context) => {
    const most = limitOf(limit) ?? DEFAULT_LIMIT;
    if (world === undefined) return { deliveries: steered(context).outbox.latest(most) };
    const latest = worlds
      .all()
      .flatMap(([id, { outbox }]) => outbox.latest(most).map((each) => ({ world: id, ...each })));
    return { deliveries: latest };
  });
  serve(app, readPlan, (_, context) => viewOfPlan(steered(context).outbox.plan()));
  serve(app, setPlan, async ({ body: plan = {} }, context) =>
    viewOfPlan(await steered(context).outbox.setPlan(planOf(plan))),
  );
  serve(app, verify, ({ body: { headers, body: text } }, context) => {
    const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')] as const);
    return steered(context).outbox.verify({ headers: Object.fromEntries(joined), body: text });
  });
  serve(app, list, ({ params }, context) => ({ deliveries: steered(context).outbox.deliveries(params.id) }));
  serve(app, redeliver, async ({ params: { id }, body = {} }, context) => ({
    deliveries: await steered(context).outbox.redeliver(id, omitUndefined(body)),
  }));
};
