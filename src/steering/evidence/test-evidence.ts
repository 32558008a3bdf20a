import type { FaultWithHits, JournalEntry, JournalPage, StateDifference, UnfiredFault } from '../contract/nouns.ts';
import { operationOf } from './call-facts.ts';
import { entryLine } from './entry-line.ts';
import { describeFault, explainCall, hasFailed } from './explained-call.ts';
import { listChanges } from './listed-changes.ts';

/** A kind of what a strict world does not let pass. */
export type Lapse = 'unreadFields' | 'unusedFaults' | 'defaultWorld' | 'unknownOperations';

/** The facts about the world of a test when it has ended; a fact that the mock does not keep is missing. */
export interface TestFacts {
  readonly id: string;
  /** Its calls, the newest first; missing without a journal. */
  readonly journal?: JournalPage;
  readonly faults: readonly FaultWithHits[];
  readonly neverFired: readonly UnfiredFault[];
  readonly changes?: StateDifference;
  /** The calls of the world `default` while the test ran, the newest first. */
  readonly callsOfDefault: readonly JournalEntry[];
}

/** How many items of one kind are shown. */
const MAX_SHOWN = 20;

/** A heading with its items below it; nothing where there are none. */
const section = (heading: string, items: readonly string[]): readonly string[] => {
  if (items.length === 0) return [];
  const further = items.length > MAX_SHOWN ? [`… and ${items.length - MAX_SHOWN} more`] : [];
  return [[`${heading}:`, ...items.slice(0, MAX_SHOWN), ...further].join('\n  ')];
};

/** What a strict world does not let pass, by kind, each with what was found of it. */
const findLapses = (facts: TestFacts): Readonly<Record<Lapse, readonly string[]>> => {
  const entries = [...(facts.journal?.entries ?? [])].reverse();
  return {
    unreadFields: entries
      .filter(({ unread }) => unread.length > 0)
      .map((entry) => `#${entry.id} ${operationOf(entry)}: ${entry.unread.join(', ')}`),
    unusedFaults: facts.neverFired.map(describeFault),
    defaultWorld: [...facts.callsOfDefault].reverse().map(entryLine),
    unknownOperations: entries.filter(({ operation }) => operation === undefined).map(entryLine),
  };
};

/** The headings of lapses, by their kind. */
const HEADINGS: Readonly<Record<Lapse, string>> = {
  unreadFields: 'Fields that were sent and not read',
  unusedFaults: 'Faults that never fired',
  defaultWorld: 'Calls to the world default while the test ran',
  unknownOperations: 'Calls that match no operation',
};

/** The lapses of some kinds as text, a paragraph for each kind. */
export const lapseTexts = (facts: TestFacts, kinds: readonly Lapse[]): readonly string[] => {
  const lapses = findLapses(facts);
  return kinds.flatMap((kind) => section(HEADINGS[kind], lapses[kind]));
};

const changeTexts = (changes: StateDifference | undefined): readonly string[] => {
  if (!changes) return [];
  const listed = listChanges(changes);
  return listed.length === 0 ? ['Nothing changed.'] : section('Changes', listed);
};

const callTexts = ({ journal, faults }: TestFacts): readonly string[] => {
  if (!journal) return ['The mock keeps no journal.'];
  const entries = [...journal.entries].reverse();
  if (entries.length === 0) return ['No call was made.'];
  const failed = entries.filter(hasFailed);
  const met = entries.filter((entry) => !hasFailed(entry) && entry.faults.length > 0);
  const others = entries.filter((entry) => !hasFailed(entry) && entry.faults.length === 0).slice(-MAX_SHOWN);
  const explained = (heading: string, calls: readonly JournalEntry[]): readonly string[] =>
    section(
      `${heading}, ${calls.length} of ${entries.length}`,
      calls.slice(-MAX_SHOWN).map((entry) => explainCall(faults, entry)),
    );
  return [
    ...explained('Refused and failed calls', failed),
    ...explained('Answered calls on which a fault acted', met),
    ...section(failed.length + met.length === 0 ? 'Calls, none of which failed' : 'Other calls', others.map(entryLine)),
  ];
};

/** What happened in the world of a test, as text for people (behaviour Y8). */
export const evidenceText = (facts: TestFacts): string => {
  const kinds = Object.keys(HEADINGS) as Lapse[];
  return [...callTexts(facts), ...changeTexts(facts.changes), ...lapseTexts(facts, kinds)].join('\n\n');
};
