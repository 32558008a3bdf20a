import type { AuthzCheck } from '../../../generated/nouns.ts';
import type { TrustedPrincipal } from '../../identity/aws-principals.ts';
import type { TrustedIssuer } from '../../identity/trusted-issuers.ts';
import type { Kernel } from '../../kernel/call.ts';
import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import { instant } from '../../kernel/clock.ts';
import type { Rows } from '../../kernel/rows.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { profileIn } from '../../schema/profile.ts';
import { digestOfFixture, type ShippedFixtures } from '../../seed/load.ts';
import type { World, WorldDeps } from '../../world/world.ts';
import type { RegisteredWorld, Worlds } from '../../world/worlds.ts';
import { withGroupNames } from '../access/access-check.ts';
import { explainEntry } from '../access/call-access.ts';
import { hideInTarget } from '../journal/hidden-names.ts';
import type { PackedEntry } from '../journal/packed-entry.ts';
import type { Hide } from '../journal/redacted.ts';
import { fixtureOf, storeOf } from '../snapshots/snapshot-control.ts';
import type { TracedWorld } from './har-entry.ts';
import type { BegunFixture } from './run.ts';
import type { TraceParts } from './trace-text.ts';

/** The rows of the beginning of a world; undefined if they are not known. */
export const originOf = async ({ scope: { store }, population }: World): Promise<Rows | undefined> => {
  const origin = await population.readOrigin();
  return origin && (await storeOf(store, origin)).rows;
};

/** The shipped fixtures that a world began with, by their names and digests, if it began with nothing else. */
const shippedIn = (from: string, shippedFixtures: ShippedFixtures): readonly BegunFixture[] | undefined => {
  const all = from.split(',');
  const shipped = all.flatMap((each) => {
    const [, name] = /^fixture:(.*)$/s.exec(each) ?? [];
    const sha256 = name === undefined ? undefined : digestOfFixture(name, shippedFixtures);
    return name !== undefined && sha256 !== undefined ? [{ name, sha256 }] : [];
  });
  return shipped.length === all.length ? shipped : undefined;
};

/** The maximum number of rows of a world whose beginning is written as a fixture when it ends. */
const MAX_BEGUN_ROWS = 10_000;

/** True for a world with too many rows for a fixture of its beginning to be written when it ends. */
export const isBegunLarge = (
  { from, world }: RegisteredWorld<World>,
  { shippedFixtures }: Pick<WorldDeps, 'shippedFixtures'>,
): boolean => {
  const counts = Object.values(world.scope.store.rows.counts());
  return counts.reduce((sum, count) => sum + count, 0) > MAX_BEGUN_ROWS && !shippedIn(from, shippedFixtures);
};

/** The beginning of a world, with its rows if these are known and not omitted. */
export const beginningOf = async (
  { from, createdMillis, world }: RegisteredWorld<World>,
  origin: Rows | undefined,
  { shippedFixtures }: Pick<WorldDeps, 'shippedFixtures'>,
) => {
  const { settings, clock } = world.scope;
  const shipped = origin && shippedIn(from, shippedFixtures);
  const fixtures = shipped ?? (origin && [{ yaml: await fixtureOf(origin, 'The beginning of a trace.') }]);
  return {
    from,
    seed: settings.seed,
    profile: profileIn(settings).name,
    clock: { mode: clock.startedAs.mode, scale: clock.startedAs.scale, begun: instant(clock.startsAt(createdMillis)) },
    _ran: instant(createdMillis),
    ...(fixtures && { fixtures }),
  };
};

/** The maximum number of refused calls of a world that are explained: each has to be judged anew. */
const MAX_EXPLAINED = 200;

/** Explains the first refused calls of a world, each once. */
export const explainerOf = (kernel: Kernel, world: World): TracedWorld['why'] => {
  const known = new WeakMap<PackedEntry, AuthzCheck>();
  let count = 0;
  return (entry) => {
    const found = known.get(entry);
    if (found || count >= MAX_EXPLAINED || !entry.operation) return found;
    const check = withGroupNames(explainEntry(kernel, world, entry), world.scope.store.rows);
    known.set(entry, check);
    count += 1;
    return check;
  };
};

/** The calls to `default` since the first of some other worlds was made. */
export const slippedCalls = (
  worlds: Worlds<World>,
  traced: readonly Pick<RegisteredWorld<World>, 'id' | 'createdMillis'>[],
  epochMillis: number,
): NonNullable<TraceParts['slipped']> => {
  if (traced.some(({ id }) => id === DEFAULT_WORLD)) return [];
  const since = Math.min(...traced.map(({ createdMillis }) => createdMillis));
  const { journal } = worlds.get(DEFAULT_WORLD).world;
  return [...(journal?.ring.listRetained() ?? [])]
    .filter(({ begunMillis }) => epochMillis + begunMillis >= since)
    .map(({ id, operation }) => ({ call: String(id), operation: operation?.id }));
};

const V1_CASING = { proto: 'snake', json: 'camel' } as const;

/** The members of keys that are public (RFC 7518): a key set may have others, and secrets of both parties. */
const PUBLIC: ReadonlySet<string> = new Set(['kty', 'kid', 'alg', 'use', 'key_ops', 'crv', 'x', 'y', 'n', 'e']);

const redactedKeys = (keys: TrustedIssuer['keys'], hide: Hide): TrustedIssuer['keys'] => {
  if (keys === 'any') return keys;
  if ('url' in keys) {
    const { origin, pathname, search } = new URL(keys.url);
    return { url: `${origin}${hideInTarget(`${pathname}${search}`, hide)}` };
  }
  const published = keys.jwks.keys
    .filter(({ kty }) => kty !== 'oct')
    .map((key) => Object.fromEntries(Object.entries(key).filter(([name]) => PUBLIC.has(name))));
  return { jwks: { keys: published } };
};

/** The third parties that a mock trusts, without their secrets; no members if there are none. */
const trustOf = (trusted: readonly TrustedIssuer[], trustedAws: readonly TrustedPrincipal[], hide: Hide) => ({
  ...(trusted.length > 0 && {
    trusted: trusted.map(({ issuer, keys }) => ({ issuer, keys: redactedKeys(keys, hide) })),
  }),
  ...(trustedAws.length > 0 && { trustedAws }),
});

/** The options of a mock that its answers depend on. */
export const mockOf = ({ settings, audiences, trusted, trustedAws = [] }: WorldDeps, hide: Hide) => {
  const { publicUrl, seed, serviceDomain, issuer, eventPrefix, spellings } = settings;
  const v1Casing = spellings?.v1 && V1_CASING[spellings.v1];
  const profile = profileIn(settings).name;
  return {
    publicUrl,
    seed,
    serviceDomain,
    profile,
    audiences,
    ...omitUndefined({ issuer, eventPrefix, v1Casing }),
    ...trustOf(trusted, trustedAws, hide),
  };
};
