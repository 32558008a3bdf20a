import { excluding } from '../../plane/between-fields.contract.ts';
import { upToDay } from '../../plane/day-rules.contract.ts';
import { limitText, text } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';

/** The modes in which events are sent (behaviour E20). */
const MODES = ['async', 'sync', 'collect'] as const;

/** The ways in which a delivery can be wrong on purpose. */
const FLAWS = ['bad_signature', 'wrong_issuer', 'wrong_subject', 'wrong_audience', 'wrong_digest', 'expired'] as const;

const headers = z.record(z.string(), z.string());

/** The plan of deliveries, as it is asked for. */
export const setDeliveryPlan = z
  .strictObject({
    mode: z
      .enum(MODES)
      .optional()
      .describe(
        '`async`: after the call that caused it, which is the default; `sync`: the call is answered once each delivery has been tried; `collect`: not until the mode is another.',
      ),
    duplicate: z
      .number()
      .int()
      .min(1)
      .max(10)
      .optional()
      .describe('The number of further times that an accepted event is sent.'),
    reorder: z
      .number()
      .int()
      .min(2)
      .max(100)
      .optional()
      .describe('The number of events of a group, of which each subscription gets the last one first.'),
    delay: z
      .string()
      .optional()
      .openapi({
        description: "How long after the event its first attempt is, by the world's clock.",
        example: '5s',
        ...upToDay.keywords,
      }),
    dropFirst: z
      .number()
      .int()
      .min(1)
      .max(10)
      .optional()
      .describe('The number of attempts of each delivery that are lost on their way.'),
    flaw: z.enum(FLAWS).optional().describe('The one thing that is wrong with each delivery, for receivers to refuse.'),
  })
  .openapi('SetDeliveryPlan', { description: 'The plan by which events are to be delivered; `{}` is as always.' });

/** The plan of deliveries. */
export const deliveryPlan = z
  .object({ ...setDeliveryPlan.shape, mode: z.enum(MODES).describe('The moment at which events are sent.') })
  .openapi('DeliveryPlan', { description: 'The plan by which the events of a world are delivered.' });

/** The request that was sent to a receiver. */
export const deliveryRequest = z
  .object({
    method: z.string().describe('The HTTP method.'),
    url: z.string().describe('The URL to which it was sent.'),
    headers: headers.describe('Its headers, as they were sent.'),
    body: z.string().describe('Its body, as it was sent.'),
  })
  .openapi('DeliveryRequest', { description: 'A request to a receiver, as it was sent.' });

/** One attempt to deliver an event. */
export const deliveryAttempt = z
  .object({
    time: z.string().describe('The time of its beginning, RFC 3339, by the clock of the world.'),
    durationMs: z.number().describe('Its duration by the clock of the machine.'),
    request: deliveryRequest.optional().describe('The request; missing if nothing was sent.'),
    status: z.number().int().optional().describe('The status of the answer.'),
    answer: z.string().optional().describe('The beginning of the body of the answer.'),
    error: z.string().optional().describe('The reason why there was no answer.'),
    duplicate: z.literal(true).optional().describe('It repeats what was accepted, as the plan says.'),
  })
  .openapi('DeliveryAttempt', { description: 'One attempt to deliver an event.' });

/** The delivery of an event to one receiver. */
export const delivery = z
  .object({
    id: z.string().describe('Its id.'),
    event: z.string().describe('The id of the event.'),
    subscription: z.string().optional().describe('The uid of the subscription; missing for a redelivery to a URL.'),
    url: z.string().describe('The URL to which it goes.'),
    state: z.enum(['pending', 'held', 'delivered', 'dropped', 'suppressed']).describe('Its state.'),
    reason: z.string().optional().describe('The reason why it is held, dropped or suppressed.'),
    redelivery: z.literal(true).optional().describe('True if it was asked for.'),
    nextTime: z.string().optional().describe("When it is tried next, RFC 3339, by the world's clock."),
    attempts: z.array(deliveryAttempt).describe('The oldest first.'),
  })
  .openapi('Delivery', { description: 'The delivery of an event to one receiver.' });

/** The deliveries of an event. */
export const deliveries = z
  .object({ deliveries: z.array(delivery).describe('The oldest first.') })
  .openapi('Deliveries', { description: 'The deliveries of an event.' });

/** A delivery as a list of many shows it. */
export const deliveryLine = z
  .object({
    world: z.string().optional().describe('The id of its world, if all worlds are asked for.'),
    ...delivery.shape,
    attempts: z.number().int().describe('The number of attempts.'),
    status: z.number().int().optional().describe('The status of the last answer.'),
    error: z.string().optional().describe('The reason why there was no answer the last time.'),
  })
  .openapi('DeliveryLine', { description: 'The delivery of an event to one receiver, without its attempts.' });

/** The latest deliveries. */
export const deliveryLines = z
  .object({ deliveries: z.array(deliveryLine).describe('Those of the newest events first.') })
  .openapi('DeliveryLines', { description: 'The deliveries of a world, or of all, without their attempts.' });

/** The deliveries to list. */
export const deliveriesQuery = z.strictObject({
  world: z.literal('*').optional().describe('The deliveries of all worlds.'),
  limit: limitText.optional().describe('Of how many events at most in each world, 1 to 1,000; 100 unless given.'),
});

/** Its OpenAPI text: it goes to one place. */
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

/** A request that may be a delivery. */
export const verifyDelivery = z
  .strictObject({
    headers: z
      .record(z.string(), z.union([z.string(), z.array(z.string())], 'must be a text, or a list of texts'))
      .openapi({ description: 'By their names, in any case; one at least is that of a delivery.', ...OF_DELIVERY }),
    body: z.string().describe('The raw body, as it was received: the digest is over its bytes.'),
  })
  .openapi('VerifyDelivery', { description: 'A request that may be a delivery.' });

/** One check. */
export const deliveryCheck = z
  .object({
    check: z
      .enum(['event', 'bearer', 'signature', 'issuer', 'audience', 'time', 'subject', 'digest'])
      .describe('The property that is checked.'),
    result: z.enum(['pass', 'fail', 'skipped']).describe('Its result.'),
    detail: z.string().describe('The fault, or the value that was found.'),
  })
  .openapi('DeliveryCheck', { description: 'One thing that receivers check of a delivery.' });

/** The result of a receiver's checks of a delivery. */
export const deliveryVerdict = z
  .object({
    valid: z.boolean().describe('True if every check passes.'),
    checks: z.array(deliveryCheck).describe('Each check, in their order.'),
  })
  .openapi('DeliveryVerdict', { description: 'The checks that a receiver makes of a delivery, and their results.' });
