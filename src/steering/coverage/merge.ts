import type { Coverage, CoverageClient, MetAnswer, PageWalks } from '../contract/nouns.ts';
import type { CoverageCounts, MetOperation } from './coverage-control.ts';
import { answerKey, pathKey, reportOf } from './report.ts';

/** The values of several lists, those of one key joined. */
const joined = <T>(values: readonly T[], keyOf: (value: T) => string, join: (a: T, b: T) => T): readonly T[] => {
  const byKey = new Map<string, T>();
  for (const value of values) {
    const key = keyOf(value);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? value : join(known, value));
  }
  return [...byKey.values()];
};

const added = <T extends MetAnswer>(a: T, b: T): T => ({ ...a, count: a.count + b.count });

const joinedAnswers = (...answers: readonly (readonly MetAnswer[])[]): readonly MetAnswer[] =>
  joined(answers.flat(), (answer) => `${answerKey(answer)} ${answer.reason ?? ''}`, added);

const joinedWalks = (a: PageWalks | undefined, b: PageWalks | undefined): PageWalks | undefined =>
  a && b
    ? {
        lists: a.lists + b.lists,
        notFollowed: a.notFollowed + b.notFollowed,
        mostPages: Math.max(a.mostPages, b.mostPages),
      }
    : (a ?? b);

const joinedClient = (a: CoverageClient, b: CoverageClient): CoverageClient => {
  const walks = joinedWalks(a.walks, b.walks);
  return {
    client: a.client,
    answers: joinedAnswers(a.answers, b.answers),
    faulted: joinedAnswers(a.faulted, b.faulted),
    ...(walks && { walks }),
  };
};

/** The clients of several lists, those of one name joined. */
export const joinedClients = (clients: readonly CoverageClient[]): readonly CoverageClient[] =>
  joined(clients, ({ client }) => client, joinedClient);

/** Which replacement holds where reports of different versions of the mock differ, whatever their order. */
const replacement = (a: string | null | undefined, b: string | null | undefined): string | null | undefined => {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? a : b;
  return typeof a === 'string' || b === undefined ? a : b;
};

const joinedOperation = (a: MetOperation, b: MetOperation): MetOperation => {
  const replacedBy = replacement(a.replacedBy, b.replacedBy);
  return {
    operation: a.operation,
    version: a.version,
    ...(replacedBy !== undefined && { replacedBy }),
    declared: joined([...a.declared, ...b.declared], answerKey, (known) => known),
    clients: joinedClients([...a.clients, ...b.clients]),
  };
};

const NOTHING: CoverageCounts = {
  operations: [],
  unknownPaths: [],
  dropped: { clients: 0, reasons: 0, unknownPaths: 0 },
};

const joinedCounts = (a: CoverageCounts, b: CoverageCounts): CoverageCounts => ({
  operations: joined(
    [...a.operations, ...b.operations],
    ({ operation, version }) => `${version} ${operation}`,
    joinedOperation,
  ),
  unknownPaths: joined([...a.unknownPaths, ...b.unknownPaths], pathKey, added),
  dropped: {
    clients: a.dropped.clients + b.dropped.clients,
    reasons: a.dropped.reasons + b.dropped.reasons,
    unknownPaths: a.dropped.unknownPaths + b.dropped.unknownPaths,
  },
});

/** One report of several: what was counted is added up (behaviour K10). The order of the reports does not matter. */
export const merged = (reports: readonly CoverageCounts[]): Coverage => reportOf(reports.reduce(joinedCounts, NOTHING));
