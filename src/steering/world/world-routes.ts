import { createRoute, type z } from '@hono/zod-openapi';
import { instant } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import { defined } from '../../schema/defined.ts';
import { durationFrom } from '../../schema/durations.ts';
import { momentOf, shownClock } from '../clock/clock-routes.ts';
import { demandScale } from '../clock/world-clock.ts';
import type { setClock } from '../contract/bodies.ts';
import * as bodies from '../contract/worlds.ts';
import { type App, body, failures, json, missingFailure, type Steered } from '../plane/route-parts.ts';
import { type EnvironmentFormat, environmentText } from './environment-text.ts';
import type { MadeWorld, ShownWorld, Steering, WantedWorld, WorldControl } from './steering-contract.ts';

const tags = ['Worlds'];

const create = createRoute({
  method: 'post',
  path: '/worlds',
  summary: 'Make a world',
  tags,
  request: { body: { ...body(bodies.createWorld), required: false } },
  responses: {
    200: json(bodies.madeWorld, 'The world, with all that a client needs to be in it.'),
    ...failures,
    ...missingFailure('What it is to be made from does not exist.'),
  },
});

const list = createRoute({
  method: 'get',
  path: '/worlds',
  summary: 'List the worlds',
  tags,
  request: { query: bodies.labelQuery },
  responses: { 200: json(bodies.worlds, '`default`, and the others from the oldest to the newest.'), ...failures },
});

const removeAll = createRoute({
  method: 'delete',
  path: '/worlds',
  summary: 'Delete the worlds with some labels',
  tags,
  request: { query: bodies.labelQuery },
  responses: { 200: json(bodies.endedWorlds, 'They have ended; calls that ran in them finish.'), ...failures },
});

const noWorld = missingFailure('No world has that id, or it has ended.');

const show = createRoute({
  method: 'get',
  path: '/worlds/{id}',
  summary: 'Inspect a world',
  tags,
  request: { params: bodies.worldPath },
  responses: { 200: json(bodies.world, 'The world.'), ...failures, ...noWorld },
});

const remove = createRoute({
  method: 'delete',
  path: '/worlds/{id}',
  summary: 'Delete a world',
  tags,
  request: { params: bodies.worldPath },
  responses: { 200: json(bodies.endedWorlds, 'It has ended; calls that ran in it finish.'), ...failures, ...noWorld },
});

const environment = createRoute({
  method: 'get',
  path: '/worlds/{id}/env',
  summary: 'Read the variables of a world',
  tags,
  request: { params: bodies.worldPath, query: bodies.environmentQuery },
  responses: {
    200: {
      description: 'The variables that clients and test harnesses read, as JSON or as lines of text.',
      content: {
        'application/json': { schema: bodies.environment },
        'text/plain': { schema: bodies.environmentLines },
      },
    },
    ...failures,
    ...noWorld,
  },
});

/** Where the difference of a world is documented; it is routed by a pattern, since `{id}:diff` is one segment. */
const difference = {
  method: 'get',
  path: '/worlds/{id}:diff',
  summary: 'List what has changed in a world since it was made',
  tags,
  request: { params: bodies.worldPath },
  responses: {
    200: json(bodies.difference, 'The rows that were added, removed and changed.'),
    ...failures,
    ...noWorld,
  },
} as const;

const shown = ({ id, labels, from, createdMillis, expiresMillis, rows, journal, clock }: ShownWorld) => ({
  id,
  labels: { ...labels },
  from,
  createTime: instant(createdMillis),
  ...defined({ expireTime: expiresMillis === undefined ? undefined : instant(expiresMillis) }),
  rows: { ...rows },
  journal,
  clock: shownClock(clock),
});

/** A new world as it is in bodies. */
export const shownMadeWorld = (made: MadeWorld) => {
  const { token, url, hostUrl, headers, env } = made;
  return { ...shown(made), token, url, hostUrl, headers: { ...headers }, env: { ...env } };
};

const labelsOf = (label: string | readonly string[] | undefined): ReadonlyMap<string, string> => {
  const given = label === undefined ? [] : typeof label === 'string' ? [label] : label;
  return new Map(
    given.map((text): [string, string] => {
      const cut = text.indexOf(':');
      const [key, value] = [text.slice(0, cut), text.slice(cut + 1)];
      if (cut < 0 || !bodies.LABEL.test(key) || !bodies.LABEL.test(value)) {
        throw invalidField('label', 'must be a label such as "run:9123"');
      }
      return [key, value];
    }),
  );
};

/** How long a world is kept, in milliseconds. */
const ttlMillis = (ttl: string | undefined): number | undefined => {
  if (ttl === undefined) return undefined;
  const millis = durationFrom(ttl);
  if (millis === undefined || millis < 1_000)
    throw invalidField('ttl', 'must be a duration of at least a second, such as "10m"');
  return millis;
};

/** How a clock is to run at its start. */
const startOf = ({ mode, scale, now }: z.infer<typeof setClock>): NonNullable<WantedWorld['clock']> => {
  if (scale !== undefined && mode !== 'scaled') throw invalidField('clock.scale', 'goes with mode "scaled" only');
  if (scale !== undefined) demandScale(scale);
  return { mode, ...defined({ scale, nowMillis: momentOf(now) }) };
};

/** The routes that make, list, inspect, compare and delete worlds. */
export const worldRoutes = (app: App, steered: Steered<Steering>, worlds: WorldControl): void => {
  app.openapi(create, async (context) => {
    const { name, labels = {}, from = 'default', seed, profile, clock, ttl } = context.req.valid('json') ?? {};
    const start = clock && startOf(clock);
    const wanted = { labels, from, ...defined({ name, seed, profile, clock: start, ttlMillis: ttlMillis(ttl) }) };
    return context.json(shownMadeWorld(await worlds.create(wanted, steered(context).world.id)), 200);
  });
  app.openapi(list, (context) =>
    context.json({ worlds: worlds.list(labelsOf(context.req.valid('query').label)).map(shown) }, 200),
  );
  app.openapi(removeAll, (context) => {
    const labels = labelsOf(context.req.valid('query').label);
    if (labels.size === 0) throw invalidField('label', 'must be given: one world is deleted by its id');
    return context.json({ deleted: [...worlds.endAll(labels)] }, 200);
  });
  app.openAPIRegistry.registerPath(difference);
  app.get('/worlds/:id{[^/]+:diff}', async (context) =>
    context.json(await worlds.difference(context.req.param('id').slice(0, -':diff'.length)), 200),
  );
  app.openapi(environment, async (context) => {
    const env = await worlds.environment(context.req.valid('param').id);
    const { format = 'json' } = context.req.valid('query');
    if (format === 'json') return context.json({ env: { ...env } }, 200);
    return context.text(environmentText(env, format satisfies EnvironmentFormat), 200);
  });
  app.openapi(show, (context) => context.json(shown(worlds.show(context.req.valid('param').id)), 200));
  app.openapi(remove, (context) => {
    const { id } = context.req.valid('param');
    worlds.end(id);
    return context.json({ deleted: [id] }, 200);
  });
};
