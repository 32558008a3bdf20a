import { z } from '@hono/zod-openapi';
import { differences, inQuery, numberText, waitBounds } from './awaiting.ts';
import { problem } from './problem.ts';

const object = z.record(z.string(), z.unknown());
const text = z.string().min(1).max(2_048);

const actor = z.object({
  subject: z.string().openapi({ description: 'The uid of the identity.' }),
  act: z
    .record(z.string(), z.string())
    .optional()
    .openapi({ description: 'What its token records of the third party that it acts for.' }),
});

/** One event. */
export const event = z
  .object({
    id: z.string().openapi({ description: 'The same in every delivery.' }),
    type: z.string().openapi({ example: 'dev.chainguard.api.platform.registry.repo.created.v1' }),
    source: z.string().openapi({ description: 'The URL of the collection.' }),
    subject: z.string(),
    time: z.string().openapi({ description: 'By the clock of the world.' }),
    group: z.string().openapi({ description: 'By which it finds its subscriptions; empty for one that has none.' }),
    audience: z.enum(['customer', 'internal']),
    bodyType: z.string().optional().openapi({ description: 'The full name of the message of its body.' }),
    identityProvider: z.string().optional(),
    actor: actor.optional(),
    traceparent: z.string().optional(),
    body: z.unknown().optional().openapi({ description: 'Without secrets; missing where nothing of it may be shown.' }),
  })
  .openapi('Event');

/** Events, the newest first. */
export const events = z
  .object({
    events: z.array(event),
    cursor: z.string().openapi({ description: 'Behind the newest event, for `since`.', example: '17' }),
    dropped: z.number().int().openapi({ description: 'How many events were dropped to keep the bound.' }),
  })
  .openapi('Events');

/** The published types. */
export const types = z
  .object({
    types: z.array(
      z.object({
        type: z.string(),
        audience: z.enum(['customer', 'internal']),
        emittedBy: z
          .array(z.object({ operation: z.string(), bodyType: z.string().optional() }))
          .openapi({ description: 'The operations that emit it, with the message of its body; none where tests do.' }),
        description: z.string().optional(),
      }),
    ),
  })
  .openapi('EventTypes');

const TYPE = 'With or without the prefix, or only its last words, such as `repo.created`.';

/** Which events to follow. */
export const streamQuery = z.strictObject({
  type: inQuery(text, 'type', TYPE),
  group: inQuery(text, 'group', 'The uid of the group by which it finds its subscriptions.'),
  subject: inQuery(text, 'subject', 'The uid of what it is about.'),
  since: inQuery(numberText('a cursor'), 'since', 'Only events behind this cursor.'),
});

/** Which events to list. */
export const listQuery = z.strictObject({
  ...streamQuery.shape,
  limit: inQuery(numberText('a number from 1 to 1000'), 'limit', 'How many at most, 1 to 1,000; 100 unless given.'),
});

/** The path of one event. */
export const eventPath = z.object({
  id: z.string().openapi({ param: { name: 'id', in: 'path' }, description: 'The id of the event.' }),
});

/** An event to emit. */
export const emitEvent = z
  .strictObject({
    type: text.openapi({ description: TYPE }),
    body: object.optional().openapi({ description: 'As it is sent: it is not checked.' }),
    subject: text.optional().openapi({ description: 'The `uid` of the body unless given, else the group.' }),
    group: text.optional().openapi({ description: 'A uid or an alias; the first root group unless given.' }),
    actor: z.strictObject({ subject: z.string(), act: z.record(z.string(), z.string()).optional() }).optional(),
  })
  .openapi('EmitEvent');

/** An example to emit. */
export const triggerEvent = z
  .strictObject({
    preset: text.openapi({ description: TYPE, example: 'repo.created' }),
    overrides: object.optional().openapi({
      description: 'What replaces parts of the example, by their paths below `subject`, `group`, `body` and `actor`.',
      example: { 'body.name': 'nginx' },
    }),
  })
  .openapi('TriggerEvent');

const partial = (description: string) => z.unknown().optional().openapi({ description });

const match = z
  .strictObject({
    type: text.optional().openapi({ description: TYPE }),
    id: partial('The id.'),
    subject: partial('The uid of what it is about.'),
    group: partial('The uid of the group.'),
    audience: partial('`customer` or `internal`.'),
    source: partial('The URL of the collection.'),
    bodyType: partial('The full name of the message of the body.'),
    identityProvider: partial('The uid of the identity provider.'),
    actor: partial('A part of the actor.'),
    traceparent: partial('The trace.'),
    body: partial('A part of the body.'),
  })
  .openapi('EventMatch', {
    description: 'Which events are meant: those that have all of these, compared as in `EntryMatch`.',
  });

/** What to wait for. */
export const awaitEvents = z
  .strictObject({
    match: match.optional(),
    ...waitBounds('events', 'a cursor'),
    until: z.enum(['emitted', 'delivered']).optional().openapi({
      description: '`delivered`: only events count that have arrived at each of their subscriptions.',
    }),
  })
  .openapi('AwaitEvents');

/** A wait that was not met. */
export const notMet = problem
  .extend({
    seen: z.number().int().openapi({ description: 'How many events matched.' }),
    nearest: z
      .array(z.object({ event, differences }))
      .openapi({ description: 'Up to three events that nearly match, and where they differ.' }),
  })
  .openapi('AwaitEventsNotMet');
