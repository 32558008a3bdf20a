import type { FaultWithHits, JournalEntry, UnfiredFault } from '../contract/nouns.ts';
import { entryLine } from './entry-line.ts';

/** The id of a rule of a world, as an entry has it; a header has a name. */
const ID = /^\d+$/;
/** A fault as one line of JSON, without its counts. */
export const describeFault = ({ match, phase, do: effect, times }: UnfiredFault): string =>
  JSON.stringify({ match, phase, do: effect, ...(times !== undefined && { times }) });

/** A rule that acted on a call, by its id: the faults may have been replaced since, so it must fit the call. */
const findFault = (
  faults: readonly FaultWithHits[],
  { operation }: JournalEntry,
  { rule, phase }: JournalEntry['faults'][number],
): FaultWithHits | undefined => {
  const found = faults.find(({ id }) => id === rule);
  const fits = found && found.hits > 0 && found.phase === phase;
  return fits && (found.match.operation ?? operation) === operation ? found : undefined;
};

const describeCause = (
  faults: readonly FaultWithHits[],
  entry: JournalEntry,
  acted: JournalEntry['faults'][number],
): string => {
  if (!ID.test(acted.rule)) return `caused by its header ${acted.rule}, in the phase ${acted.phase}`;
  const fault = findFault(faults, entry, acted);
  const which = fault ? describeFault(fault) : `number ${acted.rule}, in the phase ${acted.phase}, replaced since`;
  return `caused by a fault of this test: ${which}`;
};

/** A call that was not answered as its caller hoped, with the reason in words. */
export const explainCall = (faults: readonly FaultWithHits[], entry: JournalEntry): string => {
  const { reason, message } = entry;
  const causes = entry.faults.map((acted) => describeCause(faults, entry, acted));
  // The message is in the line, and a fault is a cause.
  const said = causes.length === 0 && reason !== undefined && reason !== message ? [reason] : [];
  return [entryLine(entry), ...said, ...causes].join('\n    ');
};

/** True for a call that was refused, failed, or has not ended. */
export const hasFailed = ({ code, handled, state }: JournalEntry): boolean =>
  state === 'open' || code !== 'OK' || handled !== undefined;
