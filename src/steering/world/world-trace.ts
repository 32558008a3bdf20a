import { allResources } from '../../editions/editions.ts';
import { namedTokens } from '../../identity/authenticator.ts';
import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import { instant } from '../../kernel/clock.ts';
import { fieldOf, type Rows } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { profileIn } from '../../schema/profile.ts';
import { digestOfFixture } from '../../seed/load.ts';
import { journalOff } from '../journal/journal-control.ts';
import { fixtureOf, storeOf } from '../snapshots/snapshot-control.ts';
import { differenceOf } from '../snapshots/state-difference.ts';
import { traceText } from '../trace/trace-text.ts';
import type { BegunFixture, TraceBeginning, TracedMock, TracedWorld } from '../trace/traced-world.ts';
import type { WorldDeps } from './create-world.ts';
import type { World } from './world.ts';
import type { RegisteredWorld, Worlds } from './worlds.ts';

/** How many events of a world are listed. */
const MAX_EVENTS = 10_000;

/** The resources with fields that are secret, each with their names. */
const secretFields = allResources.flatMap((resource) => {
  const names = [...resource.message.fields.values()].filter(({ secret }) => secret).map(({ name }) => name);
  return names.length === 0 ? [] : [{ resource, names }];
});

/** The secrets that rows hold: tokens by name, and the values of secret fields. */
const secretsIn = (rows: Rows): readonly string[] =>
  [
    ...rows.listWithin(namedTokens, TOP).map(({ uid }) => uid),
    ...secretFields.flatMap(({ resource, names }) =>
      rows.listWithin(resource, TOP).flatMap((row) => names.map((name) => fieldOf(row, name))),
    ),
  ].filter((value): value is string => typeof value === 'string' && value !== '');

const originOf = async ({ scope: { store }, population }: World): Promise<Rows | undefined> =>
  population.origin && (await storeOf(store, population.origin)).rows;

/** A fixture that is shipped, by its name and the digest of its file; undefined for any other. */
const shippedFixture = (name: string, folder: string): BegunFixture | undefined => {
  const sha256 = digestOfFixture(name, folder);
  return sha256 === undefined ? undefined : { name, sha256 };
};

/** The fixtures by which a world can begin as this one did; undefined where its beginning is not known. */
const fixturesOf = async (
  { from, world }: RegisteredWorld<World>,
  folder: string,
): Promise<readonly BegunFixture[] | undefined> => {
  const rows = await originOf(world);
  if (!rows) return undefined;
  const shipped = from
    .split(',')
    .map((each) => (each.startsWith('fixture:') ? shippedFixture(each.slice('fixture:'.length), folder) : undefined));
  if (shipped.every((each) => each !== undefined)) return shipped;
  return [{ yaml: await fixtureOf(rows, 'The beginning of a trace.') }];
};

const beginningOf = async (entered: RegisteredWorld<World>, folder: string): Promise<TraceBeginning> => {
  const { settings, clock } = entered.world.scope;
  const fixtures = await fixturesOf(entered, folder);
  return {
    from: entered.from,
    seed: settings.seed,
    profile: profileIn(settings).name,
    clock: { ...clock.begun, begun: instant(clock.begunMillis) },
    _ran: instant(entered.createdMillis),
    ...(fixtures && { fixtures }),
  };
};

/** A world as its run is written down. @throws ApiError FAILED_PRECONDITION where no journal is kept */
const tracedWorld = (entered: RegisteredWorld<World>, { fixturesFolder }: WorldDeps): TracedWorld => {
  const { id, labels, createdMillis, world } = entered;
  const { journal, scope, events: control, outbox, faults } = world;
  if (!journal) throw journalOff();
  const { events, dropped } = control.list({ match: {}, limit: MAX_EVENTS });
  return {
    id,
    labels,
    createdMillis,
    settings: scope.settings,
    entries: journal.entries,
    view: (entry, hide) => journal.view(entry, hide),
    steps: journal.steps.steps,
    events: [...events].reverse(),
    deliveriesOf: (event) => outbox.deliveries(event),
    dropped: { calls: journal.dropped, steps: journal.steps.dropped, events: dropped },
    secrets: async () => {
      const origin = await originOf(world);
      return [...secretsIn(scope.store.rows), ...(origin ? secretsIn(origin) : [])];
    },
    began: () => beginningOf(entered, fixturesFolder),
    difference: async () => {
      const origin = await originOf(world);
      const { clock, store } = scope;
      return origin && differenceOf(origin, store.rows, [clock.begunMillis, clock.now()]);
    },
    neverFired: faults.report().neverFired,
  };
};

/** The calls to `default` since the first of some other worlds was made. */
const slippedCalls = (worlds: Worlds<World>, traced: readonly RegisteredWorld<World>[], epochMillis: number) => {
  if (traced.some(({ id }) => id === DEFAULT_WORLD)) return [];
  const since = Math.min(...traced.map(({ createdMillis }) => createdMillis));
  const { journal } = worlds.get(DEFAULT_WORLD).world;
  return (journal?.entries ?? [])
    .filter(({ begunMillis }) => epochMillis + begunMillis >= since)
    .map(({ id, operation }) => ({ call: String(id), operation: operation?.id }));
};

const V1_CASING = { proto: 'snake', json: 'camel' } as const;

const mockOf = ({ settings, audiences }: WorldDeps): TracedMock => {
  const { publicUrl, seed, serviceDomain, issuer, eventPrefix, spellings } = settings;
  const v1Casing = spellings?.v1 && V1_CASING[spellings.v1];
  const profile = profileIn(settings).name;
  return { publicUrl, seed, serviceDomain, profile, audiences, ...omitUndefined({ issuer, eventPrefix, v1Casing }) };
};

/** The run of worlds as a trace, in pieces. @throws ApiError where no journal is kept */
export const traceOf = (
  traced: readonly RegisteredWorld<World>[],
  worlds: Worlds<World>,
  deps: WorldDeps,
  version: string,
): AsyncIterable<string> => {
  if (!deps.journal?.heads) throw journalOff();
  const { heads, runs } = deps.journal;
  const { epochMillis } = runs;
  return traceText({
    worlds: traced.map((entered) => tracedWorld(entered, deps)),
    slipped: slippedCalls(worlds, traced, epochMillis),
    secrets: heads.secrets,
    epochMillis,
    version,
    mock: mockOf(deps),
  });
};
