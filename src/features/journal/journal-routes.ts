import type { Context } from 'hono';
import type { NearestEntry } from '../../../generated/nouns.ts';
import type { Settings } from '../../kernel/context.ts';
import { invalidField } from '../../kernel/errors.ts';
import { awaitAnswer, boundsOf, limitOf, sinceOf } from '../../plane/await-answer.ts';
import { optional, routesTagged } from '../../plane/route.ts';
import { type App, depthFailure, failureOfMissing, json, type Steered } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { streamAnswer } from '../../plane/stream-answer.ts';
import { omitUndefined } from '../../schema/defined.ts';
import * as bodies from './journal.contract.ts';
import { type AllJournals, briefEntry, demandJournal, type EntryFilter } from './journal-control.ts';
import type { FollowedEntry } from './journal-place.ts';
import type { WorldJournal } from './world-journal.ts';

const route = routesTagged('Journal');

const list = route('GET /journal', 'journal.list', {
  summary: 'List the exchanges of the world',
  query: bodies.listQuery,
  answer: json(bodies.journalPage, 'The entries that match, the newest first.'),
});

const show = route('GET /journal/{id}', 'journal.entry', {
  summary: 'Get one exchange',
  params: bodies.entryPath,
  answer: json(bodies.journalEntry, 'The entry.'),
  failures: failureOfMissing('There is no such entry; the reason says whether it was dropped.'),
});

const wait = route('POST /journal:await', 'journal.expect', {
  summary: 'Wait for exchanges',
  description: 'Answers the moment that enough entries match, those that are there already included.',
  body: optional(bodies.awaitEntries),
  answer: json(bodies.journalPage, 'The entries that match, the newest first.'),
  failures: {
    408: json(bodies.awaitNotMet, 'Not enough entries matched in time.'),
    409: json(bodies.awaitNotMet, 'More entries matched than may, the world was reset, or the mock is being stopped.'),
    ...depthFailure,
  },
});

const stream = route('GET /journal:stream', 'journal.follow', {
  summary: 'Follow the exchanges of the world',
  description: 'Server-sent events: `open` when an exchange begins, `ended` when it ends, each with the entry.',
  query: bodies.streamQuery,
  answer: { description: 'The events.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
});

const clear = route('DELETE /journal', 'journal.clear', {
  summary: 'Delete all entries of the journal',
  answer: json(bodies.journalCleared, 'The journal is empty; nothing else has changed.'),
});

/** Refuses `*` in the place of one world. @throws ApiError INVALID_ARGUMENT */
const demandOne = ({ req }: Context): void => {
  if (req.query('world') === undefined) return;
  throw invalidField('world', 'cannot be given here: the world is the one that the header x-mock-world names');
};

/** A cursor of a stream: the number of the last entry, and the numbers of the entries that were open. */
const CURSOR = /^(\d{1,15})(?:~(\d{1,15}(?:\.\d{1,15})*))?$/;

/** The filter of a query, in which a status is a text. */
const matchOf = ({
  status,
  since: _,
  world: __,
  brief: ___,
  ...rest
}: EntryFilter & { readonly since?: string; readonly world?: '*'; readonly brief?: 'true' }): EntryFilter =>
  omitUndefined({ ...rest, status: /^\d{3}$/.test(String(status)) ? Number(status) : status });

/** The place behind which a reader wants entries: the cursor that it comes back with, else the one of the query. */
const placeIn = ({ req }: Context, since: string | undefined) => {
  const [, last, open] = CURSOR.exec(req.header('last-event-id') ?? '') ?? [];
  if (last === undefined) return { ...sinceOf(since) };
  return { since: Number(last), open: open?.split('.').map(Number) ?? [], isBack: true };
};

/** The items that are waited for, in words. */
const WORDS = {
  one: 'entry',
  several: 'entries',
  named: ({ entry }: NearestEntry) => `entry ${entry.id}, ${entry.operation ?? entry.path}`,
};

/** The routes of the journal: the calls, their callers and their results. */
export const journalRoutes = (
  app: App,
  steered: Steered<{ readonly journal: WorldJournal | undefined }>,
  { settings, journals: all }: { readonly settings: Settings; readonly journals: AllJournals | undefined },
): void => {
  // Each is described once, before a property adds to it.
  app.openAPIRegistry.register('LargeMessage', bodies.largeMessage);
  app.openAPIRegistry.register('JournalPage', bodies.journalPage);
  serve(app, list, async ({ query: { limit, before, ...filters } }, context) => {
    const asked = {
      match: matchOf(filters),
      ...sinceOf(filters.since),
      ...omitUndefined({ limit: limitOf(limit), before: before === undefined ? undefined : Number(before) }),
    };
    const page = filters.world
      ? await demandJournal(all).list(asked)
      : demandJournal(steered(context).journal).list(asked);
    return filters.brief ? { ...page, entries: page.entries.map(briefEntry) } : page;
  });
  serve(app, show, ({ params }, context) => {
    demandOne(context);
    const journal = demandJournal(steered(context).journal);
    return journal.view(journal.entry(params.id));
  });
  serve(app, wait, async ({ body = {} }, context) => {
    demandOne(context);
    const bounds = boundsOf(body);
    const journal = demandJournal(steered(context).journal);
    const awaited = await journal.await({ match: body.match ?? {}, ...bounds }, context.req.raw.signal);
    const isSilent = journal.list({ match: {}, ...sinceOf(body.since), limit: 1 }).entries.length === 0;
    const none = `nothing was called in this world${body.since === undefined ? '' : ` behind entry ${body.since}`}`;
    return awaitAnswer(awaited, bounds, isSilent ? { ...WORDS, none } : WORDS, settings);
  });
  app.openapi(stream, (context) => {
    const filters = omitUndefined(context.req.valid('query'));
    const asked = { match: matchOf(filters), ...placeIn(context, filters.since) };
    const journal = demandJournal(filters.world ? all : steered(context).journal);
    return streamAnswer<FollowedEntry>(
      context,
      (listener) => journal.follow(asked, listener),
      ({ entry, cursor }) => ({
        event: entry.state,
        id: cursor,
        data: JSON.stringify(filters.brief ? briefEntry(entry) : entry),
      }),
    );
  });
  serve(app, clear, (_, context) => {
    demandOne(context);
    demandJournal(steered(context).journal).clear();
    return { status: 'cleared' as const };
  });
};
