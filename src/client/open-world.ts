import type {
  CreateWorld,
  MadeWorld,
  MintedToken,
  MintToken,
  SnapshotRecord,
  Snapshots,
  WorldEnvironment,
  World as WorldView,
} from '../../generated/nouns.ts';
import type { Connection } from '../connection/connection.ts';
import { MockError } from '../connection/mock-error.ts';
import { authzOf } from '../features/access/authz.client.ts';
import { clockOf } from '../features/clock/clock.client.ts';
import { coverageOf } from '../features/coverage/coverage.client.ts';
import { eventDeliveriesOf, sinkOf } from '../features/delivery/event-deliveries.client.ts';
import { eventsOf } from '../features/events/events.client.ts';
import { faultsOf } from '../features/faults/faults.client.ts';
import { journalOf, queryOf } from '../features/journal/journal.client.ts';
import { consistencyOf } from '../features/lag/consistency.client.ts';
import { quotasOf } from '../features/quota/quota.client.ts';
import { tokensOf } from '../features/tokens/tokens.client.ts';
import type { Snapshot, TokenOptions, World } from './world.ts';

/** The methods that read a world as a whole, or set its labels. */
type Views = Pick<
  World,
  'info' | 'inspect' | 'variables' | 'label' | 'diff' | 'evidence' | 'trace' | 'coverage' | 'clearCoverage'
>;

/** The methods of one world that read it as a whole, or set its labels. */
const viewsOf = (connection: Connection, id: string): Views => ({
  info: () => connection.control('/info', { world: id }),
  inspect: () => connection.control(`/worlds/${id}`),
  variables: async () => (await connection.control<WorldEnvironment>(`/worlds/${id}:variables`)).env,
  label: async (labels) =>
    (await connection.control<WorldView>(`/worlds/${id}`, { method: 'PATCH', json: { labels } })).labels,
  diff: () => connection.control(`/worlds/${id}:diff`),
  evidence: (since) => connection.controlText(`/worlds/${id}:evidence${queryOf({ since })}`),
  trace: () => connection.control('/trace', { world: id }),
  coverage: coverageOf(connection, id),
  clearCoverage: async () => void (await connection.control('/coverage', { method: 'DELETE', world: id })),
});

/** A snapshot of one world; `open` returns a world that was made. */
const snapshotOf = (
  connection: Connection,
  world: string,
  record: SnapshotRecord,
  open: (made: MadeWorld) => World,
): Snapshot => {
  const path = `/snapshots/${encodeURIComponent(record.name)}`;
  return {
    ...record,
    restore: async () => void (await connection.control(`${path}:restore`, { method: 'POST', world })),
    diff: (to) =>
      connection.control(`${path}:diff${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`, { world }),
    export: ({ relative = false } = {}) =>
      connection.controlText(`${path}:export${relative ? '?relative' : ''}`, { world }),
    file: () => connection.controlText(`${path}:file`, { world }),
    fork: async () => open(await connection.control<MadeWorld>(`${path}:fork`, { method: 'POST', world })),
    delete: async () => void (await connection.control(path, { method: 'DELETE', world })),
  };
};

const WORLD_HEADER = 'x-mock-world';

/** The variables of a world, as the control plane names them. */
export type Variables = WorldEnvironment['env'];

const hostUrlOf = (url: string, id: string): string => {
  const { protocol, port } = new URL(url);
  return `${protocol}//${id}.localhost${port === '' ? '' : `:${port}`}`;
};

/** The request that an input is for, with the header of a world and a token if it has none. */
const requestFor = async (
  connection: Connection,
  id: string,
  token: () => Promise<string>,
  [input, init]: Parameters<World['fetch']>,
): Promise<Request> => {
  const request = new Request(typeof input === 'string' ? new URL(input, `${connection.url}/`) : input, init);
  request.headers.set(WORLD_HEADER, id);
  if (connection.isControl(new URL(request.url).pathname)) {
    for (const [name, value] of Object.entries(connection.controlHeaders())) request.headers.set(name, value);
  } else if (!request.headers.has('authorization')) {
    request.headers.set('authorization', `Bearer ${await token()}`);
  }
  return request;
};

/** Ends a world, unless it has ended. */
const endWorld = async (connection: Connection, id: string): Promise<void> => {
  try {
    await connection.control(`/worlds/${id}`, { method: 'DELETE' });
  } catch (error) {
    if (!(error instanceof MockError && error.reason === 'MOCK_WORLD_NOT_FOUND')) throw error;
  }
};

/** The world of an id, on a mock that answers, with the variables that the control plane gave for it. */
export const openWorld = (connection: Connection, id: string, env: Variables): World => {
  const admin = env.PLATFORM_TOKEN ?? '';
  const mint = async (identity: string, options: TokenOptions): Promise<string> => {
    const json: MintToken = { identity, ...options };
    return (await connection.control<MintedToken>('/tokens', { method: 'POST', json, world: id })).token;
  };
  const token: World['token'] = async (identity, options) =>
    identity === undefined && options === undefined ? admin : mint(identity ?? 'admin', options ?? {});
  const end = (): Promise<void> => endWorld(connection, id);
  const open = (record: SnapshotRecord): Snapshot =>
    snapshotOf(connection, id, record, (made) => openWorld(connection, made.id, made.env));
  return {
    id,
    url: connection.url,
    hostUrl: hostUrlOf(connection.url, id),
    env,
    token,
    end,
    orgId: env.PLATFORM_ORG_ID ?? '',
    headers: { [WORLD_HEADER]: id },
    clock: clockOf(connection, id),
    authz: authzOf(connection, id),
    faults: faultsOf(connection, id),
    journal: journalOf(connection, id),
    events: { ...eventsOf(connection, id), ...eventDeliveriesOf(connection, id) },
    quota: quotasOf(connection, id),
    consistency: consistencyOf(connection, id),
    tokens: tokensOf(connection, id),
    ...viewsOf(connection, id),
    sink: (name) => sinkOf(connection, id, name),
    fetch: async (...asked) => connection.fetch(await requestFor(connection, id, token, asked)),
    apply: (fixture, mode = 'merge') => {
      const given = typeof fixture === 'string' ? { yaml: fixture } : { json: { ...fixture, mode } };
      return connection.control(`/fixtures?mode=${mode}`, { method: 'POST', world: id, ...given });
    },
    snapshot: async (name, { note, overwrite = false } = {}) => {
      const path = `/snapshots/${encodeURIComponent(name)}${overwrite ? '?overwrite' : ''}`;
      const json = note === undefined ? {} : { note };
      return open(await connection.control(path, { method: 'PUT', json, world: id }));
    },
    snapshots: async () => {
      const listed = connection.control<Snapshots>('/snapshots', { world: id });
      return (await listed).snapshots.map(open);
    },
    at: async (call, options = {}) => {
      const json: CreateWorld = { ...options, from: `journal:${typeof call === 'string' ? call : call.id}` };
      const made = await connection.control<MadeWorld>('/worlds', { method: 'POST', json, world: id });
      return openWorld(connection, made.id, made.env);
    },
    restore: (file) => connection.control('/snapshots:restore', { method: 'POST', lines: file, world: id }),
    reset: async () => void (await connection.control('/reset', { method: 'POST', world: id })),
    [Symbol.asyncDispose]: end,
  };
};
