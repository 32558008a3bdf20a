import { createRoute, type z } from '@hono/zod-openapi';
import type { Settings } from '../../kernel/context.ts';
import type { WorldEvent } from '../../kernel/events.ts';
import { defined } from '../../schema/defined.ts';
import * as bodies from '../contract/events.ts';
import { boundsOf, limitOf, notMetAnswer, sinceOf } from '../plane/await-answer.ts';
import { type App, body, failures, json, missingFailure, type Steered } from '../plane/route-parts.ts';
import { sinceIn, streamAnswer } from '../plane/stream-answer.ts';
import type { EventControl, FollowedEvent, NearestEvent } from './event-control.ts';

const tags = ['Events'];

const list = createRoute({
  method: 'get',
  path: '/events',
  summary: 'List the events of the world',
  tags,
  request: { query: bodies.listQuery },
  responses: { 200: json(bodies.events, 'The events that match, the newest first.'), ...failures },
});

const types = createRoute({
  method: 'get',
  path: '/events/types',
  summary: 'List the published types of events',
  tags,
  responses: { 200: json(bodies.types, 'The types, with what emits them.'), ...failures },
});

const show = createRoute({
  method: 'get',
  path: '/events/{id}',
  summary: 'Get one event',
  tags,
  request: { params: bodies.eventPath },
  responses: {
    200: json(bodies.event, 'The event.'),
    ...failures,
    ...missingFailure('There is no such event, or no more.'),
  },
});

const emit = createRoute({
  method: 'post',
  path: '/events',
  summary: 'Emit an event',
  description: 'Of any published type, with any body. It is recorded and delivered as that of an operation is.',
  tags,
  request: { body: body(bodies.emitEvent) },
  responses: { 200: json(bodies.event, 'The event.'), ...failures },
});

const trigger = createRoute({
  method: 'post',
  path: '/events:trigger',
  summary: 'Emit an example of an event',
  description: 'About rows that are there, with what is overridden.',
  tags,
  request: { body: body(bodies.triggerEvent) },
  responses: { 200: json(bodies.event, 'The event.'), ...failures },
});

const wait = createRoute({
  method: 'post',
  path: '/events:await',
  summary: 'Wait for events',
  description: 'Answers the moment that enough events match, those that are there already included.',
  tags,
  request: { body: body(bodies.awaitEvents) },
  responses: {
    200: json(bodies.events, 'The events that match, the newest first.'),
    408: json(bodies.notMet, 'Not enough events matched in time.'),
    409: json(bodies.notMet, 'More events matched than may, or the world was reset.'),
    ...failures,
  },
});

const stream = createRoute({
  method: 'get',
  path: '/events:stream',
  summary: 'Follow the events of the world',
  description: 'Server-sent events named `emitted`, each with an event; its id is the cursor behind it.',
  tags,
  request: { query: bodies.streamQuery },
  responses: {
    200: { description: 'The events.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    ...failures,
  },
});

/** An event without its readonly marks, which the types of the routes do not have. */
const plain = (event: WorldEvent) => event as unknown as z.infer<typeof bodies.event>;

/** What is waited for, in words. */
const WORDS = {
  ...{ one: 'event', several: 'events' },
  named: ({ event }: NearestEvent) => `${event.type} of ${event.subject}`,
};

/** The routes of events: what has happened, what may happen, and what a test lets happen. */
export const eventRoutes = (
  app: App,
  steered: Steered<{ readonly events: EventControl }>,
  settings: Settings,
): void => {
  app.openapi(list, (context) => {
    const { since, limit, ...match } = context.req.valid('query');
    const asked = { match: defined(match), ...sinceOf(since), ...defined({ limit: limitOf(limit) }) };
    const page = steered(context).events.list(asked);
    return context.json({ ...page, events: page.events.map(plain) }, 200);
  });
  app.openapi(stream, (context) => {
    const { since, ...match } = context.req.valid('query');
    const asked = { match: defined(match), ...sinceOf(sinceIn(context, since)) };
    return streamAnswer<FollowedEvent>(
      context,
      (listener) => steered(context).events.follow(asked, listener),
      ({ event, cursor }) => ({ event: 'emitted', id: cursor, data: JSON.stringify(event) }),
    );
  });
  app.openapi(types, (context) => {
    const all = steered(context).events.types();
    return context.json({ types: all as z.infer<typeof bodies.types>['types'] }, 200);
  });
  app.openapi(show, (context) => context.json(plain(steered(context).events.show(context.req.valid('param').id)), 200));
  app.openapi(emit, async (context) => {
    const { actor, ...wanted } = defined(context.req.valid('json'));
    const asked = { ...wanted, ...(actor && { actor: defined(actor) }) };
    return context.json(plain(await steered(context).events.emit(asked)), 200);
  });
  app.openapi(trigger, async (context) => {
    const { preset, overrides = {} } = context.req.valid('json');
    return context.json(plain(await steered(context).events.trigger(preset, overrides)), 200);
  });
  app.openapi(wait, async (context) => {
    const { match = {}, until = 'emitted', ...given } = context.req.valid('json');
    const bounds = boundsOf(given);
    const asked = { match: defined(match), until, ...bounds };
    const awaited = await steered(context).events.await(asked, context.req.raw.signal);
    if (awaited.outcome !== 'met') return notMetAnswer(awaited, bounds.min, WORDS, settings) as never;
    const { events, cursor, dropped } = awaited;
    return context.json({ events: events.map(plain), cursor, dropped }, 200);
  });
};
