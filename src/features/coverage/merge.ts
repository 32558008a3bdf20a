import type { Coverage, CoverageClient, MetAnswer, PageWalks } from '../../../generated/nouns.ts';
import type { CoverageCounts, MetOperation } from './coverage-control.ts';
import { answerKey, pathKey, reasonKey, reportOf } from './report.ts';

/** The values of several lists; values with one key are joined. */
const joinByKey = <T>(values: readonly T[], keyOf: (value: T) => string, join: (a: T, b: T) => T): readonly T[] => {
  const byKey = new Map<string, T>();
  for (const value of values) {
    const key = keyOf(value);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? value : join(known, value));
  }
  return [...byKey.values()];
};

const addCounts = <T extends MetAnswer>(a: T, b: T): T => ({ ...a, count: a.count + b.count });

const joinAnswers = (...answers: readonly (readonly MetAnswer[])[]): readonly MetAnswer[] =>
  joinByKey(answers.flat(), reasonKey, addCounts);

const addWalks = (a: PageWalks, b: PageWalks): PageWalks => ({
  lists: a.lists + b.lists,
  notFollowed: a.notFollowed + b.notFollowed,
  mostPages: Math.max(a.mostPages, b.mostPages),
});

/** The clients of several lists; clients with one name are joined. */
export const joinClients = (clients: readonly CoverageClient[]): readonly CoverageClient[] =>
  joinByKey(
    clients,
    ({ client }) => client,
    (a, b) => {
      const walks = a.walks && b.walks ? addWalks(a.walks, b.walks) : (a.walks ?? b.walks);
      const [answers, faulted] = [joinAnswers(a.answers, b.answers), joinAnswers(a.faulted, b.faulted)];
      return { client: a.client, answers, faulted, ...(walks && { walks }) };
    },
  );

/** The replacement that holds if reports of different versions of the mock differ, whatever their order. */
const replacement = (a: string | null | undefined, b: string | null | undefined): string | null | undefined => {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? a : b;
  return typeof a === 'string' || b === undefined ? a : b;
};

const joinOperation = (a: MetOperation, b: MetOperation): MetOperation => {
  const replacedBy = replacement(a.replacedBy, b.replacedBy);
  return {
    operation: a.operation,
    version: a.version,
    ...(replacedBy !== undefined && { replacedBy }),
    declared: joinByKey([...a.declared, ...b.declared], answerKey, (known) => known),
    clients: joinClients([...a.clients, ...b.clients]),
  };
};

/** The counts before any call. */
const NOTHING_COUNTED: CoverageCounts = {
  operations: [],
  unknownPaths: [],
  dropped: { clients: 0, reasons: 0, unknownPaths: 0 },
};

/** The counts of two reports as one. */
const joinCounts = (a: CoverageCounts, b: CoverageCounts): CoverageCounts => ({
  operations: joinByKey(
    [...a.operations, ...b.operations],
    ({ operation, version }) => `${version} ${operation}`,
    joinOperation,
  ),
  unknownPaths: joinByKey([...a.unknownPaths, ...b.unknownPaths], pathKey, addCounts),
  dropped: {
    clients: a.dropped.clients + b.dropped.clients,
    reasons: a.dropped.reasons + b.dropped.reasons,
    unknownPaths: a.dropped.unknownPaths + b.dropped.unknownPaths,
  },
});

/** One report of several: their counts are added up (behaviour K10). The order of the reports does not matter. */
export const mergeReports = (reports: readonly CoverageCounts[]): Coverage =>
  reportOf(reports.reduce(joinCounts, NOTHING_COUNTED));
