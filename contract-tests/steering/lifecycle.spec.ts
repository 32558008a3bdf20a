import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mergeTests } from '@playwright/test';
import { type Body, ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { inWorld, untilAnswered, test as withDatabase } from '../support/database.ts';
import { test as withFolder } from '../support/folder.ts';
import { expect } from '../support/test.ts';
import { type MadeWorld, makeWorld } from '../support/worlds.ts';

const test = mergeTests(withFolder, withDatabase);

/** A world with the way into it: its token names it to the API, its headers to the control plane. */
interface Scene {
  readonly api: Api;
  readonly orgId: string;
  readonly steer: (method: string, path: string, body?: unknown) => Promise<Body>;
}

const sceneIn = (api: Api, world: Pick<MadeWorld, 'headers' | 'orgId'> & { readonly token?: unknown }): Scene => ({
  api: typeof world.token === 'string' ? api.as(world.token) : api,
  orgId: world.orgId,
  steer: async (method, path, body) => {
    const asked = { headers: world.headers, ...(body !== undefined && { body }) };
    return ok(await api.as(undefined).send(method, `/_mock/v1/${path}`, asked));
  },
});

const REPO = 'kept-or-not';
const HOUR = 3_600_000;

/** Each part as the rule book names it, and what is there of it in a world: a value that `fill` changes. */
const PARTS: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  rows: async ({ api }) => rowsOf(await api.read(`/registry/v2/repos?name=${REPO}`), 'repos').length,
  snapshots: async ({ steer }) => ((await steer('GET', 'snapshots')).snapshots as readonly unknown[]).length > 1,
  'events to be delivered': async ({ steer }) =>
    ((await steer('GET', 'clock/timers')).timers as readonly unknown[]).length > 0,
  'how events are delivered': ({ steer }) => steer('GET', 'events:plan'),
  'built-in sinks': async ({ steer }) => (await steer('GET', 'sink/filled')).answers,
  events: async ({ steer }) => ((await steer('GET', 'events')).events as readonly unknown[]).length > 0,
  clock: async ({ steer }) => (await steer('GET', 'clock')).now,
  'access mode': async ({ steer }) => (await steer('GET', 'authz')).mode,
  faults: async ({ steer }) => ((await steer('GET', 'faults')).faults as readonly unknown[]).length,
  quota: async ({ steer }) => ((await steer('GET', 'quota')).quota as readonly unknown[]).length,
  consistency: async ({ steer }) => (await steer('GET', 'consistency')).lists,
  journal: async ({ steer }) => {
    const { entries } = await steer('GET', 'journal?operation=CreateRepo');
    return (entries as readonly unknown[]).length > 0;
  },
  coverage: async ({ steer }) => JSON.stringify(await steer('GET', 'coverage')).includes('a-client'),
};

/** The present state of every part. */
const stateOf = async (scene: Scene): Promise<Readonly<Record<string, unknown>>> => {
  const state: Record<string, unknown> = {};
  for (const [part, read] of Object.entries(PARTS)) state[part] = await read(scene);
  return state;
};

/** Makes every part of a world non-empty. The snapshot `before` is of the state without it. */
const fill = async ({ api, orgId, steer }: Scene): Promise<void> => {
  await steer('PUT', 'snapshots/before');
  await steer('PUT', 'snapshots/second');
  await steer('POST', 'clock:advance', { by: '1h' });
  await steer('PUT', 'events:plan', { delay: '24h' });
  await steer('PUT', 'sink/filled', { answers: [{ status: 500 }] });
  ok(await api.post(`/events/v2/subscriptions/${orgId}`, { sink: 'sink://filled' }));
  const headers = { 'user-agent': 'a-client/1.0' };
  ok(await api.send('POST', `/registry/v2/repos/${orgId}`, { headers, body: { name: REPO } }));
  await steer('PUT', 'authz', { mode: 'report' });
  await steer('PUT', 'faults', [{ match: { operation: 'DeleteRole' }, do: { code: 'UNAVAILABLE' } }]);
  await steer('PUT', 'quota', { requests: 100_000, per: '1h', by: 'world' });
  await steer('PUT', 'consistency', { lists: { lag: '1ms' } });
};

/** The events of a world's life: the columns of the table, each with what it has done once it resolves. */
const EVENTS: readonly (readonly [
  column: string,
  happen: (api: Api, world: MadeWorld, scene: Scene) => Promise<Scene>,
])[] = [
  ['a world made from it', async (api, { id }) => sceneIn(api, await makeWorld(api, { from: `world:${id}` }))],
  [
    '`reset`',
    async (_, __, scene) => {
      await scene.steer('POST', 'reset');
      return scene;
    },
  ],
  [
    'a snapshot restored',
    async (_, __, scene) => {
      await scene.steer('POST', 'snapshots/before:restore');
      return scene;
    },
  ],
];

const RESTART = 'a restart with `--data` or `--database`';

/** The table of W19: what each event does to each part, by the names of both. */
const ruleBook = (): ReadonlyMap<string, Readonly<Record<string, string>>> => {
  const text = readFileSync(resolve(import.meta.dirname, '../../src/world/RULES.md'), 'utf8');
  const [, table = ''] = text.split(/<!-- parts of a world: .* -->\n\n/);
  const lines = table.slice(0, table.indexOf('\n\n')).trim().split('\n');
  const cells = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const [[, ...columns] = [], , ...rows] = cells;
  return new Map(
    rows.map(([part = '', ...effects]) => [
      part,
      Object.fromEntries(columns.map((column, nth) => [column, effects[nth] ?? ''])),
    ]),
  );
};

/** True if a cell says that a part is as it was before the event. */
const isUnchanged = (cell: string | undefined): boolean => {
  if (cell !== undefined && /^kept\b/.test(cell)) return true;
  expect(['anew', 'of the beginning', 'of the snapshot']).toContain(cell);
  return false;
};

/** The effect of an event on every part, by the table. */
const expected = (
  column: string,
  begun: Readonly<Record<string, unknown>>,
  filled: Readonly<Record<string, unknown>>,
) =>
  Object.fromEntries(
    [...ruleBook()].map(([part, cells]) => [part, (isUnchanged(cells[column]) ? filled : begun)[part]]),
  );

/** Holds that every part has been changed: one that is as it was could not show what an event does to it. */
const demandFilled = (begun: Readonly<Record<string, unknown>>, filled: Readonly<Record<string, unknown>>): void => {
  for (const part of Object.keys(PARTS)) expect(filled[part], `${part} is filled`).not.toEqual(begun[part]);
};

test.describe('behaviour W19: the life of a world @mock', () => {
  test('the rule book has each part, and each event', () => {
    const table = ruleBook();
    expect([...table.keys()]).toEqual(Object.keys(PARTS));
    for (const cells of table.values())
      expect(Object.keys(cells)).toEqual([...EVENTS.map(([column]) => column), RESTART]);
  });

  for (const [column, happen] of EVENTS) {
    test(`${column}: each part is kept, or begins anew, as the rule book has it`, async ({ api }) => {
      const world = await makeWorld(api, { clock: { mode: 'frozen' } });
      const scene = sceneIn(api, world);
      const begun = await stateOf(scene);
      await fill(scene);
      const filled = await stateOf(scene);
      demandFilled(begun, filled);
      expect(await stateOf(await happen(api, world, scene))).toEqual(expected(column, begun, filled));
    });
  }

  test(`${RESTART}: each part of default is kept, or begins anew, as the rule book has it`, async ({
    freshServer,
    folder,
  }) => {
    const flags = ['--data', join(folder, 'state.json')];
    const first = await freshServer(...flags);
    const scene = sceneIn(first.api, { headers: {}, orgId: first.ready.orgId });
    /** The clock of `default` runs: it is judged by whether it was moved. */
    const settled = async (of: Scene) => {
      const { clock, ...state } = await stateOf(of);
      return { ...state, clock: Date.parse(String(clock)) - Date.now() > HOUR / 2 };
    };
    const begun = await settled(scene);
    await fill(scene);
    const filled = await settled(scene);
    demandFilled(begun, filled);
    await first.stop('SIGKILL');
    const second = await freshServer(...flags, '--delivery-schedule', '1h');
    const again = sceneIn(second.api, { headers: {}, orgId: second.ready.orgId });
    expect(await settled(again)).toEqual(expected(RESTART, begun, filled));
  });

  for (const how of ['another owner', 'a start after a kill'] as const) {
    test(`31.1, 31.3: with \`--database\`, ${how}: each part of a world is kept, or begins anew, as the rule book has it @whole`, async ({
      replica,
      serve,
    }) => {
      const first = await replica();
      const beside = how === 'another owner' ? await replica() : undefined;
      const world = await makeWorld(first.api, { clock: { mode: 'frozen' } });
      const sceneAt = (server: typeof first) => sceneIn(inWorld(server, world.id), { ...world, token: undefined });
      const begun = await stateOf(sceneAt(first));
      await fill(sceneAt(first));
      const filled = await stateOf(sceneAt(first));
      demandFilled(begun, filled);
      await first.stop('SIGKILL');
      const second = beside ?? (await serve());
      await untilAnswered(second);
      expect(await stateOf(sceneAt(second))).toEqual(expected(RESTART, begun, filled));
    });
  }
});
