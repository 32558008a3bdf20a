import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import { type Collection, collection, type Row } from '../../kernel/rows.ts';
import { ancestorsOf, parentOf, TOP, UID } from '../../kernel/uid.ts';
import { groups, identities, roleBindings, roles, superusers } from '../../resources/index.ts';
import { capabilityEnumOf } from '../../schema/capability.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import type { ShippedFixtures } from '../../seed/load.ts';
import { openListeningPort } from '../../server/listen/listening-port.ts';
import type { RunningMock } from '../../server/mock/running-mock.ts';
import { startMock } from '../../server/mock/start.ts';
import type { Right, Scene } from '../compare/scene.ts';
import { type Pauses, Target } from '../compare/target.ts';
import { createLog } from '../log/log.ts';

export interface PlacedRow {
  readonly of: Collection;
  readonly row: Row;
}

export interface ReferenceOptions {
  readonly profile: ProfileName;
  /** The URL of the service whose part it plays, which is in some answers. */
  readonly publicUrl: string;
  readonly serviceDomain: string;
  readonly version: string;
  readonly shippedFixtures: ShippedFixtures;
  readonly err: (text: string) => void;
}

const TOKEN_SECONDS = 24 * 60 * 60;

/** The store of the only world of a reference mock. */
export const storeOf = (mock: RunningMock) => mock.worlds.get(DEFAULT_WORLD).world.scope.store;

/** Starts a mock without rows, for this process alone. */
export const startReference = async (options: ReferenceOptions): Promise<RunningMock> => {
  const { profile, publicUrl, serviceDomain, version, shippedFixtures, err } = options;
  const mock = await startMock(
    {
      host: '127.0.0.1',
      port: 0,
      fixtures: ['empty'],
      shippedFixtures,
      seed: 'platform-mock',
      serviceDomain,
      profile,
      publicUrl,
      audiences: [],
      trusted: [],
      control: { loopback: true },
      version,
      tokenTtlSeconds: TOKEN_SECONDS,
      maxWorlds: 0,
      requireWorld: false,
      log: createLog('error', false, err),
      clockStart: { mode: 'real', scale: 1, shiftMillis: 0 },
      sender: { send: async () => ({ error: 'not sent: nobody has subscribed' }), close: () => undefined },
    },
    openListeningPort,
  );
  await storeOf(mock).write((tx) => {
    // A mock begins with somebody who may do everything, whom the service does not have.
    for (const of of [identities, superusers]) for (const { uid } of tx.listWithin(of, TOP)) tx.remove(of, uid);
  });
  return mock;
};

/** The rows by which a caller may do in a mock what a service says that it may. */
export const rowsOfCaller = (
  { caller, rights, group }: Scene,
  now: string,
  hasBindings: boolean,
): readonly PlacedRow[] => {
  const times = { createTime: now, updateTime: now };
  const place = (of: Collection, row: Row & Readonly<Record<string, unknown>>): PlacedRow => ({ of, row });
  const grants = rights.flatMap(({ group: at, role, capabilities }: Right, nth): readonly PlacedRow[] => {
    // Rights that hold everywhere are given to nobody by a role.
    if (at === undefined) return capabilities.length > 0 ? [{ of: superusers, row: { uid: caller } }] : [];
    const uid = `${at}/${nth.toString(16).padStart(16, '0')}`;
    const granted = capabilities.flatMap((name) => capabilityEnumOf(name) ?? []);
    const roleUid = role ?? uid;
    return [
      place(roles, { uid: roleUid, name: `role ${nth}`, description: '', capabilities: granted, ...times }),
      ...(hasBindings ? [] : [place(roleBindings, { uid, identityUid: caller, roleUid, ...times })]),
    ];
  });
  const places = [group, ...rights.map((right) => right.group ?? ''), parentOf(caller)].filter((uid) => UID.test(uid));
  return [
    ...[...new Set(places.flatMap((uid) => [uid, ...ancestorsOf(uid)].reverse()))].map((uid) =>
      place(groups, { uid, name: `group ${uid.slice(-4)}`, description: '', ...times }),
    ),
    place(identities, { uid: caller, name: 'caller', description: '', lastSeenTime: now, ...times }),
    ...grants,
  ];
};

export const putRows = (mock: RunningMock, rows: readonly PlacedRow[]): Promise<void> =>
  storeOf(mock).write((tx) => {
    for (const { of, row } of rows) tx.put(collection(of.name), row);
  });

/** A client of a mock that calls it as one of its identities. */
export const callReference = async (mock: RunningMock, caller: string, pauses: Pauses): Promise<Target> =>
  new Target({ url: mock.localUrl, token: await mock.mintToken(caller, TOKEN_SECONDS), rps: 0 }, pauses);
