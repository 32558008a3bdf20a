import { createRoute, type z } from '@hono/zod-openapi';
import { errorBody } from '../kernel/error-details.ts';
import { ApiError, invalidField } from '../kernel/errors.ts';
import {
  type Awaited,
  type EntryMatch,
  type JournalControl,
  journalOff,
  type ShownEntry,
} from '../kernel/journal-control.ts';
import { defined } from '../schema/defined.ts';
import { accessCheck } from './access-bodies.ts';
import * as bodies from './journal-bodies.ts';
import { streamOf } from './journal-stream.ts';
import { type App, body, failures, json, missingFailure } from './route-parts.ts';
import type { ControlParts, Steering } from './settings.ts';

const tags = ['Journal'];

const list = createRoute({
  method: 'get',
  path: '/journal',
  summary: 'List the exchanges of the world',
  tags,
  request: { query: bodies.listQuery },
  responses: { 200: json(bodies.entries, 'The entries that match, the newest first.'), ...failures },
});

const show = createRoute({
  method: 'get',
  path: '/journal/{id}',
  summary: 'Get one exchange',
  tags,
  request: { params: bodies.entryPath },
  responses: {
    200: json(bodies.entry, 'The entry.'),
    ...failures,
    ...missingFailure('There is no such entry; the reason says whether it was dropped.'),
  },
});

const explain = createRoute({
  method: 'get',
  path: '/journal/{id}/authz',
  summary: 'Explain why a call was allowed or refused',
  description: 'By the rights that the caller had when it called.',
  tags: ['Authorization'],
  request: { params: bodies.entryPath },
  responses: {
    200: json(accessCheck, 'The decision, and what led to it.'),
    ...failures,
    ...missingFailure('There is no such entry; the reason says whether it was dropped.'),
  },
});

const wait = createRoute({
  method: 'post',
  path: '/journal:await',
  summary: 'Wait for exchanges',
  description: 'Answers the moment that enough entries match, those that are there already included.',
  tags,
  request: { body: body(bodies.awaitEntries) },
  responses: {
    200: json(bodies.entries, 'The entries that match, the newest first.'),
    408: json(bodies.notMet, 'Not enough entries matched in time.'),
    409: json(bodies.notMet, 'More entries matched than may, or the world was reset.'),
    ...failures,
  },
});

const stream = createRoute({
  method: 'get',
  path: '/journal:stream',
  summary: 'Follow the exchanges of the world',
  description: 'Server-sent events: `open` when an exchange begins, `ended` when it ends, each with the entry.',
  tags,
  request: { query: bodies.streamQuery },
  responses: {
    200: { description: 'The events.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    ...failures,
  },
});

const clear = createRoute({
  method: 'post',
  path: '/clear-journal',
  summary: 'Drop the entries of the world',
  tags,
  responses: { 200: json(bodies.cleared, 'The journal is empty; nothing else has changed.'), ...failures },
});

const journalOf = ({ journal }: Steering): JournalControl => {
  if (!journal) throw journalOff();
  return journal;
};

const LARGEST_PAGE = 1_000;

type Filters = z.infer<typeof bodies.streamQuery>;

const matchOf = ({ status, since: _, ...rest }: Filters): EntryMatch =>
  defined({ ...rest, status: status !== undefined && /^\d{3}$/.test(status) ? Number(status) : status });

const limitOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const limit = Number(text);
  if (limit < 1 || limit > LARGEST_PAGE) throw invalidField('limit', `must be a number from 1 to ${LARGEST_PAGE}`);
  return limit;
};

const sinceOf = (since: number | string | undefined) => (since === undefined ? {} : { since: Number(since) });

/** How many differences of one entry are put into words. */
const MOST_WORDS = 3;

const brief = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
};

type NotMet = Exclude<Awaited, { readonly outcome: 'met' }>;

const nearestWords = ({ nearest: [first] }: NotMet): string => {
  if (!first) return '';
  const { entry, differences } = first;
  const words = differences
    .slice(0, MOST_WORDS)
    .map(({ field, expected, actual }) => `${field} is ${brief(actual)}, not ${brief(expected)}`);
  return `; the nearest is entry ${entry.id}, ${entry.operation ?? entry.path}: ${words.join('; ')}`;
};

const refusalOf = (awaited: NotMet, min: number): readonly [ApiError, 408 | 409] => {
  const { outcome, seen } = awaited;
  const matched = `${seen} ${seen === 1 ? 'entry' : 'entries'} matched`;
  switch (outcome) {
    case 'timeout': {
      const text = `Deadline exceeded: ${matched}, of at least ${min}${nearestWords(awaited)}`;
      return [new ApiError('DEADLINE_EXCEEDED', text, { reason: 'MOCK_AWAIT_TIMEOUT' }), 408];
    }
    case 'too_many':
      return [new ApiError('ABORTED', `Aborted: ${matched}, more than may`, { reason: 'MOCK_AWAIT_TOO_MANY' }), 409];
    case 'reset':
      return [new ApiError('ABORTED', 'Aborted: the world was reset', { reason: 'MOCK_WORLD_RESET' }), 409];
  }
};

/** An entry without its readonly marks, which the types of the routes do not have. */
const plain = (entry: ShownEntry) => entry as unknown as z.infer<typeof bodies.entry>;

/** The routes of the journal: what was called, by whom, and what came of it. */
export const journalRoutes = (app: App, { settings }: ControlParts): void => {
  app.openapi(list, (context) => {
    const { limit, ...filters } = context.req.valid('query');
    const asked = { match: matchOf(filters), ...sinceOf(filters.since), ...defined({ limit: limitOf(limit) }) };
    const page = journalOf(context.var.steering).list(asked);
    return context.json({ ...page, entries: page.entries.map(plain) }, 200);
  });
  app.openapi(show, (context) =>
    context.json(plain(journalOf(context.var.steering).show(context.req.valid('param').id)), 200),
  );
  app.openapi(explain, (context) => {
    const check = context.var.steering.access.explain(context.req.valid('param').id);
    return context.json(check as unknown as z.infer<typeof accessCheck>, 200);
  });
  app.openapi(wait, async (context) => {
    const { match = {}, count = {}, since, timeoutMs = 5_000, settleMs = 0 } = context.req.valid('json');
    const { min = count.max === 0 ? 0 : 1, max } = count;
    const asked = { match: defined(match), min, timeoutMs, settleMs, ...sinceOf(since), ...defined({ max }) };
    const awaited = await journalOf(context.var.steering).await(asked, context.req.raw.signal);
    if (awaited.outcome === 'met') {
      const { entries, cursor, dropped } = awaited;
      return context.json({ entries: entries.map(plain), cursor, dropped }, 200);
    }
    const [error, status] = refusalOf(awaited, min);
    const { seen, nearest } = awaited;
    const text = JSON.stringify({ ...errorBody(error, 'mock', settings), seen, nearest });
    return new Response(text, { status, headers: { 'Content-Type': 'application/json' } }) as never;
  });
  app.openapi(stream, (context) => {
    const filters = context.req.valid('query');
    const last = context.req.header('last-event-id');
    const asked = {
      match: matchOf(filters),
      ...sinceOf(filters.since ?? (/^\d{1,15}$/.test(last ?? '') ? last : undefined)),
    };
    return streamOf(context, journalOf(context.var.steering), asked);
  });
  app.openapi(clear, (context) => {
    journalOf(context.var.steering).clear();
    return context.json({ status: 'cleared' as const }, 200);
  });
};
