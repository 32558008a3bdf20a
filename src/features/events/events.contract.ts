import { differences, waitFailure, waitFor } from '../../plane/awaiting.contract.ts';
import { excluding } from '../../plane/between-fields.contract.ts';
import {
  choice,
  closedNoun,
  flag,
  integer,
  limitText,
  list,
  map,
  noun,
  numberText,
  object,
  partial,
  string,
  text,
} from '../../plane/values.contract.ts';
import { openOperationId } from '../../plane/words.contract.ts';
import { z } from '../../plane/zod.contract.ts';

const audience = choice(['customer', 'internal'], '`internal` events are never delivered.');

const actorShape = {
  subject: string('The uid of the identity.'),
  act: map(z.string(), 'The claims of its token about the third party that it acts for.').optional(),
};

export const eventActor = noun('EventActor', 'The caller who caused an event.', actorShape);

export const worldEvent = noun('WorldEvent', 'Something that has happened in a world, as its subscribers receive it.', {
  world: string('The id of its world, if all worlds are asked for.').optional(),
  id: string('Equal in every delivery, and in every run with the same seed, fixture and calls.'),
  type: string('With the prefix of the vendor.', 'dev.chainguard.api.platform.registry.repo.created.v1'),
  source: string('The URL of the collection.'),
  subject: string('The uid of what it is about.'),
  time: string('RFC 3339, by the clock of the world.'),
  group: string('The uid of the group by which it finds its subscriptions; empty for one that has none.'),
  audience,
  bodyType: string('The full name of the message of its body.').optional(),
  identityProvider: string('The uid of the identity provider that the event names.').optional(),
  actor: eventActor.optional(),
  traceparent: string('The trace context of the call that caused it.').optional(),
  body: object.optional().describe('Without secrets; missing if all of it is secret.'),
  raw: flag('True if its body is all of its data.'),
});

export const eventPage = noun('EventPage', 'Events, the newest first.', {
  events: list(worldEvent, 'The newest first.'),
  cursor: string('Behind the newest event, to ask for later ones by `since`; `0` before the first.', '17'),
  dropped: integer('The number of events that were dropped to keep the bound.'),
});

/** An operation that emits a type. */
const emission = z.object({
  operation: openOperationId.openapi({ description: 'The id of the operation.', example: 'CreateRepo' }),
  bodyType: string('The full name of the message of the body.').optional(),
});

export const eventType = noun('EventType', 'A published type of events.', {
  type: string('With the prefix of the vendor.'),
  audience,
  emittedBy: list(emission, 'The operations that emit it, with the message of its body; none if only tests emit it.'),
  description: string('The occasion on which it is emitted, for a type that no operation has as its own.').optional(),
});

export const eventTypes = noun('EventTypes', 'The published types of events.', {
  types: list(eventType, 'Every published type.'),
});

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
  id: string('The id of the event.'),
});

export const eventToEmit = closedNoun(
  'EventToEmit',
  'An event that a test emits: of a published type, or with `raw` of any.',
  {
    type: text.openapi({ description: `${TYPE} With \`raw\` any text of ASCII without blanks.` }),
    body: object.optional().describe('As it is sent: it is not checked.'),
    raw: flag('Takes the type as it is, published or not, and sends the body as all of the data, without an actor.'),
    subject: text.optional().describe('The `uid` of the body unless given, else the group.'),
    group: text.optional().describe('A uid or an alias; the first root group unless given.'),
    actor: z.strictObject(actorShape).optional().describe('The caller who is said to have caused it.'),
  },
  // The body of a raw event is all of its data.
  { dependentSchemas: excluding({ raw: ['actor'] }) },
);

/** The OpenAPI text of a replacement: by which paths, and what the whole of a part must be. */
const PATHS: object = {
  propertyNames: { type: 'string', pattern: '^(?:subject$|group$|(?:body|actor)(?:$|\\.))' },
  dependentSchemas: {
    subject: { properties: { subject: { type: 'string' } } },
    group: { properties: { group: { type: 'string' } } },
    body: { properties: { body: { type: 'object' } } },
    actor: {
      properties: { actor: { type: 'object', properties: { subject: { type: 'string' } }, required: ['subject'] } },
    },
  },
};

export const triggerEvent = closedNoun('TriggerEvent', 'The type of which an example is emitted.', {
  preset: text.openapi({ description: TYPE, example: 'repo.created' }),
  overrides: object.optional().openapi({
    description:
      'The values that replace parts of the example, by their paths below `subject`, `group`, `body` and `actor`.',
    example: { 'body.name': 'nginx' },
    ...PATHS,
  }),
});

export const eventMatch = closedNoun(
  'EventMatch',
  'The facts that an event must have, all of them, compared as in `JournalMatch`.',
  {
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
  },
);

export const awaitEvents = closedNoun('AwaitEvents', 'The events to wait for, and the longest wait.', {
  ...waitFor(eventMatch, { items: 'events', since: 'a cursor' }),
  until: choice(
    ['emitted', 'delivered'],
    '`delivered`: only events count that have arrived at each of their subscriptions.',
  ).optional(),
});

export const nearestEvent = noun('NearestEvent', 'An event that nearly matches, with its differences.', {
  event: worldEvent,
  differences,
});

export const awaitEventsNotMet = noun(
  'AwaitEventsNotMet',
  'The error of a wait that was not met, with the events that came nearest.',
  waitFailure(nearestEvent, 'events'),
);
