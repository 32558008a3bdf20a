import { z } from '@hono/zod-openapi';
import { DELIVERY_FLAWS, DELIVERY_MODES } from '../delivery/delivery-control.ts';

const headers = z.record(z.string(), z.string());

/** How events are delivered, as it is asked for. */
export const setPlan = z
  .strictObject({
    mode: z.enum(DELIVERY_MODES).optional().openapi({
      description:
        '`async`: after the call that caused it, which is the default; `sync`: the call is answered once each delivery has been tried; `collect`: not until the mode is another.',
    }),
    duplicate: z
      .number()
      .int()
      .min(1)
      .max(10)
      .optional()
      .openapi({ description: 'How many more times an event is sent that was accepted.' }),
    reorder: z
      .number()
      .int()
      .min(2)
      .max(100)
      .optional()
      .openapi({ description: 'In groups of how many events each subscription gets them the other way round.' }),
    delay: z
      .string()
      .optional()
      .openapi({ description: "How long after the event its first attempt is, by the world's clock.", example: '5s' }),
    dropFirst: z
      .number()
      .int()
      .min(1)
      .max(10)
      .optional()
      .openapi({ description: 'How many attempts of each delivery are lost on their way.' }),
    flaw: z
      .enum(DELIVERY_FLAWS)
      .optional()
      .openapi({ description: 'The one thing that is wrong with each delivery, for receivers to refuse.' }),
  })
  .openapi('SetDeliveryPlan');

/** How events are delivered. */
export const plan = z.object({ ...setPlan.shape, mode: z.enum(DELIVERY_MODES) }).openapi('DeliveryPlan');

const attempt = z
  .object({
    time: z.string().openapi({ description: 'When it began, by the clock of the world.' }),
    durationMs: z.number().openapi({ description: 'How long it took, by the clock of the machine.' }),
    request: z
      .object({ method: z.string(), url: z.string(), headers, body: z.string() })
      .optional()
      .openapi({ description: 'What was sent, as it was sent; missing where nothing was.' }),
    status: z.number().int().optional(),
    answer: z.string().optional().openapi({ description: 'The beginning of the body of the answer.' }),
    error: z.string().optional().openapi({ description: 'Why there was no answer.' }),
    duplicate: z.literal(true).optional().openapi({ description: 'It repeats what was accepted, as the plan says.' }),
  })
  .openapi('DeliveryAttempt');

/** The deliveries of an event. */
export const deliveries = z
  .object({
    deliveries: z.array(
      z
        .object({
          id: z.string(),
          event: z.string().openapi({ description: 'The id of the event.' }),
          subscription: z
            .string()
            .optional()
            .openapi({ description: 'The uid of the subscription; missing for a redelivery to a URL.' }),
          url: z.string(),
          state: z.enum(['pending', 'held', 'delivered', 'dropped', 'suppressed']),
          reason: z.string().optional().openapi({ description: 'Why it is held, dropped or suppressed.' }),
          redelivery: z.literal(true).optional(),
          nextTime: z.string().optional().openapi({ description: "When it is tried next, by the world's clock." }),
          attempts: z.array(attempt),
        })
        .openapi('Delivery'),
    ),
  })
  .openapi('Deliveries');

const text = z.string().min(1).max(2_048);

/** Where an event is sent once more. */
export const redeliver = z
  .strictObject({
    subscription: text.optional().openapi({ description: 'The uid of a subscription.' }),
    url: text.optional().openapi({ description: 'Any URL that events may be delivered to.', example: 'sink://orders' }),
  })
  .openapi('Redeliver');

/** A request that may be a delivery. */
export const verify = z
  .strictObject({
    headers: z
      .record(z.string(), z.union([z.string(), z.array(z.string())], 'must be a text, or a list of texts'))
      .openapi({ description: 'By their names, in any case.' }),
    body: z.string().openapi({ description: 'The raw body, as it was received: the digest is over its bytes.' }),
  })
  .openapi('VerifyDelivery');

/** What receivers find out about a delivery. */
export const verdict = z
  .object({
    valid: z.boolean(),
    checks: z.array(
      z
        .object({
          check: z.enum(['event', 'bearer', 'signature', 'issuer', 'audience', 'time', 'subject', 'digest']),
          result: z.enum(['pass', 'fail', 'skipped']),
          detail: z.string().openapi({ description: 'What is wrong, or what was found.' }),
        })
        .openapi('DeliveryCheck'),
    ),
  })
  .openapi('DeliveryVerdict');

/** The path of what is about one event. */
export const eventPath = z.object({
  id: z.string().openapi({ param: { name: 'id', in: 'path' }, description: 'The id of the event.' }),
});
