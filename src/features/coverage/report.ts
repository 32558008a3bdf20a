import type {
  Coverage,
  CoverageAnswer,
  CoverageClient,
  CoverageOperation,
  CoverageVersion,
  MetAnswer,
  UnknownPath,
} from '../../../generated/nouns.ts';
import type { CoverageCounts, MetOperation } from './coverage-control.ts';

const compareBy = <T>(keyOf: (value: T) => string): ((a: T, b: T) => number) => {
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return (a, b) => compare(keyOf(a), keyOf(b));
};

/** The text that identifies an answer, such as `404 NOT_FOUND`. */
export const answerKey = ({ status, code }: CoverageAnswer): string => `${status} ${code}`;

/** The key that identifies an answer with its reason. */
export const reasonKey = (answer: MetAnswer): string => `${answerKey(answer)} ${answer.reason ?? ''}`;

/** The key that identifies a request for an unknown path. */
export const pathKey = (path: UnknownPath): string =>
  JSON.stringify([path.path, path.method, path.client, reasonKey(path)]);

/** The answers of an operation that were met: by a fault (`faulted`), or without one (`answers`). */
export const metOf = (
  { clients }: Pick<MetOperation, 'clients'>,
  by: keyof Pick<CoverageClient, 'answers' | 'faulted'>,
): ReadonlySet<string> => new Set(clients.flatMap((client) => client[by].map(answerKey)));

/** True for an operation that has given a declared answer, without a fault. */
const isCovered = (operation: MetOperation): boolean => {
  const met = metOf(operation, 'answers');
  return operation.declared.some((answer) => met.has(answerKey(answer)));
};

const versionOf = (version: string, operations: readonly CoverageOperation[]): CoverageVersion => {
  const count = (of: (operation: CoverageOperation) => number): number =>
    operations.reduce((sum, operation) => sum + of(operation), 0);
  const covered = count((operation) => (isCovered(operation) ? 1 : 0));
  const answers = count(({ declared }) => declared.length);
  const neverHandled = count((operation) => operation.neverHandled.length);
  const met = count((operation) => {
    const known = metOf(operation, 'answers');
    return operation.declared.filter((answer) => known.has(answerKey(answer))).length;
  });
  return {
    version,
    operations: operations.length,
    covered,
    // Rounded down to a tenth, so that only all of them are 100 percent.
    percent: operations.length === 0 ? 100 : Math.floor((covered * 1_000) / operations.length) / 10,
    answers,
    met,
    faulted: answers - met - neverHandled,
    neverHandled,
  };
};

/** An operation with all of its lists sorted, and the answers that nobody has met. */
const completeOperation = (operation: MetOperation): CoverageOperation => {
  const handled = new Set([...metOf(operation, 'answers'), ...metOf(operation, 'faulted')]);
  const declared = operation.declared.toSorted(compareBy(answerKey));
  const clients = operation.clients.map((each) => ({
    ...each,
    answers: each.answers.toSorted(compareBy(reasonKey)),
    faulted: each.faulted.toSorted(compareBy(reasonKey)),
  }));
  return {
    ...operation,
    declared,
    clients: clients.sort(compareBy(({ client }) => client)),
    neverHandled: declared.filter((answer) => !handled.has(answerKey(answer))),
  };
};

/** Sums up the counts (behaviour K7). Equal counts in any order make the same report. */
export const reportOf = ({ operations, unknownPaths, dropped }: CoverageCounts): Coverage => {
  const all = operations.map(completeOperation).sort(compareBy(({ operation }) => operation));
  // The current version first.
  const versions = [...new Set(all.map(({ version }) => version))].sort().reverse();
  return {
    format: 1,
    versions: versions.map((version) =>
      versionOf(
        version,
        all.filter((operation) => operation.version === version),
      ),
    ),
    operations: all,
    unknownPaths: unknownPaths.toSorted(compareBy(pathKey)),
    dropped,
  };
};
