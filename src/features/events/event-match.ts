import type { EventMatch, MatchDifference, WorldEvent } from '../../../generated/nouns.ts';
import { invalid } from '../../kernel/errors.ts';
import { compileExpected } from '../../plane/partial-match.ts';
import type { FieldViolation } from '../../schema/field-violation.ts';
import type { EventTypes } from './event-types.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** Compares events with a match. */
export interface EventMatcher {
  /** True for an event that matches; one of another type need not be rendered. */
  readonly matches: (event: RecordedEvent) => boolean;
  /** The differences between an event and the wanted one; none if it matches. */
  readonly differences: (event: WorldEvent) => readonly MatchDifference[];
}

/**
 * Compiles a match of events.
 * @throws ApiError INVALID_ARGUMENT for a match that no event can meet; `prefix` precedes the fields that it names
 */
export const eventMatcher = (match: EventMatch, types: EventTypes, prefix = ''): EventMatcher => {
  const violations: FieldViolation[] = [];
  const report = (field: string, description: string): void => {
    violations.push({ field: `${prefix}${field}`, description });
  };
  const { type: name, ...plain } = match;
  const known = name === undefined ? undefined : types.findByName(name);
  if (known && 'reason' in known) report('type', known.reason);
  const wanted = known && 'type' in known ? known : undefined;
  const type = wanted && types.fullNameOf(wanted);
  const rest = Object.entries(plain).map(
    ([field, expected]) => [field as keyof WorldEvent, compileExpected(expected, field, report)] as const,
  );
  if (violations.length > 0) throw invalid(violations);
  const differences = (event: WorldEvent): readonly MatchDifference[] => [
    ...(type === undefined || event.type === type ? [] : [{ field: 'type', expected: type, actual: event.type }]),
    ...rest.flatMap(([field, compare]) => compare(event[field], field)),
  ];
  return {
    differences,
    matches: (event) => {
      const { family, type: own } = event.draft;
      if (wanted && (own !== wanted.type || family !== wanted.family)) return false;
      return rest.length === 0 || differences(event.render()).length === 0;
    },
  };
};
