import { createRoute, type z } from '@hono/zod-openapi';
import type { Settings } from '../../kernel/context.ts';
import { defined } from '../../schema/defined.ts';
import * as bodies from '../contract/journal.ts';
import { boundsOf, limitOf, notMetAnswer, sinceOf } from '../plane/await-answer.ts';
import { type App, body, failures, json, missingFailure, type Steered } from '../plane/route-parts.ts';
import { sinceIn, streamAnswer } from '../plane/stream-answer.ts';
import {
  type EntryMatch,
  type JournalControl,
  journalOff,
  type NearestEntry,
  type ShownEntry,
} from './journal-control.ts';

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
  method: 'delete',
  path: '/journal',
  summary: 'Delete all entries of the journal',
  tags,
  responses: { 200: json(bodies.cleared, 'The journal is empty; nothing else has changed.'), ...failures },
});

/** What a world's journal is read with. */
interface JournalSteering {
  /** Missing where nothing is kept. */
  readonly journal: JournalControl | undefined;
}

const journalOf = ({ journal }: JournalSteering): JournalControl => {
  if (!journal) throw journalOff();
  return journal;
};

type Filters = z.infer<typeof bodies.streamQuery>;

const matchOf = ({ status, since: _, ...rest }: Filters): EntryMatch =>
  defined({ ...rest, status: status !== undefined && /^\d{3}$/.test(status) ? Number(status) : status });

/** What is waited for, in words. */
const WORDS = {
  ...{ one: 'entry', several: 'entries' },
  named: ({ entry }: NearestEntry) => `entry ${entry.id}, ${entry.operation ?? entry.path}`,
};

/** An entry without its readonly marks, which the types of the routes do not have. */
const plain = (entry: ShownEntry) => entry as unknown as z.infer<typeof bodies.entry>;

/** The routes of the journal: what was called, by whom, and what came of it. */
export const journalRoutes = (app: App, steered: Steered<JournalSteering>, settings: Settings): void => {
  app.openapi(list, (context) => {
    const { limit, ...filters } = context.req.valid('query');
    const asked = { match: matchOf(filters), ...sinceOf(filters.since), ...defined({ limit: limitOf(limit) }) };
    const page = journalOf(steered(context)).list(asked);
    return context.json({ ...page, entries: page.entries.map(plain) }, 200);
  });
  app.openapi(show, (context) =>
    context.json(plain(journalOf(steered(context)).show(context.req.valid('param').id)), 200),
  );
  app.openapi(wait, async (context) => {
    const { match = {}, ...given } = context.req.valid('json');
    const bounds = boundsOf(given);
    const asked = { match: defined(match), ...bounds };
    const awaited = await journalOf(steered(context)).await(asked, context.req.raw.signal);
    if (awaited.outcome === 'met') {
      const { entries, cursor, dropped } = awaited;
      return context.json({ entries: entries.map(plain), cursor, dropped }, 200);
    }
    return notMetAnswer(awaited, bounds.min, WORDS, settings) as never;
  });
  app.openapi(stream, (context) => {
    const filters = context.req.valid('query');
    const asked = { match: matchOf(filters), ...sinceOf(sinceIn(context, filters.since)) };
    const journal = journalOf(steered(context));
    return streamAnswer<ShownEntry>(
      context,
      (listener) => journal.follow(asked, listener),
      (entry) => ({ event: entry.state, id: entry.id, data: JSON.stringify(entry) }),
    );
  });
  app.openapi(clear, (context) => {
    journalOf(steered(context)).clear();
    return context.json({ status: 'cleared' as const }, 200);
  });
};
