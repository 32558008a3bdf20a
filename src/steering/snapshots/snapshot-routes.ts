import { createRoute, type z } from '@hono/zod-openapi';
import { instant } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import { defined } from '../../schema/defined.ts';
import { shownClock } from '../clock/clock-routes.ts';
import type { Plain } from '../contract/plain.ts';
import * as bodies from '../contract/snapshots.ts';
import { difference as differenceBody, madeWorld } from '../contract/worlds.ts';
import { type App, body, failures, json, missingFailure, type Steered, tooLargeFailure } from '../plane/route-parts.ts';
import type { ShownSnapshot, SnapshotControl } from './snapshot-control.ts';

const tags = ['Snapshots'];
const YAML = 'application/yaml';
const LINES = 'application/x-ndjson';
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
  summary: 'Compare a snapshot with another, or with the world as it is',
  tags,
  request: { params: bodies.snapshotPath, query: bodies.differenceQuery },
  responses: {
    200: json(differenceBody, 'The rows that were added, removed and changed.'),
    ...failures,
    ...noSnapshot,
  },
} as const;

const exportFixture = {
  method: 'get',
  path: '/snapshots/{name}:export',
  summary: 'Export a snapshot as a fixture',
  tags,
  request: { params: bodies.snapshotPath },
  responses: {
    200: { description: 'The fixture.', content: { [YAML]: { schema: bodies.exportedFixture } } },
    ...failures,
    ...noSnapshot,
  },
} as const;

const file = {
  method: 'get',
  path: '/snapshots/{name}:file',
  summary: 'Get a snapshot as a file',
  tags,
  request: { params: bodies.snapshotPath },
  responses: {
    200: {
      description: 'What `--snapshot` and `POST /snapshots:restore` accept.',
      content: { [LINES]: { schema: bodies.snapshotFile } },
    },
    ...failures,
    ...noSnapshot,
  },
} as const;

const restoreFile = createRoute({
  method: 'post',
  path: '/snapshots:restore',
  summary: 'Restore the rows and the clock of a snapshot file',
  tags,
  request: { body: { required: true, content: { [LINES]: { schema: bodies.snapshotFile } } } },
  responses: {
    200: json(bodies.snapshot, 'The world is as it was when the file was written.'),
    ...failures,
    ...tooLargeFailure,
  },
});

const shown = ({ createdMillis, clock, rows, note, ...rest }: ShownSnapshot) => ({
  ...rest,
  ...defined({ note }),
  createTime: instant(createdMillis),
  rows: { ...rows },
  clock: shownClock(clock),
});

/** What saves and restores the states of a world. */
interface SnapshotSteering {
  readonly snapshots: SnapshotControl;
  readonly world: { readonly id: string };
}

/** The name before the verb of a path. */
const nameOf = (segment: string): string => segment.slice(0, segment.lastIndexOf(':'));

/** Bytes of text in pieces, as a body is sent. */
async function* bytesOf(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of text) yield encoder.encode(piece);
}

/** The routes of what is made from a snapshot: a fixture, and a file that can be restored. */
const fileRoutes = (app: App, steered: Steered<SnapshotSteering>): void => {
  for (const route of [exportFixture, file]) app.openAPIRegistry.registerPath(route);
  app.get('/snapshots/:name{[^/]+:export}', async (context) => {
    const text = await steered(context).snapshots.fixture(nameOf(context.req.param('name')));
    return context.body(text, 200, { 'Content-Type': YAML });
  });
  app.get('/snapshots/:name{[^/]+:file}', async (context) => {
    const text = await steered(context).snapshots.file(nameOf(context.req.param('name')));
    return context.body(ReadableStream.from(bytesOf(text)), 200, { 'Content-Type': LINES });
  });
  app.openapi(restoreFile, async (context) => {
    const bytes = Buffer.from(await context.req.text());
    return context.json(shown(await steered(context).snapshots.restoreFile(bytes)), 200);
  });
};

/** The routes that save, list, restore, fork, compare and delete snapshots. */
export const snapshotRoutes = (
  app: App,
  steered: Steered<SnapshotSteering>,
  forked: (from: string, asking: string) => Promise<Plain<z.output<typeof madeWorld>>>,
): void => {
  app.openapi(list, (context) => context.json({ snapshots: steered(context).snapshots.list().map(shown) }, 200));
  app.openapi(save, async (context) => {
    const { note } = context.req.valid('json') ?? {};
    const { overwrite } = context.req.valid('query');
    const { name } = context.req.valid('param');
    const wanted = { overwrite: overwrite !== undefined && overwrite !== 'false', ...defined({ note }) };
    return context.json(shown(await steered(context).snapshots.save(name, wanted)), 200);
  });
  for (const route of [restore, fork, difference]) app.openAPIRegistry.registerPath(route);
  app.post('/snapshots/:name{[^/]+:restore}', async (context) =>
    context.json(shown(await steered(context).snapshots.restore(nameOf(context.req.param('name'))))),
  );
  app.post('/snapshots/:name{[^/]+:fork}', async (context) => {
    const from = `snapshot:${nameOf(context.req.param('name'))}`;
    return context.json(await forked(from, steered(context).world.id));
  });
  app.get('/snapshots/:name{[^/]+:diff}', async (context) => {
    const to = context.req.query('to');
    if (to === '') throw invalidField('to', 'must be the name of a snapshot');
    return context.json(await steered(context).snapshots.difference(nameOf(context.req.param('name')), to));
  });
  fileRoutes(app, steered);
  app.openapi(remove, async (context) => {
    await steered(context).snapshots.remove(context.req.valid('param').name);
    return context.json({ status: 'deleted' }, 200);
  });
};
