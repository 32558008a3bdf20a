import { differences, waitFailure, waitFor } from '../../plane/awaiting.contract.ts';
import { excluding, type Keywords } from '../../plane/between-fields.contract.ts';
import { limitText, numberText, object, partial, text } from '../../plane/values.contract.ts';
import { openOperationId } from '../../plane/words.contract.ts';
import { z } from '../../plane/zod.contract.ts';

const audience = z.enum(['customer', 'internal']).describe('`internal` events are never delivered.');

const actorShape = {
  subject: z.string().describe('The uid of the identity.'),
  act: z
    .record(z.string(), z.string())
    .optional()
    .describe('The claims of its token about the third party that it acts for.'),
};

/** The actor that caused an event. */
export const eventActor = z
  .object(actorShape)
  .openapi('EventActor', { description: 'The caller who caused an event.' });

/** One event. */
export const worldEvent = z
  .object({
    world: z.string().optional().describe('The id of its world, if all worlds are asked for.'),
    id: z.string().describe('The same in every delivery, and in every run with the same seed, fixture and calls.'),
    type: z.string().openapi({
      description: 'With the prefix of the vendor.',
      example: 'dev.chainguard.api.platform.registry.repo.created.v1',
    }),
    source: z.string().describe('The URL of the collection.'),
    subject: z.string().describe('The uid of what it is about.'),
    time: z.string().describe('RFC 3339, by the clock of the world.'),
    group: z
      .string()
      .describe('The uid of the group by which it finds its subscriptions; empty for one that has none.'),
    audience,
    bodyType: z.string().optional().describe('The full name of the message of its body.'),
    identityProvider: z.string().optional().describe('The uid of the identity provider by which its cause has come.'),
    actor: eventActor.optional().describe('The caller who caused it.'),
    traceparent: z.string().optional().describe('That of the call that caused it.'),
    body: object.optional().describe('Without secrets; missing if nothing of it may be shown.'),
    raw: z.literal(true).optional().describe('True if its body is all of its data.'),
  })
  .openapi('WorldEvent', { description: 'Something that has happened in a world, as its subscribers receive it.' });

/** Events, the newest first. */
export const eventPage = z
  .object({
    events: z.array(worldEvent).describe('The newest first.'),
    cursor: z.string().openapi({
      description: 'Behind the newest event, to ask for later ones by `since`; `0` before the first.',
      example: '17',
    }),
    dropped: z.number().int().describe('The number of events that were dropped to keep the bound.'),
  })
  .openapi('EventPage', { description: 'Events, the newest first.' });

/** An operation that emits a type. */
const emission = z.object({
  operation: openOperationId.openapi({ description: 'The id of the operation.', example: 'CreateRepo' }),
  bodyType: z.string().optional().describe('The full name of the message of the body.'),
});

/** A published type. */
export const eventType = z
  .object({
    type: z.string().describe('With the prefix of the vendor.'),
    audience,
    emittedBy: z
      .array(emission)
      .describe('The operations that emit it, with the message of its body; none if only tests emit it.'),
    description: z
      .string()
      .optional()
      .describe('The occasion on which it is emitted, for a type that no operation has as its own.'),
  })
  .openapi('EventType', { description: 'A published type of events.' });

/** The published types. */
export const eventTypes = z
  .object({ types: z.array(eventType).describe('Every published type.') })
  .openapi('EventTypes', { description: 'The published types of events.' });

const TYPE = 'With or without the prefix, or only its last words, such as `repo.created`.';

/** The events to follow. */
export const streamQuery = z.strictObject({
  type: text.optional().openapi({ description: TYPE }),
  group: text.optional().describe('The uid of the group by which it finds its subscriptions.'),
  subject: text.optional().describe('The uid of what it is about.'),
  since: numberText('a cursor').optional().describe('Only events behind this cursor.'),
});

/** The events to list. */
export const listQuery = z.strictObject({
  ...streamQuery.shape,
  world: z.literal('*').optional().describe('All worlds: `since` is then a cursor of all of them.'),
  limit: limitText.optional().describe('The largest number of events, 1 to 1,000; 100 unless given.'),
});

/** The path of one event. */
export const eventPath = z.object({
  id: z.string().describe('The id of the event.'),
});

/** Its OpenAPI text: the body of a raw event is all of its data. */
const RAW_RULES: Keywords = { dependentSchemas: excluding({ raw: ['actor'] }) };

/** An event to emit. */
export const eventToEmit = z
  .strictObject({
    type: text.openapi({ description: `${TYPE} With \`raw\` any text of ASCII without blanks.` }),
    body: object.optional().describe('As it is sent: it is not checked.'),
    raw: z
      .literal(true)
      .optional()
      .describe('Takes the type as it is, published or not, and sends the body as all of the data, without an actor.'),
    subject: text.optional().describe('The `uid` of the body unless given, else the group.'),
    group: text.optional().describe('A uid or an alias; the first root group unless given.'),
    actor: z.strictObject(actorShape).optional().describe('The caller who is said to have caused it.'),
  })
  .openapi('EventToEmit', {
    description: 'An event that a test emits: of a published type, or with `raw` of any.',
    ...RAW_RULES,
  });

/** The OpenAPI text of a replacement: by which paths, and what the whole of a part must be. */
const PATHS: object = {
  propertyNames: { type: 'string', pattern: '^(?:subject$|group$|(?:body|actor)(?:$|\\.))' },
  patternProperties: {
    '^(?:subject|group)$': { type: 'string' },
    '^body$': { type: 'object' },
    '^actor$': { type: 'object', properties: { subject: { type: 'string' } }, required: ['subject'] },
  },
};

/** An example to emit. */
export const triggerEvent = z
  .strictObject({
    preset: text.openapi({ description: TYPE, example: 'repo.created' }),
    overrides: object.optional().openapi({
      description:
        'The values that replace parts of the example, by their paths below `subject`, `group`, `body` and `actor`.',
      example: { 'body.name': 'nginx' },
      ...PATHS,
    }),
  })
  .openapi('TriggerEvent', { description: 'The type of which an example is emitted.' });

/** The events that are meant. */
export const eventMatch = z
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
    description: 'The facts that an event must have, all of them, compared as in `JournalMatch`.',
  });

/** The events to wait for. */
export const awaitEvents = z
  .strictObject({
    ...waitFor(eventMatch, { items: 'events', since: 'a cursor' }),
    until: z
      .enum(['emitted', 'delivered'])
      .optional()
      .describe('`delivered`: only events count that have arrived at each of their subscriptions.'),
  })
  .openapi('AwaitEvents', { description: 'The events to wait for, and the longest wait.' });

/** An event that nearly matches. */
export const nearestEvent = z
  .object({ event: worldEvent, differences })
  .openapi('NearestEvent', { description: 'An event that nearly matches, with where it differs.' });

/** A wait that was not met. */
export const awaitEventsNotMet = z.object(waitFailure(nearestEvent, 'events')).openapi('AwaitEventsNotMet', {
  description: 'The error of a wait that was not met, with the events that came nearest.',
});
