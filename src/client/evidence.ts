import type {
  ChangedRow,
  FaultWithHits,
  JournalEntry,
  JournalPage,
  NamedRow,
  StateDifference,
  UnfiredFault,
} from '../steering/contract/nouns.ts';
import { entryLine } from '../steering/journal/entry-line.ts';
import type { Strictness } from './strict.ts';

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

/** The place of a rule among the faults of a world, as an entry has it; a header has a name. */
const PLACE = /^\d+$/;
/** How many items of one kind are shown. */
const MAX_SHOWN = 20;

const describeFault = ({ match, phase, do: effect, times }: UnfiredFault): string =>
  JSON.stringify({ match, phase, do: effect, ...(times !== undefined && { times }) });

/** The operation of an entry, or else its path. */
const nameOfCall = ({ operation, method, path }: JournalEntry): string => operation ?? `${method} ${path}`;

/** A rule that acted on a call, by its place: the faults may have been replaced since, so it must fit the call. */
const findFault = (
  faults: readonly FaultWithHits[],
  { operation }: JournalEntry,
  { rule, phase }: JournalEntry['faults'][number],
): FaultWithHits | undefined => {
  const found = faults[Number(rule)];
  const fits = found && found.hits > 0 && found.phase === phase;
  return fits && (found.match.operation ?? operation) === operation ? found : undefined;
};

const describeCause = (
  faults: readonly FaultWithHits[],
  entry: JournalEntry,
  acted: JournalEntry['faults'][number],
): string => {
  if (!PLACE.test(acted.rule)) return `caused by its header ${acted.rule}, in the phase ${acted.phase}`;
  const fault = findFault(faults, entry, acted);
  const which = fault ? describeFault(fault) : `number ${acted.rule}, in the phase ${acted.phase}, replaced since`;
  return `caused by a fault of this test: ${which}`;
};

/** A call that was not answered as its caller hoped, with the reason in words. */
const explainCall = (faults: readonly FaultWithHits[], entry: JournalEntry): string => {
  const { reason, message } = entry;
  const causes = entry.faults.map((acted) => describeCause(faults, entry, acted));
  // The message is in the line, and a fault is a cause.
  const said = causes.length === 0 && reason !== undefined && reason !== message ? [reason] : [];
  return [entryLine(entry), ...said, ...causes].join('\n    ');
};

/** True for a call that was refused, failed, was met by a fault, or has not ended. */
export const hasFailed = ({ code, handled, faults, state }: JournalEntry): boolean =>
  state === 'open' || code !== 'OK' || handled !== undefined || faults.length > 0;

const nameRow = ({ type, uid, name }: NamedRow): string =>
  `${type} ${uid}${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;

const nameChange = (row: ChangedRow): string => `~ ${nameRow(row)}: ${Object.keys(row.fields).join(', ')}`;

const listChanges = ({ added, removed, changed }: StateDifference): readonly string[] => [
  ...added.map((row) => `+ ${nameRow(row)}`),
  ...removed.map((row) => `- ${nameRow(row)}`),
  ...changed.map(nameChange),
];

/** A heading with its items below it; nothing where there are none. */
const section = (heading: string, items: readonly string[]): readonly string[] => {
  if (items.length === 0) return [];
  const further = items.length > MAX_SHOWN ? [`… and ${items.length - MAX_SHOWN} more`] : [];
  return [[`${heading}:`, ...items.slice(0, MAX_SHOWN), ...further].join('\n  ')];
};

/** What a strict world does not let pass, by kind, each with what was found of it. */
const findLapses = (facts: TestFacts): Readonly<Record<keyof Strictness, readonly string[]>> => {
  const entries = [...(facts.journal?.entries ?? [])].reverse();
  return {
    unreadFields: entries
      .filter(({ unread }) => unread.length > 0)
      .map((entry) => `#${entry.id} ${nameOfCall(entry)}: ${entry.unread.join(', ')}`),
    unusedFaults: facts.neverFired.map(describeFault),
    defaultWorld: [...facts.callsOfDefault].reverse().map(entryLine),
    unknownOperations: entries.filter(({ operation }) => operation === undefined).map(entryLine),
  };
};

/** The headings of lapses, by their kind. */
const HEADINGS: Readonly<Record<keyof Strictness, string>> = {
  unreadFields: 'Fields that were sent and not read',
  unusedFaults: 'Faults that never fired',
  defaultWorld: 'Calls to the world default while the test ran',
  unknownOperations: 'Calls that match no operation',
};

/** The lapses of some kinds as text, a paragraph for each kind. */
export const lapseTexts = (facts: TestFacts, kinds: readonly (keyof Strictness)[]): readonly string[] => {
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
  const others = entries.filter((entry) => !hasFailed(entry)).slice(-MAX_SHOWN);
  return [
    ...section(
      `Refused and failed calls, ${failed.length} of ${entries.length}`,
      failed.slice(-MAX_SHOWN).map((entry) => explainCall(faults, entry)),
    ),
    ...section(failed.length === 0 ? 'Calls, none of which failed' : 'Other calls', others.map(entryLine)),
  ];
};

/** What happened in the world of a test, as text for people (behaviour Y8). */
export const evidenceText = (facts: TestFacts): string => {
  const kinds = Object.keys(HEADINGS) as (keyof Strictness)[];
  return [...callTexts(facts), ...changeTexts(facts.changes), ...lapseTexts(facts, kinds)].join('\n\n');
};
