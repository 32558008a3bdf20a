import type { NearestEvent } from '../../../generated/nouns.ts';
import type { Settings } from '../../kernel/context.ts';
import { hostIn, settingsAt, urlFor } from '../../kernel/request-origin.ts';
import { awaitAnswer, boundsOf, limitOf, sinceOf } from '../../plane/await-answer.ts';
import { optional, routesTagged } from '../../plane/route.ts';
import {
  type App,
  type ControlEnv,
  depthFailure,
  failure,
  failureOfMissing,
  json,
  type Steered,
} from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { streamAnswer } from '../../plane/stream-answer.ts';
import { DIGITS } from '../../plane/values.contract.ts';
import { omitUndefined } from '../../schema/defined.ts';
import type { AllEvents, FollowedEvent } from './event-log.ts';
import * as bodies from './events.contract.ts';
import type { WorldEvents } from './world-events.ts';

const route = routesTagged('Events');

/** The failures of a call by which an event is recorded. */
const unrecorded = { 429: failure('The disk is full, or the body is nested too deeply; nothing has changed.') };

const list = route('GET /events', 'events.list', {
  summary: 'List the events of the world',
  query: bodies.listQuery,
  answer: json(bodies.eventPage, 'The events that match, the newest first.'),
});

const types = route('GET /events/types', 'events.types', {
  summary: 'List the published types of events',
  answer: json(bodies.eventTypes, 'The types, with what emits them.'),
});

const show = route('GET /events/{id}', 'events.event', {
  summary: 'Get one event',
  params: bodies.eventPath,
  answer: json(bodies.worldEvent, 'The event.'),
  failures: failureOfMissing('There is no such event, or it was dropped.'),
});

const emit = route('POST /events', 'events.emit', {
  summary: 'Emit an event',
  description: 'Of any published type, with any body. It is recorded and delivered like the event of an operation.',
  body: bodies.eventToEmit,
  answer: json(bodies.worldEvent, 'The event.'),
  failures: unrecorded,
});

const trigger = route('POST /events:trigger', 'events.trigger', {
  summary: 'Emit an example of an event',
  description: 'About existing rows, with the overrides that are given.',
  body: bodies.triggerEvent,
  answer: json(bodies.worldEvent, 'The event.'),
  failures: unrecorded,
});

const wait = route('POST /events:await', 'events.expect', {
  summary: 'Wait for events',
  description: 'Answers the moment that enough events match, those that are there already included.',
  body: optional(bodies.awaitEvents),
  answer: json(bodies.eventPage, 'The events that match, the newest first.'),
  failures: {
    408: json(bodies.awaitEventsNotMet, 'Not enough events matched in time.'),
    409: json(
      bodies.awaitEventsNotMet,
      'More events matched than may, the world was reset, or the mock is being stopped.',
    ),
    ...depthFailure,
  },
});

const stream = route('GET /events:stream', 'events.follow', {
  summary: 'Follow the events of the world',
  description: 'Server-sent events named `emitted`, each with an event; its id is the cursor behind it.',
  query: bodies.streamQuery,
  answer: { description: 'The events.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
});

/** The items that are waited for, in words. */
const WORDS = {
  one: 'event',
  several: 'events',
  named: ({ event }: NearestEvent) => `${event.type} of ${event.subject}`,
};

/** The routes of events: the recorded ones, the possible types, and those that a test emits. */
export const eventRoutes = (
  app: App,
  steered: Steered<{ readonly events: WorldEvents }>,
  { settings, events: all }: { readonly settings: Settings; readonly events: AllEvents },
): void => {
  const urlOf = ({ env }: { readonly env: ControlEnv['Bindings'] }): string =>
    urlFor(settingsAt(settings, hostIn(env.headers)));
  serve(app, list, ({ query: { since, limit, world, ...match } }, context) => {
    const asked = { match, ...sinceOf(since), ...omitUndefined({ limit: limitOf(limit) }) };
    return world ? all.list(asked) : steered(context).events.list(asked);
  });
  app.openapi(stream, (context) => {
    const { since, ...match } = context.req.valid('query');
    const last = context.req.header('last-event-id') ?? '';
    const isBack = DIGITS.test(last);
    const asked = { match: omitUndefined(match), isBack, ...sinceOf(isBack ? last : since) };
    return streamAnswer<FollowedEvent>(
      context,
      (listener) => steered(context).events.readers.follow(asked, listener),
      ({ event, cursor }) => ({ event: 'emitted', id: cursor, data: JSON.stringify(event) }),
    );
  });
  serve(app, types, (_, context) => ({ types: steered(context).events.types() }));
  serve(app, show, ({ params }, context) => steered(context).events.log.show(params.id));
  serve(app, emit, ({ body: wanted }, context) => steered(context).events.emit(wanted, urlOf(context)));
  serve(app, trigger, ({ body: wanted }, context) => steered(context).events.trigger(wanted, urlOf(context)));
  serve(app, wait, async ({ body = {} }, context) => {
    const { match = {}, until = 'emitted' } = body;
    const bounds = boundsOf(body);
    const awaited = await steered(context).events.readers.await({ match, until, ...bounds }, context.req.raw.signal);
    return awaitAnswer(awaited, bounds, WORDS, settings);
  });
};
