import { accessEvaluator, type GrantSource } from './access.ts';
import { type Answer, type Incoming, Kernel } from './call.ts';
import { instant } from './clock.ts';
import { unauthenticated } from './errors.ts';
import { type Collection, collection, type Row, type Rows, type Store } from './rows.ts';
import { specimens } from './specimens.ts';
import type { Exchange, IssuedToken, Presented } from './token-service.ts';
import { TOP } from './uid.ts';
import type { World } from './world.ts';

/** What an identity holds: the row's uid is the identity's name. */
const granted = collection<Row & { readonly at: Readonly<Record<string, readonly string[]>> }>('granted');

const grants: GrantSource = {
  grantsOf: (identity, rows) =>
    Object.entries(rows.get(granted, identity)?.at ?? {}).map(([at, capabilities]) => ({
      at,
      capabilities: new Set(capabilities),
    })),
  madeFrom: [granted],
};

/** Who may do everything in every specimen world. */
export const ADMIN = 'admin';

const everything = specimens.flatMap(({ singular }) =>
  ['list', 'create', 'update', 'delete'].map((verb) => `${singular}.${verb}`),
);

/** The machine, run on the specimens. One a process, since an operation's messages are declared once. */
export const kernel = new Kernel(specimens, accessEvaluator(grants));

/** When every specimen world begins. */
const START_MILLIS = Date.UTC(2026, 0, 1);

/**
 * A world of specimens, with the few things that its tests do to it. A bearer value is the caller's name, with `@` and
 * a uid behind it where the token is confined to that.
 */
export interface SpecimenWorld {
  readonly world: World;
  readonly rows: Rows;
  /** Moves the clock ahead. */
  readonly advance: (millis: number) => void;
  /** What an identity holds from now on, and where. */
  readonly grant: (identity: string, at: Readonly<Record<string, readonly string[]>>) => Promise<void>;
  /** Stores rows as they are, past every rule. */
  readonly put: <T extends Row>(to: Collection<T>, ...rows: readonly T[]) => Promise<void>;
  /** Runs an operation as the admin, unless told otherwise; `as: undefined` sends no bearer value. */
  readonly call: (
    id: string,
    request: Readonly<Record<string, unknown>>,
    options?: Partial<Omit<Incoming, 'request'>> & { readonly as?: string | undefined },
  ) => Promise<Answer>;
}

/** What is presented is what one gets, with whom it is for. */
const passOf = async ({ authorization, request }: Presented<Exchange>, nowMillis: number): Promise<IssuedToken> => {
  if (authorization === undefined) throw unauthenticated('missing bearer token');
  const { aud = [], identityProvider = '' } = request();
  return { token: [authorization, identityProvider, ...aud].join('|'), expiry: instant(nowMillis) };
};

/** Opens a world over an empty store. */
export const openSpecimenWorld = async (store: Store): Promise<SpecimenWorld> => {
  let millis = START_MILLIS;
  const world: World = {
    id: 'specimen',
    store,
    clock: { now: () => millis },
    settings: { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1', seed: 'specimen' },
    pageTokenKey: 'specimen key',
    authenticate: (authorization) => {
      if (authorization === undefined) throw unauthenticated('missing bearer token');
      const [identity = '', at] = authorization.split('@');
      return at === undefined ? { identity } : { identity, limits: [[{ at, capabilities: new Set(everything) }]] };
    },
    tokens: {
      exchange: (presented) => passOf(presented, millis),
      refresh: () => Promise.reject(new Error('specimens refresh no tokens')),
    },
  };
  const put: SpecimenWorld['put'] = (to, ...rows) =>
    store.write((tx) => {
      for (const row of rows) tx.put(to, row);
    });
  await put(granted, { uid: ADMIN, at: { [TOP]: everything } });
  return {
    world,
    rows: store.rows,
    advance: (by) => {
      millis += by;
    },
    grant: (identity, at) => put(granted, { uid: identity, at }),
    put,
    call: (id, request, { faults = [], paths = [], ...options } = {}) =>
      kernel.call(id, 'as' in options ? options.as : ADMIN, () => ({ request, faults, paths }), world),
  };
};
