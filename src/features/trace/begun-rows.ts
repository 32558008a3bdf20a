import type { BegunWorlds, MovingTime, RowsOfKinds } from '../../console/begun-worlds.ts';
import type { RowKind } from '../../console/row-kind.ts';
import { allResources } from '../../editions/editions.ts';
import type { TrustedIssuer } from '../../identity/trusted-issuers.ts';
import { WORLD_HEADER } from '../../kernel/call-scope.ts';
import type { ControlPolicy } from '../../plane/guard.ts';
import { CONTROL_PREFIX } from '../../plane/prefix.ts';
import { PROFILE_NAMES, type ProfileName } from '../../schema/profile-differences.ts';
import { digestOfFixture, type ShippedFixtures } from '../../seed/load.ts';
import { reasonOf } from '../../store/data-file-error.ts';
import { redactMessage } from '../journal/redacted.ts';
import { createLog, type Log } from '../log/log.ts';
import type { BegunFixture } from './traced-world.ts';

/** A trace before its calls, as far as it says how its worlds began. It comes from a file: nothing in it is checked. */
export interface TraceHead {
  readonly _mock?: { readonly publicUrl?: unknown; readonly serviceDomain?: unknown; readonly profile?: unknown };
  readonly _began?: readonly Begun[];
}

/** The beginning of a world in a trace. */
interface Begun {
  readonly world?: string;
  readonly seed?: string;
  readonly profile?: string;
  readonly clock?: { readonly begun?: string };
  readonly fixtures?: readonly BegunFixture[];
}

/** The options of a mock that is started apart, without a port. */
interface ApartOptions {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly serviceDomain: string;
  readonly seed: string;
  readonly profile: ProfileName;
  readonly fixtures: readonly string[];
  readonly shippedFixtures: ShippedFixtures;
  readonly version: string;
  readonly audiences: readonly string[];
  readonly trusted: readonly TrustedIssuer[];
  readonly control: ControlPolicy;
  readonly tokenTtlSeconds: number;
  readonly maxWorlds: number;
  readonly requireWorld: boolean;
  readonly log: Log;
}

/** A mock that is started apart. */
interface ApartMock {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Starts a mock apart from any other, as `startMock` does without a port, which whoever has it hands over. */
export type StartApart = (options: ApartOptions) => Promise<ApartMock>;

/** The means of finding out with which rows worlds began. */
export interface BegunParts {
  readonly kinds: readonly RowKind[];
  readonly start: StartApart;
  readonly shippedFixtures: ShippedFixtures;
  readonly version: string;
}

/** The most rows of a beginning that a page has. */
const MAX_ROWS = 5_000;
/** How many different beginnings a page has. */
const MAX_STATES = 50;
const PAGE = 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
const TOKEN_SECONDS = 60 * 60;

/** Why the rows of a beginning are not known, in words that end a sentence. */
class NotKnown extends Error {}

const textIn = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** The profile of a name in a trace; the default one of any other. */
export const profileOf = (name: unknown): ProfileName =>
  PROFILE_NAMES.find((known) => known === name) ?? (PROFILE_NAMES[0] as ProfileName);

/** A mock without a port, in which worlds begin once more as they did. */
const startApart = ({ _mock: mock = {} }: TraceHead, { start, shippedFixtures, version }: BegunParts) =>
  start({
    host: '127.0.0.1',
    port: 0,
    publicUrl: textIn(mock.publicUrl, 'http://127.0.0.1'),
    serviceDomain: textIn(mock.serviceDomain, 'platform.test'),
    profile: profileOf(mock.profile),
    seed: 'apart',
    fixtures: ['empty'],
    shippedFixtures,
    version,
    audiences: [],
    trusted: [],
    control: { loopback: true },
    tokenTtlSeconds: TOKEN_SECONDS,
    maxWorlds: 1,
    requireWorld: false,
    log: createLog('silent', false, () => undefined),
  });

/** The body of a request, YAML if it is text, the token of its caller, and the world that it is for. */
interface AskedWith {
  readonly body?: unknown;
  readonly token?: string;
  readonly world?: string;
}

type Ask = <T>(method: string, path: string, more?: AskedWith) => Promise<T>;

const askIn =
  (mock: ApartMock): Ask =>
  async <T>(method: string, path: string, { body, token, world }: AskedWith = {}): Promise<T> => {
    const headers = {
      ...(body !== undefined && { 'content-type': typeof body === 'string' ? 'application/yaml' : 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(world !== undefined && { [WORLD_HEADER]: world }),
    };
    const sent = {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    const answer = await mock.fetch(new Request(new URL(path, 'http://127.0.0.1'), sent));
    const json = JSON.parse((await answer.text()) || '{}') as T & { readonly message?: string };
    if (!answer.ok) throw new NotKnown(`its fixture is refused: ${json.message ?? answer.status}`);
    return json;
  };

/** The rows of a kind without their secrets. */
const readKind = async (ask: Ask, { path, key, type, query, sortable }: RowKind, token: string) => {
  const message = allResources.find((resource) => resource.type === type)?.message;
  const order = sortable[0] === undefined ? '' : `&order_by=${sortable[0]}`;
  const rows: object[] = [];
  for (let isWhole = false; !isWhole; ) {
    const target = `${path}?page_size=${PAGE}&skip=${rows.length}${order}${query === undefined ? '' : `&${query}`}`;
    const page = await ask<Readonly<Record<string, readonly object[]>>>('GET', target, { token });
    const found = page[key] ?? [];
    rows.push(...found.map((row) => (message ? redactMessage(message, row) : row)));
    isWhole = found.length === 0 || rows.length >= Number(page.totalCount ?? 0);
  }
  return rows;
};

/** Checks the fixtures by which a world began. @throws NotKnown if they are not there, or others */
const demandFixtures = ({ fixtures }: Begun, shipped: ShippedFixtures): readonly BegunFixture[] => {
  if (!Array.isArray(fixtures) || fixtures.length === 0) throw new NotKnown('the trace does not say where it began');
  for (const { name = '', sha256, yaml } of fixtures as readonly BegunFixture[]) {
    if (yaml === undefined && digestOfFixture(name, shipped) !== sha256) {
      throw new NotKnown(`its fixture ${name} is not the one of this version`);
    }
  }
  return fixtures as readonly BegunFixture[];
};

/** The rows with which a world begins at a moment. @throws NotKnown */
const rowsAt = async (ask: Ask, begun: Begun, nowMillis: number, parts: BegunParts): Promise<RowsOfKinds> => {
  const [first = {}, ...others] = demandFixtures(begun, parts.shippedFixtures);
  const { seed, profile } = begun;
  const clock = { mode: 'frozen', now: new Date(nowMillis).toISOString() };
  const fixture = first.yaml === undefined ? {} : { fixture: first.yaml };
  const from = `fixture:${first.yaml === undefined ? first.name : 'recorded'}`;
  type Made = { readonly id: string; readonly token: string; readonly rows: Readonly<Record<string, number>> };
  const made = await ask<Made>('POST', `${CONTROL_PREFIX}/worlds`, {
    body: { from, ...fixture, seed, profile, clock },
  });
  const { token } = made;
  try {
    for (const { name, yaml } of others) {
      await ask('POST', `${CONTROL_PREFIX}/fixtures`, { body: yaml === undefined ? { name } : yaml, world: made.id });
    }
    const { rows } = await ask<Made>('GET', `${CONTROL_PREFIX}/worlds/${made.id}`);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    if (total > MAX_ROWS) {
      throw new NotKnown(
        `it began with ${total.toLocaleString('en')} rows, and a page has at most ${MAX_ROWS.toLocaleString('en')}`,
      );
    }
    const read: [string, readonly object[]][] = [];
    for (const kind of parts.kinds) read.push([kind.name, await readKind(ask, kind, token)]);
    return Object.fromEntries(read.filter(([, found]) => found.length > 0));
  } finally {
    await ask('DELETE', `${CONTROL_PREFIX}/worlds/${made.id}`);
  }
};

/** The first of two values, in which each text that is a time, and a day later in the other, is a moving time. */
const findMoving = (one: unknown, other: unknown, nowMillis: number): unknown => {
  if (typeof one === 'string') {
    const [millis, later] = [Date.parse(one), Date.parse(String(other))];
    return one !== other && later - millis === DAY_MS ? ({ '~': millis - nowMillis } satisfies MovingTime) : one;
  }
  if (Array.isArray(one))
    return one.map((each, at) => findMoving(each, (other as unknown[] | undefined)?.[at], nowMillis));
  if (typeof one !== 'object' || one === null) return one;
  const beside = (typeof other === 'object' && other !== null ? other : {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, findMoving(value, beside[name], nowMillis)]),
  );
};

/** The rows with which the worlds of a trace began, from its fixtures as this mock reads them. Each is made once. */
export const findBegunWorlds = async (head: TraceHead, parts: BegunParts): Promise<BegunWorlds> => {
  const states: RowsOfKinds[] = [];
  const of: Record<string, number | string> = {};
  const known = new Map<string, number | string>();
  const began = Array.isArray(head._began)
    ? head._began.filter((each) => typeof each === 'object' && each !== null)
    : [];
  if (began.length === 0) return { states, of };
  const mock = await startApart(head, parts);
  const ask = askIn(mock);
  const find = async (begun: Begun): Promise<number | string> => {
    const nowMillis = Date.parse(textIn(begun.clock?.begun, '')) || 0;
    try {
      demandFixtures(begun, parts.shippedFixtures);
      if (states.length >= MAX_STATES) throw new NotKnown(`a page has at most ${MAX_STATES} beginnings`);
      const rows = await rowsAt(ask, begun, nowMillis, parts);
      const later = await rowsAt(ask, begun, nowMillis + DAY_MS, parts);
      return states.push(findMoving(rows, later, nowMillis) as RowsOfKinds) - 1;
    } catch (error) {
      return reasonOf(error);
    }
  };
  try {
    for (const begun of began) {
      const { fixtures, seed, profile } = begun;
      const key = JSON.stringify([fixtures, seed, profile]);
      const found = known.get(key) ?? (await find(begun));
      known.set(key, found);
      of[textIn(begun.world, 'default')] = found;
    }
  } finally {
    await mock.close();
  }
  return { states, of };
};
