import type { BegunWorlds, MovingTime, RowsOfKinds } from '../../console/begun-worlds.ts';
import type { RowKind } from '../../console/row-kind.ts';
import { allResources } from '../../editions/editions.ts';
import { hydrateRow } from '../../kernel/answer.ts';
import { compareText } from '../../kernel/order-by.ts';
import { fieldOf, type Row, type Rows } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';
import { encodeMessage } from '../../schema/encode-json.ts';
import { type Profile, profileNamed } from '../../schema/profile.ts';
import { PROFILE_NAMES, type ProfileName } from '../../schema/profile-differences.ts';
import { messagesIn } from '../../schema/profile-messages.ts';
import { digestOfFixture, type ShippedFixtures } from '../../seed/load.ts';
import { reasonOf } from '../../store/data-file-error.ts';
import { MemoryStore } from '../../store/memory.ts';
import { Population } from '../../world/population.ts';
import { redactMessage } from '../journal/redacted.ts';
import type { BegunFixture } from './run.ts';

/** The head of a trace, which says how its worlds began. It comes from a file: nothing in it is checked. */
export interface TraceHead {
  readonly _mock?: { readonly publicUrl?: unknown; readonly serviceDomain?: unknown; readonly profile?: unknown };
  readonly _began?: readonly Beginning[];
}

/** The beginning of a world in a trace. */
interface Beginning {
  readonly world?: string;
  readonly seed?: string;
  readonly profile?: string;
  readonly clock?: { readonly begun?: string };
  readonly fixtures?: readonly BegunFixture[];
}

/** The dependencies of finding the rows with which worlds began. */
export interface BegunParts {
  readonly kinds: readonly RowKind[];
  readonly shippedFixtures: ShippedFixtures;
}

/** The most rows of a beginning that a page has. */
const MAX_ROWS = 5_000;
/** The maximum number of different beginnings in a page. */
const MAX_STATES = 50;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Why the rows of a beginning are not known, in words that end a sentence. */
class NotKnown extends Error {}

const textIn = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** The profile of a name in a trace; the default one if there is none of that name. */
export const profileOf = (name: unknown): ProfileName =>
  PROFILE_NAMES.find((known) => known === name) ?? (PROFILE_NAMES[0] as ProfileName);

/** The rows of a kind in the order of its list, without their secrets. */
const readKind = ({ type, sortable: [field = 'uid'] }: RowKind, rows: Rows, profile: Profile): readonly object[] => {
  const of = allResources.find((resource) => resource.type === type);
  if (!of) return [];
  const message = messagesIn(profile)(of.message);
  const { visible, combine } = of.verbs.list ?? {};
  const listed = rows.listWithin(of, TOP).filter(visible?.({}) ?? (() => true));
  const keyOf = (row: Row): string => String(fieldOf(row, field) ?? '');
  return [...(combine?.({})?.(listed) ?? listed)]
    .sort((one, other) => compareText(keyOf(one), keyOf(other)) || compareText(one.uid, other.uid))
    .map((row) => redactMessage(message, encodeMessage(message, hydrateRow(of, row, rows))));
};

/** The fixtures by which a world began. @throws NotKnown if they are missing, or differ from this version's */
const demandFixtures = ({ fixtures }: Beginning, shipped: ShippedFixtures): readonly BegunFixture[] => {
  if (!Array.isArray(fixtures) || fixtures.length === 0)
    throw new NotKnown('the trace does not say with what it began');
  for (const { name = '', sha256, yaml } of fixtures as readonly BegunFixture[]) {
    if (yaml === undefined && digestOfFixture(name, shipped) !== sha256) {
      throw new NotKnown(`its fixture ${name} is not the one of this version`);
    }
  }
  return fixtures as readonly BegunFixture[];
};

/** The rows with which a world begins at a moment. @throws NotKnown */
const rowsAt = async (
  begun: Beginning,
  nowMillis: number,
  mock: NonNullable<TraceHead['_mock']>,
  { kinds, shippedFixtures: shipped }: BegunParts,
): Promise<RowsOfKinds> => {
  const profile = profileNamed(profileOf(begun.profile));
  const settings = {
    seed: textIn(begun.seed, 'apart'),
    publicUrl: textIn(mock.publicUrl, 'http://127.0.0.1'),
    serviceDomain: textIn(mock.serviceDomain, 'platform.test'),
    profile,
  };
  const store = new MemoryStore();
  const population = new Population({ store, clock: { now: () => nowMillis }, settings, shipped });
  for (const { name = '', yaml } of demandFixtures(begun, shipped)) {
    await population.apply(yaml === undefined ? { name } : { text: yaml }, 'merge').catch((error: Error) => {
      throw new NotKnown(`its fixture is refused: ${error.message}`);
    });
  }
  const { rows } = store;
  const total = allResources.reduce((sum, { name }) => sum + (rows.counts()[name] ?? 0), 0);
  if (total > MAX_ROWS) {
    throw new NotKnown(
      `it began with ${total.toLocaleString('en')} rows, and a page has at most ${MAX_ROWS.toLocaleString('en')}`,
    );
  }
  const read = kinds.map((kind) => [kind.name, readKind(kind, rows, profile)] as const);
  return Object.fromEntries(read.filter(([, found]) => found.length > 0));
};

/** The first of two values, with a moving time in the place of each time that is a day later in the other. */
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

/** The rows with which the worlds of a trace began, by its fixtures as this mock reads them; equal ones are made once. */
export const findBegunWorlds = async (head: TraceHead, parts: BegunParts): Promise<BegunWorlds> => {
  const states: RowsOfKinds[] = [];
  const of: Record<string, number | string> = {};
  const known = new Map<string, number | string>();
  const began = Array.isArray(head._began)
    ? head._began.filter((each) => typeof each === 'object' && each !== null)
    : [];
  const find = async (begun: Beginning): Promise<number | string> => {
    const nowMillis = Date.parse(textIn(begun.clock?.begun, '')) || 0;
    try {
      demandFixtures(begun, parts.shippedFixtures);
      if (states.length >= MAX_STATES) throw new NotKnown(`a page has at most ${MAX_STATES} beginnings`);
      const rows = await rowsAt(begun, nowMillis, head._mock ?? {}, parts);
      const later = await rowsAt(begun, nowMillis + DAY_MS, head._mock ?? {}, parts);
      return states.push(findMoving(rows, later, nowMillis) as RowsOfKinds) - 1;
    } catch (error) {
      return reasonOf(error);
    }
  };
  for (const begun of began) {
    const { fixtures, seed, profile } = begun;
    const key = JSON.stringify([fixtures, seed, profile]);
    const found = known.get(key) ?? (await find(begun));
    known.set(key, found);
    of[textIn(begun.world, 'default')] = found;
  }
  return { states, of };
};
