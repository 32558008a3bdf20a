import type { SetClock } from '../../generated/nouns.ts';
import { momentOf } from '../features/clock/world-clock.ts';
import { type EnvironmentFormat, environmentText } from '../features/evidence/environment-text.ts';
import { evidenceText } from '../features/evidence/test-evidence.ts';
import { snapshotPath } from '../features/snapshots/snapshots.contract.ts';
import { stateDifference } from '../features/snapshots/state-difference.contract.ts';
import { invalidField } from '../kernel/errors.ts';
import { hostIn } from '../kernel/request-origin.ts';
import { optional, routesTagged } from '../plane/route.ts';
import { type App, failure, failureOfMissing, json, roomFailure, type Steered } from '../plane/route-parts.ts';
import { serve } from '../plane/serve.ts';
import { omitUndefined } from '../schema/defined.ts';
import { durationFrom } from '../schema/durations.ts';
import type { World } from './world.ts';
import type { WorldRequest } from './world-beginning.ts';
import type { WorldControl } from './world-control.ts';
import { evidenceOf } from './world-evidence.ts';
import * as bodies from './worlds.contract.ts';

const route = routesTagged('Worlds');

const create = route('POST /worlds', 'mock.world', {
  summary: 'Make a world',
  body: optional(bodies.createWorld),
  answer: json(bodies.madeWorld, 'The world, with all that a client needs to be in it.'),
  failures: {
    ...failureOfMissing('The snapshot or the fixture to make it from does not exist.'),
    409: failure('The name is taken; nothing has changed.'),
    ...roomFailure,
  },
});

const fork = routesTagged('Snapshots')('POST /snapshots/{name}:fork', 'snapshot.fork', {
  summary: 'Make a world from a snapshot',
  params: snapshotPath,
  answer: json(bodies.madeWorld, 'The world, with all that a client needs to be in it.'),
  failures: { ...failureOfMissing('The world has no snapshot of that name.'), ...roomFailure },
});

const list = route('GET /worlds', 'mock.worlds', {
  summary: 'List the worlds',
  query: bodies.labelQuery,
  answer: json(bodies.worlds, '`default`, and the others from the oldest to the newest.'),
});

const removeAll = route('DELETE /worlds', 'mock.endWorlds', {
  summary: 'Delete the worlds with some labels',
  query: bodies.deletedQuery,
  answer: json(bodies.deletedWorlds, 'They have ended; calls that ran in them finish.'),
});

const noWorld = failureOfMissing('No world has that id, or it has ended.');

const show = route('GET /worlds/{id}', 'world.inspect', {
  summary: 'Inspect a world',
  params: bodies.worldPath,
  answer: json(bodies.world, 'The world.'),
  failures: noWorld,
});

const relabel = route('PATCH /worlds/{id}', 'world.label', {
  summary: 'Label a world',
  params: bodies.worldPath,
  body: bodies.labelWorld,
  answer: json(bodies.world, 'The world with its labels.'),
  failures: noWorld,
});

const remove = route('DELETE /worlds/{id}', 'world.end', {
  summary: 'Delete a world',
  params: bodies.worldPath,
  answer: json(bodies.deletedWorlds, 'It has ended; calls that ran in it finish.'),
  failures: noWorld,
});

const environment = route('GET /worlds/{id}:variables', 'world.variables', {
  summary: 'Read the variables of a world',
  params: bodies.worldPath,
  query: bodies.environmentQuery,
  answer: {
    description: 'The variables that clients and test harnesses read, as JSON or as lines of text.',
    content: {
      'application/json': { schema: bodies.worldEnvironment },
      'text/plain': { schema: bodies.worldEnvironmentLines },
    },
  },
  failures: noWorld,
});

const difference = route('GET /worlds/{id}:diff', 'world.diff', {
  summary: 'List what has changed in a world since it was made',
  params: bodies.worldPath,
  answer: json(stateDifference, 'The rows that were added, removed and changed.'),
  failures: noWorld,
});

const evidence = route('GET /worlds/{id}:evidence', 'world.evidence', {
  summary: 'Describe what happened in a world',
  description: 'The text that a runner prints for a failed test: the last 200 calls, with the causes of failures.',
  params: bodies.worldPath,
  query: bodies.evidenceQuery,
  answer: {
    description: 'The text, or the facts.',
    content: {
      'text/plain': { schema: bodies.worldEvidence },
      'application/json': { schema: bodies.worldFacts },
    },
  },
  failures: noWorld,
});

/** @throws ApiError INVALID_ARGUMENT for a text that is not a label */
const labelsOf = (label: string | readonly string[] = []): ReadonlyMap<string, string> => {
  const given = typeof label === 'string' ? [label] : label;
  return new Map(
    given.map((text): [string, string] => {
      const [, key, value] = bodies.LABEL_PAIR.exec(text) ?? [];
      if (key === undefined || value === undefined) throw invalidField('label', 'must be a label such as "run:9123"');
      return [key, value];
    }),
  );
};

/** The start of a clock. */
const startOf = ({ mode, scale, now }: SetClock): NonNullable<WorldRequest['clock']> => ({
  mode,
  ...omitUndefined({ scale, nowMillis: now === undefined ? undefined : momentOf(now) }),
});

/** The routes that make, list, inspect, compare and delete worlds. */
export const worldRoutes = (app: App, steered: Steered<World>, { worlds }: { readonly worlds: WorldControl }): void => {
  serve(app, create, ({ body = {} }, context) => {
    const { name, labels = {}, from = 'default', at, fixture, seed, profile, clock, ttl } = body;
    if (fixture !== undefined && !from.startsWith('fixture:')) {
      throw invalidField('fixture', 'needs `from`, which names it: "fixture:<name>"');
    }
    const start = clock && startOf(clock);
    const ttlMillis = ttl === undefined ? undefined : durationFrom(ttl);
    const wanted = { labels, from, ...omitUndefined({ name, at, fixture, seed, profile, clock: start, ttlMillis }) };
    return worlds.create({ ...wanted, host: hostIn(context.env.headers) }, steered(context).scope.id);
  });
  serve(app, fork, ({ params: { name } }, context) => {
    const wanted = { labels: {}, from: `snapshot:${name}`, host: hostIn(context.env.headers) };
    return worlds.create(wanted, steered(context).scope.id);
  });
  serve(app, list, ({ query: { label, ended } }) => {
    const wanted = labelsOf(label);
    return { worlds: worlds.list(wanted), ...(ended && { ended: worlds.ended(wanted) }) };
  });
  serve(app, removeAll, ({ query: { label } }) => ({ deleted: worlds.endAll(labelsOf(label)) }));
  serve(app, difference, ({ params: { id } }) => worlds.difference(id));
  serve(app, evidence, async ({ params: { id }, query: { since, format } }, context) => {
    const facts = await evidenceOf(worlds, id, since);
    return format === 'json' ? facts : context.text(evidenceText(facts), 200);
  });
  serve(app, environment, async ({ params: { id }, query: { format = 'json' } }, context) => {
    const env = await worlds.environment(id, hostIn(context.env.headers));
    if (format === 'json') return { env };
    return context.text(environmentText(env, format satisfies EnvironmentFormat), 200);
  });
  serve(app, show, ({ params: { id } }) => worlds.show(id));
  serve(app, relabel, ({ params: { id }, body: { labels } }) => worlds.label(id, labels));
  serve(app, remove, ({ params: { id } }) => {
    worlds.end(id);
    return { deleted: [id] };
  });
};
