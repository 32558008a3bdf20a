import type { JournalEntry, WorldFacts } from '../../../generated/nouns.ts';
import { operationOf } from './call-facts.ts';
import { entryLine, explainCall, hasFailed, withoutControls } from './entry-line.ts';
import { faultLine } from './fault-words.ts';
import { deliveryLine, listChanges } from './listed-changes.ts';
import { spanText } from './short-message.ts';

/** A kind of mistake of a test, for which a strict world fails it. */
export type Lapse = 'unreadFields' | 'unusedFaults' | 'defaultWorld' | 'unknownOperations';

/** The facts about the world of a test at its end; only its id if the world is gone. */
export type TestFacts = Pick<WorldFacts, 'id'> & Partial<WorldFacts>;

/** The maximum number of items of one kind. */
const MAX_ITEMS = 20;

/** A heading with its items below it; nothing if there are none. */
const section = (heading: string, items: readonly string[]): readonly string[] => {
  if (items.length === 0) return [];
  const further = items.length > MAX_ITEMS ? [`… and ${items.length - MAX_ITEMS} more`] : [];
  return [[`${heading}:`, ...items.slice(0, MAX_ITEMS), ...further].join('\n  ')];
};

/** The calls of a world, the oldest first. */
const callsOf = ({ journal }: TestFacts): readonly JournalEntry[] => [...(journal?.entries ?? [])].reverse();

/** The heading of each kind of lapse, and a function that finds its items. */
const LAPSES: Readonly<Record<Lapse, readonly [heading: string, find: (facts: TestFacts) => readonly string[]]>> = {
  unreadFields: [
    'Fields that were sent and not read',
    (facts) =>
      callsOf(facts)
        .filter(({ unread }) => unread.length > 0)
        .map((entry) => `#${entry.id} ${operationOf(entry)}: ${entry.unread.join(', ')}`),
  ],
  unusedFaults: ['Faults that never fired', ({ neverFired = [] }) => neverFired.map(faultLine)],
  defaultWorld: [
    'Calls to the world default while the test ran',
    ({ callsOfDefault = [] }) => [...callsOfDefault].reverse().map(entryLine),
  ],
  unknownOperations: [
    'Calls that match no operation',
    (facts) =>
      callsOf(facts)
        .filter(({ operation }) => operation === undefined)
        .map(entryLine),
  ],
};

/** The lapses of some kinds as text, a paragraph for each kind. */
export const lapseTexts = (facts: TestFacts, kinds: readonly Lapse[]): readonly string[] =>
  kinds.flatMap((kind) => {
    const [heading, find] = LAPSES[kind];
    return section(heading, find(facts));
  });

const changeTexts = ({ changes }: TestFacts): readonly string[] => {
  if (!changes) return [];
  const listed = listChanges(changes);
  return listed.length === 0 ? ['Nothing changed.'] : section('Changes', listed);
};

const callTexts = (facts: TestFacts): readonly string[] => {
  const { journal, plan } = facts;
  if (!journal) return [plan ? 'The mock keeps no journal.' : 'The world has ended: nothing of it is known any more.'];
  const entries = callsOf(facts);
  if (entries.length === 0) return ['No call was made.'];
  const failed = entries.filter(hasFailed);
  const met = entries.filter((entry) => !hasFailed(entry) && entry.faults.length > 0);
  const others = entries.filter((entry) => !hasFailed(entry) && entry.faults.length === 0).slice(-MAX_ITEMS);
  const explained = (heading: string, calls: readonly JournalEntry[]): readonly string[] =>
    section(`${heading}, ${calls.length} of ${entries.length}`, calls.slice(-MAX_ITEMS).map(explainCall));
  return [
    ...explained('Refused and failed calls', failed),
    ...explained('Answered calls on which a fault acted', met),
    ...section(failed.length + met.length === 0 ? 'Calls, none of which failed' : 'Other calls', others.map(entryLine)),
  ];
};

const deliveryTexts = ({ plan, deliveries = [], changes }: TestFacts): readonly string[] => {
  const { mode = 'async', ...wanted } = plan ?? {};
  const set = [
    ...(mode === 'async' ? [] : [mode]),
    ...Object.entries(wanted).map(([name, value]) => `${name} ${value}`),
  ];
  const heading = set.length === 0 ? 'Deliveries' : `Deliveries, by the plan of this test (${set.join(', ')})`;
  const lines = deliveries
    // Fixtures have receivers that are elsewhere; to one of its own the test must have expected a delivery.
    .filter(
      ({ state, subscription }) =>
        state !== 'suppressed' || (changes?.added.some(({ uid }) => uid === subscription) ?? true),
    )
    .map((each) => withoutControls(deliveryLine(each, each.type)));
  return section(heading, set.length > 0 && lines.length === 0 ? ['none'] : lines);
};

/** The longest distance between two clocks that count as one, in milliseconds. */
const SAME_CLOCK_MS = 1_000;

const clockTexts = ({ clock }: TestFacts): readonly string[] => {
  if (!clock) return [];
  const { mode, now, scale, machineTime } = clock;
  const ahead = Date.parse(now) - Date.parse(machineTime);
  const way = mode === 'frozen' ? ', and stands still' : mode === 'scaled' ? `, and runs ${scale} times as fast` : '';
  if (way === '' && Math.abs(ahead) < SAME_CLOCK_MS) return [];
  const apart = `${spanText(Math.abs(ahead))} ${ahead < 0 ? 'behind' : 'ahead of'} the machine's clock`;
  return [`The clock of the world shows ${now}${way}: ${apart}.`];
};

/** The calls, changes, deliveries, clock and lapses of the world of a test, as text for people (behaviour Y8). */
export const evidenceText = (facts: TestFacts): string => {
  const kinds = Object.keys(LAPSES) as Lapse[];
  return [
    ...callTexts(facts),
    ...changeTexts(facts),
    ...deliveryTexts(facts),
    ...clockTexts(facts),
    ...lapseTexts(facts, kinds),
  ].join('\n\n');
};
