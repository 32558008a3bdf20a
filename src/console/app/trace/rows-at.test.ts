import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TracedCall } from '../../../features/evidence/traced-call.ts';
import type { Row } from '../rows/row.ts';
import type { HarLog, HarStep } from './har-log.ts';
import { type Moment, type RowsAtMoment, rowsAt } from './rows-at.ts';
import { faultsOfTrace } from './trace-view.ts';

const request = { method: 'POST', url: 'http://mock.test/registry/v2/repos/g' };

type Changes = NonNullable<TracedCall['_changes']>;

const call = (
  place: number | undefined,
  changes: Changes,
  answer?: object,
  more: Partial<TracedCall> = {},
): TracedCall => ({
  startedDateTime: '2026-01-28T13:00:00Z',
  time: 1,
  request,
  response: { status: 200, content: { text: answer ? JSON.stringify(answer) : '' } },
  ...(place !== undefined && { _place: place }),
  _changes: changes,
  ...more,
});

const made = (place: number, uid: string, row: object = { uid, name: uid, colour: 'red' }): TracedCall =>
  call(place, [{ change: 'created', type: 'repos', uid, name: uid }], row);

const step = (place: number, method: string, path: string, more: Partial<HarStep> = {}): HarStep => ({
  _place: place,
  time: '2026-01-28T13:00:00.000Z',
  method,
  target: `/_mock/v1${path}`,
  status: 200,
  ...more,
});

const logOf = (entries: readonly TracedCall[], steps: readonly HarStep[] = [], cut: HarLog['_cut'] = []): HarLog => ({
  pages: [],
  entries,
  _began: [],
  _steps: steps,
  _cut: cut,
});

const first: Row = { uid: 'a', name: 'a', colour: 'blue' };
const begun = new Map([['repos', new Map([['a', first]])]]);

const at = (log: HarLog, moment?: Moment, beginning: Parameters<typeof rowsAt>[2] = begun): RowsAtMoment =>
  rowsAt(log, 'default', beginning, () => undefined, moment);

const namesIn = ({ rows }: RowsAtMoment): readonly string[] => [...(rows.get('repos')?.keys() ?? [])];

const updated: Changes = [
  { change: 'updated', type: 'repos', uid: 'a', name: 'a', fields: { colour: ['blue', 'green'], size: [null, 3] } },
];
const deleted: Changes = [{ change: 'deleted', type: 'repos', uid: 'a', name: 'a' }];

test('R15: the rows of a moment are those of the beginning with what calls have changed until then, in their order', () => {
  const refused = call(undefined, []);
  // The second in the file has run first.
  const log = logOf([
    call(3, updated),
    made(2, 'b'),
    refused,
    call(4, deleted),
    call(5, [], undefined, { pageref: 'other' }),
  ]);
  const states = [1, 2, 3, 4].flatMap((number) =>
    (['before', 'after'] as const).map((each) => {
      const state = at(log, { call: number, at: each });
      return [namesIn(state), state.rows.get('repos')?.get('a')?.colour];
    }),
  );
  assert.deepEqual(states, [
    [['a', 'b'], 'blue'],
    [['a', 'b'], 'green'],
    [['a'], 'blue'],
    [['a', 'b'], 'blue'],
    [['a', 'b'], 'green'],
    [['a', 'b'], 'green'],
    [['a', 'b'], 'green'],
    [['b'], undefined],
  ]);
  const end = at(log);
  assert.deepEqual(namesIn(end), ['b']);
  assert.deepEqual(end.rows.get('repos')?.get('b'), { uid: 'b', name: 'b', colour: 'red' });
  assert.deepEqual(
    [...end.changed].filter(([uid]) => uid === 'b'),
    [['b', 'new']],
  );
  assert.deepEqual(at(log, { call: 1, at: 'after' }).rows.get('repos')?.get('a'), {
    ...first,
    colour: 'green',
    size: 3,
  });
  assert.deepEqual([end.gaps, first.colour], [[], 'blue']);
});

test('R15: a row is as its event has it, or its answer, and else known by its name', () => {
  const uid = 'b';
  const changes: Changes = [{ change: 'created', type: 'repos', uid, name: 'b' }];
  const lost = call(1, changes, { code: 14 }, { _events: ['e'], response: { status: 503 } });
  const byEvent = rowsAt(logOf([lost]), 'default', begun, (id) =>
    id === 'e' ? { uid, name: 'b', colour: 'grey' } : undefined,
  );
  assert.deepEqual([byEvent.rows.get('repos')?.get(uid)?.colour, byEvent.partial.size], ['grey', 0]);
  const batch = at(logOf([call(1, changes, { repos: [{ uid: 'c' }, { uid, name: 'b', colour: 'pink' }] })]));
  assert.deepEqual([batch.rows.get('repos')?.get(uid)?.colour, batch.partial.size], ['pink', 0]);
  const byName = at(logOf([lost]));
  assert.deepEqual([byName.rows.get('repos')?.get(uid), byName.partial.has(uid)], [{ uid, name: 'b' }, true]);
});

test('R15: a reset and a snapshot bring rows back; one that the trace has not, and a fixture, are named as missing', () => {
  const steps = [
    step(2, 'PUT', '/snapshots/two'),
    step(4, 'POST', '/reset'),
    step(6, 'POST', '/snapshots/two:restore'),
    step(8, 'POST', '/fixtures?mode=merge'),
    step(10, 'POST', '/snapshots/elsewhere:restore'),
    step(11, 'POST', '/snapshots/gone:restore', { status: 404 }),
  ];
  const log = logOf([made(1, 'b'), made(3, 'c'), made(5, 'd'), made(7, 'e'), made(9, 'f'), made(12, 'g')], steps);
  const seen = [1, 2, 3, 4, 5, 6].map((number) => namesIn(at(log, { call: number, at: 'after' })));
  assert.deepEqual(seen, [['a', 'b'], ['a', 'b', 'c'], ['a', 'd'], ['a', 'b', 'e'], ['a', 'b', 'e', 'f'], ['g']]);
  assert.deepEqual(at(log, { call: 4, at: 'after' }).gaps, []);
  assert.match(
    at(log, { call: 5, at: 'after' }).gaps.join(),
    /^A fixture was applied at 13:00:00: .* not in the trace\.$/,
  );
  assert.match(at(log).gaps.join(), /^A snapshot was restored at 13:00:00 whose rows are not in the trace/);
});

test('R15: of a beginning that is not known the rows are shown that calls have met, as they met them', () => {
  const log = logOf([made(1, 'b'), call(2, updated), call(3, deleted)]);
  const state = at(log, { call: 1, at: 'after' }, 'its fixture is another one');
  assert.deepEqual(namesIn(state), ['a', 'b']);
  assert.deepEqual(state.rows.get('repos')?.get('a'), { uid: 'a', name: 'a', colour: 'blue' });
  assert.deepEqual([...state.partial], ['a']);
  assert.match(state.gaps.join(), /^The rows with which this world began are not here: its fixture is another one\./);
});

test('R15: dropped parts of a trace, and omissions of its changes, are named', () => {
  const many = call(1, updated, undefined, { _furtherChanges: 1_200 });
  const { gaps } = at(
    logOf(
      [many],
      [step(2, 'PUT', '/faults', { body: [{ do: { other: 'delete' } }] })],
      [{ world: 'default', calls: 3, steps: 1 }],
    ),
  );
  assert.deepEqual(gaps, [
    'Call 1 has changed 1,200 rows more than the trace names.',
    'A fault may have changed rows in the name of another caller, which no call of the trace has.',
    '3 calls of this world were dropped, and with them what they changed.',
    '1 control call of this world was dropped, and with them what they changed.',
  ]);
});

test('R26: the faults of a trace are all that were set, each with the calls on which it has acted while it was', () => {
  const rule = (id: string, operation: string) => ({
    id,
    match: { operation },
    phase: 'before',
    do: { drop: true },
    hits: 0,
  });
  const hit = (place: number, id: string): TracedCall =>
    call(place, [], undefined, { _faults: [{ rule: id, phase: 'before', did: 'the connection was closed' }] });
  const [one, two, three, four] = [
    rule('0', 'ListRepos'),
    rule('1', 'GetRepo'),
    rule('2', 'GetRole'),
    rule('0', 'ListRoles'),
  ];
  const steps = [
    step(1, 'PUT', '/faults', { answer: { faults: [one] } }),
    step(3, 'POST', '/faults', { answer: { faults: [one, two, three] } }),
    step(5, 'DELETE', '/faults/1', { answer: { faults: [one, three] } }),
    step(6, 'PUT', '/faults', { answer: { faults: [] }, status: 400 }),
    step(7, 'PUT', '/faults', { answer: { faults: [four] } }),
    step(9, 'POST', '/reset', { answer: { status: 'reset' } }),
  ];
  const log = logOf([hit(2, '0'), hit(4, '0'), hit(4, '1'), hit(6, '2'), hit(8, '0'), hit(10, '0')], steps);
  assert.deepEqual(
    faultsOfTrace(log, 'default').map(({ match, hits }) => [match.operation, hits]),
    [
      ['ListRepos', 2],
      ['GetRepo', 1],
      ['GetRole', 1],
      ['ListRoles', 1],
    ],
  );
  assert.deepEqual(faultsOfTrace(log, 'elsewhere'), []);
});
