import { optional, routesTagged } from '../../plane/route.ts';
import { type App, failure, failureOfMissing, json, type Steered, writeFailure } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { textAnswer } from '../../plane/stream-answer.ts';
import { status } from '../../plane/words.contract.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { type SavedWorld, type SnapshotParts, snapshotControl } from './snapshot-control.ts';
import * as bodies from './snapshots.contract.ts';
import { stateDifference } from './state-difference.contract.ts';

const route = routesTagged('Snapshots');
const YAML = 'application/yaml';
const LINES = 'application/x-ndjson';
const noSnapshot = failureOfMissing('The world has no snapshot of that name.');

const save = route('PUT /snapshots/{name}', 'world.snapshot', {
  summary: 'Save the state of the world under a name',
  params: bodies.newSnapshotPath,
  query: bodies.overwriteQuery,
  body: optional(bodies.saveSnapshot),
  answer: json(bodies.snapshotRecord, 'The snapshot.'),
  failures: { 409: failure('The name is taken; nothing has changed.'), ...writeFailure },
});

const list = route('GET /snapshots', 'world.snapshots', {
  summary: 'List the snapshots of the world',
  answer: json(bodies.snapshots, 'The snapshots, the oldest first.'),
});

const remove = route('DELETE /snapshots/{name}', 'snapshot.delete', {
  summary: 'Delete a snapshot',
  params: bodies.snapshotPath,
  answer: json(status, 'It is gone.'),
  failures: noSnapshot,
});

const restore = route('POST /snapshots/{name}:restore', 'snapshot.restore', {
  summary: 'Restore the rows and the clock of a snapshot',
  params: bodies.snapshotPath,
  answer: json(bodies.snapshotRecord, 'The world is as it was.'),
  failures: { ...noSnapshot, ...writeFailure },
});

const difference = route('GET /snapshots/{name}:diff', 'snapshot.diff', {
  summary: 'Compare a snapshot with another, or with the world as it is',
  params: bodies.snapshotPath,
  query: bodies.differenceQuery,
  answer: json(stateDifference, 'The rows that were added, removed and changed.'),
  failures: noSnapshot,
});

const exportFixture = route('GET /snapshots/{name}:export', 'snapshot.export', {
  summary: 'Export a snapshot as a fixture',
  params: bodies.snapshotPath,
  query: bodies.exportQuery,
  answer: { description: 'The fixture.', content: { [YAML]: { schema: bodies.exportedFixture } } },
  failures: noSnapshot,
});

const file = route('GET /snapshots/{name}:file', 'snapshot.file', {
  summary: 'Get a snapshot as a file',
  params: bodies.snapshotPath,
  answer: {
    description: 'A file that `--snapshot` and `POST /snapshots:restore` accept.',
    content: { [LINES]: { schema: bodies.snapshotFile } },
  },
  failures: noSnapshot,
});

const restoreFile = route('POST /snapshots:restore', 'world.restore', {
  summary: 'Restore the rows and the clock of a snapshot file',
  body: { required: true, content: { [LINES]: { schema: bodies.snapshotFile } } },
  answer: json(bodies.snapshotRecord, 'The world is as it was when the file was written.'),
  failures: writeFailure,
});

/** Finds the control of the snapshots of the world that a request names. */
type Saved = Steered<ReturnType<typeof snapshotControl>>;

/** True for a flag of a query that is given, and is not `false`. */
const isAsked = (value: string | undefined): boolean => value !== undefined && value !== 'false';

/** The routes of the files made from a snapshot: a fixture, and a file that can be restored. */
const fileRoutes = (app: App, saved: Saved): void => {
  serve(app, exportFixture, async ({ params: { name }, query: { relative } }, context) => {
    const text = await saved(context).fixture(name, isAsked(relative));
    return context.body(text, 200, { 'Content-Type': YAML });
  });
  serve(app, file, async ({ params: { name } }, context) => {
    const text = await saved(context).file(name);
    return textAnswer(context, text, LINES);
  });
  serve(app, restoreFile, async (_, context) => {
    const bytes = Buffer.from(await context.req.text());
    return saved(context).restoreFile(bytes);
  });
};

/** The routes that save, list, restore, compare and delete snapshots. */
export const snapshotRoutes = (
  app: App,
  steered: Steered<SavedWorld>,
  { machine, version }: Omit<SnapshotParts, 'world'>,
): void => {
  const saved: Saved = (request) => snapshotControl({ world: steered(request), machine, version });
  serve(app, list, (_, context) => ({ snapshots: saved(context).list() }));
  serve(app, save, ({ params: { name }, query: { overwrite }, body: { note } = {} }, context) => {
    const wanted = { overwrite: isAsked(overwrite), ...omitUndefined({ note }) };
    return saved(context).save(name, wanted);
  });
  serve(app, restore, ({ params: { name } }, context) => saved(context).restore(name));
  serve(app, difference, ({ params: { name }, query: { to } }, context) => saved(context).difference(name, to));
  fileRoutes(app, saved);
  serve(app, remove, async ({ params: { name } }, context) => {
    await saved(context).remove(name);
    return { status: 'deleted' };
  });
};
