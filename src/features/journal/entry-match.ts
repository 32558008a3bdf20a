import type { JournalEntry as EntryView, MatchDifference } from '../../../generated/nouns.ts';
import { Code, type CodeName, invalid } from '../../kernel/errors.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { NamedIdentity } from '../../plane/named-identity.ts';
import { describeUnknownOperation, findNamed } from '../../plane/operation-names.ts';
import { compileExpected, pathPattern, type Report } from '../../plane/partial-match.ts';
import type { FieldViolation } from '../../schema/field-violation.ts';
import { describeUnknownValue } from '../../schema/nearest-name.ts';
import type { EntryFilter } from './journal-control.ts';
import type { PackedEntry } from './packed-entry.ts';

/** The facts about a world that matches are checked against. */
export interface MatchWorld extends NamedIdentity {
  readonly operations: () => readonly BoundOperation[];
}

/** Compares entries with a match. */
export interface Matcher {
  /** False for entries that cannot match, by the facts that are known before an entry is rendered. */
  readonly admits: (entry: PackedEntry) => boolean;
  readonly matches: (entry: EntryView) => boolean;
  /** The differences between an entry and the wanted one; none if it matches. */
  readonly differences: (entry: EntryView) => readonly MatchDifference[];
}

const CODES: ReadonlySet<string> = new Set(['OK', ...Object.keys(Code)]);

const operationOf = (name: string, { operations }: MatchWorld, report: Report): string | undefined => {
  const known = operations();
  const found = findNamed(name, known)?.operation;
  if (!found) report('operation', describeUnknownOperation(name, known));
  return found?.id;
};

const statusTest = (status: number | string, report: Report): ((entry: EntryView) => boolean) => {
  if (typeof status === 'number') return (entry) => entry.status === status;
  if (!CODES.has(status)) report('status', describeUnknownValue(status, [...CODES]));
  return ({ code }) => code === (status as CodeName | 'OK');
};

const callerOf = (name: string, { identity }: MatchWorld, report: Report): string | undefined => {
  const found = identity(name);
  if ('uid' in found) return found.uid;
  report('caller', found.reason);
  return undefined;
};

/**
 * Compiles a match of entries.
 * @throws ApiError INVALID_ARGUMENT for a match that no entry can meet; `prefix` precedes the fields that it names
 */
export const matcherOf = (match: EntryFilter, world: MatchWorld, prefix = ''): Matcher => {
  const violations: FieldViolation[] = [];
  const report: Report = (field, description) => violations.push({ field: `${prefix}${field}`, description });
  const { operation, status, caller, path, ...plain } = match;
  const tests: [keyof EntryFilter, test: (entry: EntryView) => boolean][] = [];
  const id = operation === undefined ? undefined : operationOf(operation, world, report);
  if (id !== undefined) tests.push(['operation', (entry) => entry.operation === id]);
  if (status !== undefined) tests.push(['status', statusTest(status, report)]);
  const uid = caller === undefined ? undefined : callerOf(caller, world, report);
  if (uid !== undefined) tests.push(['caller', (entry) => entry.caller?.identity === uid]);
  if (path !== undefined) {
    const pattern = pathPattern(path);
    tests.push(['path', (entry) => pattern.test(entry.path)]);
  }
  const rest = Object.entries(plain).map(
    ([field, expected]) => [field as keyof EntryFilter, compileExpected(expected, field, report)] as const,
  );
  if (violations.length > 0) throw invalid(violations);
  const differences: Matcher['differences'] = (entry) => [
    ...tests.flatMap(([field, test]) => {
      const actual = field === 'status' ? [entry.status, entry.code] : (entry[field] ?? null);
      return test(entry) ? [] : [{ field, expected: match[field], actual }];
    }),
    ...rest.flatMap(([field, compare]) => compare(entry[field], field)),
  ];
  return {
    admits: (entry) =>
      (id === undefined || entry.operation?.id === id) && (uid === undefined || entry.caller?.identity === uid),
    matches: (entry) => differences(entry).length === 0,
    differences,
  };
};
