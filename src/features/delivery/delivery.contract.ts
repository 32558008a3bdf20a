import { excluding } from '../../plane/between-fields.contract.ts';
import { upToDay } from '../../plane/day-rules.contract.ts';
import { choice, closedNoun, flag, integer, limitText, list, noun, string, text } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';

/** The modes in which events are sent (behaviour E20). */
const MODES = ['async', 'sync', 'collect'] as const;

/** The ways in which a delivery can be wrong on purpose. */
const FLAWS = ['bad_signature', 'wrong_issuer', 'wrong_subject', 'wrong_audience', 'wrong_digest', 'expired'] as const;

const headers = z.record(z.string(), z.string());

export const setDeliveryPlan = closedNoun(
  'SetDeliveryPlan',
  'The plan by which events are to be delivered; `{}` has the defaults.',
  {
    mode: choice(
      MODES,
      '`async`: after the call that caused it, which is the default; `sync`: the call is answered once each delivery has been tried; `collect`: once another mode is set.',
    ).optional(),
    duplicate: integer('The number of further times that an accepted event is sent.').min(1).max(10).optional(),
    reorder: integer('The number of events of a group, of which each subscription gets the last one first.')
      .min(2)
      .max(100)
      .optional(),
    delay: z
      .string()
      .optional()
      .openapi({
        description: "How long after the event its first attempt is, by the world's clock.",
        example: '5s',
        ...upToDay.keywords,
      }),
    dropFirst: integer('The number of attempts of each delivery that are lost on their way.').min(1).max(10).optional(),
    flaw: choice(FLAWS, 'The one thing that is wrong with each delivery, for receivers to refuse.').optional(),
  },
);

export const deliveryPlan = noun('DeliveryPlan', 'The plan by which the events of a world are delivered.', {
  ...setDeliveryPlan.shape,
  mode: choice(MODES, 'The moment at which events are sent.'),
});

export const deliveryRequest = noun('DeliveryRequest', 'A request to a receiver, as it was sent.', {
  method: string('The HTTP method.'),
  url: string('The URL to which it was sent.'),
  headers: headers.describe('Its headers, as they were sent.'),
  body: string('Its body, as it was sent.'),
});

export const deliveryAttempt = noun('DeliveryAttempt', 'One attempt to deliver an event.', {
  time: string('The time of its beginning, RFC 3339, by the clock of the world.'),
  durationMs: z.number().describe('Its duration by the clock of the machine.'),
  request: deliveryRequest.optional(),
  status: integer('The status of the answer.').optional(),
  answer: string('The beginning of the body of the answer.').optional(),
  error: string('The reason why there was no answer.').optional(),
  duplicate: flag('True if it repeats a delivery that was accepted, as the plan says.'),
});

export const delivery = noun('Delivery', 'The delivery of an event to one receiver.', {
  id: string('Its id.'),
  event: string('The id of the event.'),
  subscription: string('The uid of the subscription; missing for a redelivery to a URL.').optional(),
  url: string('The URL to which it goes.'),
  state: choice(['pending', 'held', 'delivered', 'dropped', 'suppressed'], 'Its state.'),
  reason: string('The reason why it is on hold, dropped or suppressed.').optional(),
  redelivery: flag('True if it was asked for.'),
  nextTime: string("When it is tried next, RFC 3339, by the world's clock.").optional(),
  attempts: list(deliveryAttempt, 'The oldest first.'),
});

export const deliveries = noun('Deliveries', 'The deliveries of an event.', {
  deliveries: list(delivery, 'The oldest first.'),
});

export const deliveryLine = noun('DeliveryLine', 'The delivery of an event to one receiver, without its attempts.', {
  world: string('The id of its world, if all worlds are asked for.').optional(),
  ...delivery.shape,
  attempts: integer('The number of attempts.'),
  status: integer('The status of the last answer.').optional(),
  error: string('The reason why there was no answer the last time.').optional(),
});

export const deliveryLines = noun('DeliveryLines', 'The deliveries of a world, or of all, without their attempts.', {
  deliveries: list(deliveryLine, 'The deliveries, the newest event first.'),
});

/** The deliveries to list. */
export const deliveriesQuery = z.strictObject({
  world: z.literal('*').optional().describe('The deliveries of all worlds.'),
  limit: limitText.optional().describe('Of how many events at most in each world, 1 to 1,000; 100 unless given.'),
});

/** The OpenAPI text of a redelivery: it goes to one place. */
const ONE_PLACE: object = { dependentSchemas: excluding({ subscription: ['url'] }) };

/** The receiver to which an event is sent once more. */
export const redeliver = z
  .strictObject({
    subscription: text.optional().describe('The uid of a subscription.'),
    url: text.optional().openapi({ description: 'Any URL that events may be delivered to.', example: 'sink://orders' }),
  })
  .refine(({ subscription, url }) => subscription === undefined || url === undefined, {
    path: ['url'],
    message: 'does not go with subscription',
  })
  .openapi('Redeliver', {
    description: 'The URL to which an event is sent once more; the same as before unless given.',
    ...ONE_PLACE,
  });

/** The OpenAPI text of headers: they have an `authorization`, or one of a CloudEvent. */
const OF_DELIVERY: object = {
  not: {
    propertyNames: {
      not: { type: 'string', pattern: '^(?:[Aa][Uu][Tt][Hh][Oo][Rr][Ii][Zz][Aa][Tt][Ii][Oo][Nn]$|[Cc][Ee]-)' },
    },
  },
};

export const verifyDelivery = closedNoun('VerifyDelivery', 'A request that may be a delivery.', {
  headers: z
    .record(z.string(), z.union([z.string(), z.array(z.string())], 'must be a text, or a list of texts'))
    .openapi({ description: 'By their names, in any case; at least one is a header of deliveries.', ...OF_DELIVERY }),
  body: string('The raw body, as it was received: the digest is over its bytes.'),
});

export const deliveryCheck = noun('DeliveryCheck', 'One thing that receivers check of a delivery.', {
  check: choice(
    ['event', 'bearer', 'signature', 'issuer', 'audience', 'time', 'subject', 'digest'],
    'The property that is checked.',
  ),
  result: choice(['pass', 'fail', 'skipped'], 'Its result.'),
  detail: string('The fault, or the value that was found.'),
});

export const deliveryVerdict = noun(
  'DeliveryVerdict',
  'The checks that a receiver makes of a delivery, and their results.',
  {
    valid: z.boolean().describe('True if every check passes.'),
    checks: list(deliveryCheck, 'Each check, in their order.'),
  },
);
