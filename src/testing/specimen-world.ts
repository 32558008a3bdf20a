import { accessEvaluator, type GrantSource } from '../kernel/access.ts';
import type { Answer, Incoming } from '../kernel/answer.ts';
import { Kernel } from '../kernel/call.ts';
import type { CallScope } from '../kernel/call-scope.ts';
import { instant } from '../kernel/clock.ts';
import { unauthenticated } from '../kernel/errors.ts';
import { type Collection, collection, type Row, type Rows, type Store } from '../kernel/rows.ts';
import { operationsOf } from '../kernel/standard-operations.ts';
import type { Exchange, IssuedToken, Presented } from '../kernel/token-service.ts';
import { TOP } from '../kernel/uid.ts';
import { profileIn } from '../schema/profile.ts';
import { specimens } from './specimens.ts';

/** The grants of an identity: the uid of the row is the name of the identity. */
const granted = collection<Row & { readonly at: Readonly<Record<string, readonly string[]>> }>('granted');

const grants: GrantSource = {
  grantsOf: (identity, rows) =>
    Object.entries(rows.get(granted, identity)?.at ?? {}).map(([at, capabilities]) => ({
      at,
      capabilities: new Set(capabilities),
    })),
  madeFrom: [granted],
};

/** The identity that may do everything in every specimen world. */
export const ADMIN = 'admin';

const everything = specimens.flatMap(({ singular }) =>
  ['list', 'create', 'update', 'delete'].map((verb) => `${singular}.${verb}`),
);

/** The evaluator of an identity's rights in a specimen world. */
export const accessOf = accessEvaluator(grants);

/** A kernel with the specimens. There is one in a process, since the messages of operations are declared once. */
export const kernel = new Kernel(specimens, specimens.flatMap(operationsOf), accessOf);

/** The time at which every specimen world begins. */
const START_MILLIS = Date.UTC(2026, 0, 1);

/**
 * A world of specimens, with the parts by which its tests change it. A bearer value is the caller's name, followed by
 * `@` and a uid if the token is confined to that.
 */
export interface SpecimenWorld {
  readonly world: CallScope;
  readonly rows: Rows;
  /** Moves the clock ahead. */
  readonly advance: (millis: number) => void;
  /** Replaces the grants of an identity: capabilities by the uid at which they are granted. */
  readonly grant: (identity: string, at: Readonly<Record<string, readonly string[]>>) => Promise<void>;
  /** Stores rows as they are, without checking any rule. */
  readonly put: <T extends Row>(to: Collection<T>, ...rows: readonly T[]) => Promise<void>;
  /** Runs an operation as the admin, or as the caller `as`; `as: undefined` sends no bearer value. */
  readonly call: (
    id: string,
    request: Readonly<Record<string, unknown>>,
    options?: Partial<Omit<Incoming, 'request'>> & { readonly as?: string | undefined },
  ) => Promise<Answer>;
}

/** Makes a token that shows the credentials and its audiences. */
const passOf = async ({ authorization, request }: Presented<Exchange>, nowMillis: number): Promise<IssuedToken> => {
  if (authorization === undefined) throw unauthenticated('missing bearer token');
  const { aud = [], identityProvider = '' } = request();
  return { token: [authorization, identityProvider, ...aud].join('|'), expiry: instant(nowMillis) };
};

/** Opens a world over an empty store. Its calls run on a kernel, by default the one of v2. */
export const openSpecimenWorld = async (store: Store, run = kernel): Promise<SpecimenWorld> => {
  let millis = START_MILLIS;
  const world: CallScope = {
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
    call: (id, request, { violations = [], paths = [], ...options } = {}) => {
      const authorization = 'as' in options ? options.as : ADMIN;
      const bound = run.operationsIn(profileIn(world.settings)).find(({ operation }) => operation.id === id);
      if (!bound) throw new Error(`no operation is named ${id}`);
      return run.call(bound, { authorization, read: () => ({ request, violations, paths }) }, world);
    },
  };
};
