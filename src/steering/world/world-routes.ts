import { createRoute } from '@hono/zod-openapi';
import { evidenceText } from '../../evidence/test-evidence.ts';
import { invalidField } from '../../kernel/errors.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { durationFrom } from '../../schema/durations.ts';
import { momentOf } from '../clock/clock-view.ts';
import type { SetClock } from '../contract/nouns.ts';
import { stateDifference } from '../contract/state-difference.ts';
import * as bodies from '../contract/worlds.ts';
import {
  type App,
  body,
  failure,
  failureOfMissing,
  failures,
  json,
  roomFailure,
  type Steered,
} from '../plane/route-parts.ts';
import { serve } from '../plane/serve.ts';
import { type EnvironmentFormat, environmentText } from './environment-text.ts';
import type { Steering } from './steering.ts';
import type { WorldRequest } from './world-beginning.ts';
import type { WorldControl } from './world-control.ts';
import { evidenceOf } from './world-evidence.ts';

const tags = ['Worlds'];

const create = createRoute({
  method: 'post',
  path: '/worlds',
  operationId: 'mock.world',
  summary: 'Make a world',
  tags,
  request: { body: { ...body(bodies.createWorld), required: false } },
  responses: {
    200: json(bodies.madeWorld, 'The world, with all that a client needs to be in it.'),
    ...failures,
    ...failureOfMissing('What it is to be made from does not exist.'),
    409: failure('The name is taken; nothing has changed.'),
    ...roomFailure,
  },
});

const list = createRoute({
  method: 'get',
  path: '/worlds',
  operationId: 'mock.worlds',
  summary: 'List the worlds',
  tags,
  request: { query: bodies.labelQuery },
  responses: { 200: json(bodies.worlds, '`default`, and the others from the oldest to the newest.'), ...failures },
});

const removeAll = createRoute({
  method: 'delete',
  path: '/worlds',
  operationId: 'mock.endWorlds',
  summary: 'Delete the worlds with some labels',
  tags,
  request: { query: bodies.deletedQuery },
  responses: { 200: json(bodies.deletedWorlds, 'They have ended; calls that ran in them finish.'), ...failures },
});

const noWorld = failureOfMissing('No world has that id, or it has ended.');

const show = createRoute({
  method: 'get',
  path: '/worlds/{id}',
  operationId: 'world.inspect',
  summary: 'Inspect a world',
  tags,
  request: { params: bodies.worldPath },
  responses: { 200: json(bodies.world, 'The world.'), ...failures, ...noWorld },
});

const relabel = createRoute({
  method: 'patch',
  path: '/worlds/{id}',
  operationId: 'world.label',
  summary: 'Label a world',
  tags,
  request: { params: bodies.worldPath, body: body(bodies.labelWorld) },
  responses: { 200: json(bodies.world, 'The world with its labels.'), ...failures, ...noWorld },
});

const remove = createRoute({
  method: 'delete',
  path: '/worlds/{id}',
  operationId: 'world.end',
  summary: 'Delete a world',
  tags,
  request: { params: bodies.worldPath },
  responses: { 200: json(bodies.deletedWorlds, 'It has ended; calls that ran in it finish.'), ...failures, ...noWorld },
});

const environment = createRoute({
  method: 'get',
  path: '/worlds/{id}:variables',
  operationId: 'world.variables',
  summary: 'Read the variables of a world',
  tags,
  request: { params: bodies.worldPath, query: bodies.environmentQuery },
  responses: {
    200: {
      description: 'The variables that clients and test harnesses read, as JSON or as lines of text.',
      content: {
        'application/json': { schema: bodies.worldEnvironment },
        'text/plain': { schema: bodies.worldEnvironmentLines },
      },
    },
    ...failures,
    ...noWorld,
  },
});

const difference = {
  method: 'get',
  path: '/worlds/{id}:diff',
  operationId: 'world.diff',
  summary: 'List what has changed in a world since it was made',
  tags,
  request: { params: bodies.worldPath },
  responses: {
    200: json(stateDifference, 'The rows that were added, removed and changed.'),
    ...failures,
    ...noWorld,
  },
} as const;

const evidence = {
  method: 'get',
  path: '/worlds/{id}:evidence',
  operationId: 'world.evidence',
  summary: 'Describe what happened in a world',
  description:
    'What a runner shows of a test that has failed: the last 200 calls, with the causes of those that failed.',
  tags,
  request: { params: bodies.worldPath, query: bodies.evidenceQuery },
  responses: {
    200: { description: 'The text.', content: { 'text/plain': { schema: bodies.worldEvidence } } },
    ...failures,
    ...noWorld,
  },
} as const;

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
export const worldRoutes = (app: App, steered: Steered<Steering>, worlds: WorldControl): void => {
  serve(app, create, ({ body = {} }, context) => {
    const { name, labels = {}, from = 'default', at, fixture, seed, profile, clock, ttl } = body;
    if (fixture !== undefined && !from.startsWith('fixture:')) {
      throw invalidField('fixture', 'needs `from`, which names it: "fixture:<name>"');
    }
    const start = clock && startOf(clock);
    const ttlMillis = ttl === undefined ? undefined : durationFrom(ttl);
    const wanted = { labels, from, ...omitUndefined({ name, at, fixture, seed, profile, clock: start, ttlMillis }) };
    return worlds.create(wanted, steered(context).scope.id);
  });
  serve(app, list, async ({ query: { label, ended } }) => {
    const wanted = labelsOf(label);
    return { worlds: await worlds.list(wanted), ...(ended && { ended: worlds.ended(wanted) }) };
  });
  serve(app, removeAll, async ({ query: { label } }) => ({ deleted: await worlds.endAll(labelsOf(label)) }));
  serve(app, difference, ({ params: { id } }) => worlds.difference(id));
  serve(app, evidence, async ({ params: { id }, query: { since } }, context) =>
    context.text(evidenceText(await evidenceOf(worlds, id, since)), 200),
  );
  serve(app, environment, async ({ params: { id }, query: { format = 'json' } }, context) => {
    const env = await worlds.environment(id);
    if (format === 'json') return { env };
    return context.text(environmentText(env, format satisfies EnvironmentFormat), 200);
  });
  serve(app, show, ({ params: { id } }) => worlds.show(id));
  serve(app, relabel, ({ params: { id }, body: { labels } }) => worlds.label(id, labels));
  serve(app, remove, async ({ params: { id } }) => {
    await worlds.end(id);
    return { deleted: [id] };
  });
};
