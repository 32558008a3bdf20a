import { createRoute } from '@hono/zod-openapi';
import { instant } from '../kernel/clock.ts';
import { invalidField } from '../kernel/errors.ts';
import { defined } from '../schema/defined.ts';
import { shownClock } from './clock-routes.ts';
import { type App, body, failures, json, missingFailure } from './route-parts.ts';
import type { ControlParts, ShownSnapshot } from './settings.ts';
import * as bodies from './snapshot-bodies.ts';
import { difference as differenceBody, madeWorld } from './world-bodies.ts';
import { shownMadeWorld } from './world-routes.ts';

const tags = ['Snapshots'];
const noSnapshot = missingFailure('The world has no snapshot of that name.');

const save = createRoute({
  method: 'put',
  path: '/snapshots/{name}',
  summary: 'Save the state of the world under a name',
  tags,
  request: {
    params: bodies.snapshotPath,
    query: bodies.overwriteQuery,
    body: { ...body(bodies.saveSnapshot), required: false },
  },
  responses: {
    200: json(bodies.snapshot, 'The snapshot.'),
    ...failures,
    409: json(bodies.problem, 'The name is taken; nothing has changed.'),
  },
});

const list = createRoute({
  method: 'get',
  path: '/snapshots',
  summary: 'List the snapshots of the world',
  tags,
  responses: { 200: json(bodies.snapshots, 'The snapshots, the oldest first.'), ...failures },
});

const remove = createRoute({
  method: 'delete',
  path: '/snapshots/{name}',
  summary: 'Delete a snapshot',
  tags,
  request: { params: bodies.snapshotPath },
  responses: { 200: json(bodies.status, 'It is gone.'), ...failures, ...noSnapshot },
});

/** These are routed by patterns, since `{name}:verb` is one segment. */
const restore = {
  method: 'post',
  path: '/snapshots/{name}:restore',
  summary: 'Restore the rows and the clock of a snapshot',
  tags,
  request: { params: bodies.snapshotPath },
  responses: { 200: json(bodies.snapshot, 'The world is as it was.'), ...failures, ...noSnapshot },
} as const;

const fork = {
  method: 'post',
  path: '/snapshots/{name}:fork',
  summary: 'Make a world from a snapshot',
  tags,
  request: { params: bodies.snapshotPath },
  responses: {
    200: json(madeWorld, 'The world, with all that a client needs to be in it.'),
    ...failures,
    ...noSnapshot,
  },
} as const;

const difference = {
  method: 'get',
  path: '/snapshots/{name}:diff',
  summary: 'What differs between a snapshot and another, or the world as it is',
  tags,
  request: { params: bodies.snapshotPath, query: bodies.differenceQuery },
  responses: {
    200: json(differenceBody, 'The rows that were added, removed and changed.'),
    ...failures,
    ...noSnapshot,
  },
} as const;

const shown = ({ createdMillis, clock, rows, note, ...rest }: ShownSnapshot) => ({
  ...rest,
  ...defined({ note }),
  createTime: instant(createdMillis),
  rows: { ...rows },
  clock: shownClock(clock),
});

/** The name before the verb of a path. */
const nameOf = (segment: string): string => segment.slice(0, segment.lastIndexOf(':'));

/** The routes that save, list, restore, fork, compare and delete snapshots. */
export const snapshotRoutes = (app: App, { worlds }: ControlParts): void => {
  app.openapi(list, (context) => context.json({ snapshots: context.var.steering.snapshots.list().map(shown) }, 200));
  app.openapi(save, async (context) => {
    const { note } = context.req.valid('json') ?? {};
    const { overwrite } = context.req.valid('query');
    const { name } = context.req.valid('param');
    const wanted = { overwrite: overwrite !== undefined && overwrite !== 'false', ...defined({ note }) };
    return context.json(shown(await context.var.steering.snapshots.save(name, wanted)), 200);
  });
  for (const route of [restore, fork, difference]) app.openAPIRegistry.registerPath(route);
  app.post('/snapshots/:name{[^/]+:restore}', async (context) =>
    context.json(shown(await context.var.steering.snapshots.restore(nameOf(context.req.param('name'))))),
  );
  app.post('/snapshots/:name{[^/]+:fork}', async (context) => {
    const from = `snapshot:${nameOf(context.req.param('name'))}`;
    return context.json(shownMadeWorld(await worlds.create({ from, labels: {} }, context.var.steering.world.id)));
  });
  app.get('/snapshots/:name{[^/]+:diff}', async (context) => {
    const to = context.req.query('to');
    if (to === '') throw invalidField('to', 'must be the name of a snapshot');
    return context.json(await context.var.steering.snapshots.difference(nameOf(context.req.param('name')), to));
  });
  app.openapi(remove, (context) => {
    context.var.steering.snapshots.remove(context.req.valid('param').name);
    return context.json({ status: 'deleted' }, 200);
  });
};
