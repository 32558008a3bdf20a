import type { CoverageAnswer, JournalEntry, MetAnswer } from '../../../../generated/nouns.ts';
import { hasFailedAnswer, isFaulted } from '../../../features/evidence/call-facts.ts';
import { isObject } from '../../../features/evidence/json-value.ts';
import { entryOfTraced, type TracedCall } from '../../../features/evidence/traced-call.ts';
import type { DeclaredOperation, DeclaredOperations } from '../../declared-operations.ts';
import type { CoverageView, OperationCoverage } from '../coverage/coverage-part.tsx';
import type { HarLog } from './har-log.ts';

/** All worlds, in the place of one. */
export const ALL_WORLDS = '*';

/** The name of clients that have none (behaviour K2). */
const UNNAMED = '(unnamed)';
/** The answer that a lost or broken one counts as. */
const LOST: CoverageAnswer = { status: 503, code: 'UNAVAILABLE' };

/** The answers that a client has met of an operation, each with its count. */
interface Tally {
  readonly answers: Map<string, MetAnswer>;
  readonly faulted: Map<string, MetAnswer>;
}

/** The reason of a failure, if it is another word than its code (behaviour K2). */
const reasonOf = ({ code, details = [] }: JournalEntry): string | undefined => {
  const texts = details.filter(isObject).flatMap(({ reason, violations }) => {
    const [first] = Array.isArray(violations) ? (violations as readonly unknown[]) : [];
    return [reason, isObject(first) ? first.type : undefined];
  });
  return texts.find((text): text is string => typeof text === 'string' && text !== code);
};

/** True for an answer that a fault or a quota asked for; if the trace does not say which, for any failure on which a fault acted. */
const isAsked = ({ _faulted }: TracedCall, facts: JournalEntry): boolean =>
  _faulted ?? (hasFailedAnswer(facts) && isFaulted(facts));

const countCall = ({ answers, faulted }: Tally, call: TracedCall, facts: JournalEntry): void => {
  const { status = 0, code = 'OK' } = facts;
  const isAskedFor = isAsked(call, facts);
  const reason = reasonOf(facts);
  const isLost = isAskedFor && (status === 0 || code === 'OK');
  const answer = isLost ? LOST : { status, code, ...(reason !== undefined && { reason }) };
  const into = isAskedFor ? faulted : answers;
  const key = `${answer.status} ${answer.code} ${reason ?? ''}`;
  into.set(key, { ...answer, count: (into.get(key)?.count ?? 0) + 1 });
};

/** The calls of a world, or of all, by their operations and clients. */
const tally = ({ entries }: HarLog, world: string) => {
  const operations = new Map<string, { readonly version: string; readonly clients: Map<string, Tally> }>();
  for (const [nth, call] of entries.entries()) {
    const facts = entryOfTraced(call, nth);
    const { operation, version = '', client = UNNAMED, state } = facts;
    const isOf = world === ALL_WORLDS || facts.world === world;
    if (!isOf || operation === undefined || state === 'open') continue;
    const { clients } = operations.get(operation) ?? { clients: new Map<string, Tally>() };
    const met = clients.get(client) ?? { answers: new Map(), faulted: new Map() };
    countCall(met, call, facts);
    clients.set(client, met);
    operations.set(operation, { version, clients });
  }
  return operations;
};

/** Compares texts by their UTF-16 units, in every language of a browser. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const sortedOf = <T>(map: ReadonlyMap<string, T>): readonly (readonly [key: string, value: T])[] =>
  [...map].sort(([one], [other]) => compareTexts(one, other));

const answersOf = (met: ReadonlyMap<string, MetAnswer>): readonly MetAnswer[] =>
  sortedOf(met).map(([, answer]) => answer);

/** The operations as they were declared in the profile of a world, or of the mock. */
const declaredIn = (
  { _began: began, _mock: mock }: HarLog,
  declared: DeclaredOperations,
  world: string,
): readonly DeclaredOperation[] => {
  const { profile = mock?.profile } = began.find((each) => (each.world ?? 'default') === world) ?? {};
  return declared[profile ?? ''] ?? Object.values(declared)[0] ?? [];
};

/** The answers that clients have met in a world of a trace, or in all, by its calls. */
export const coverageOfTrace = (log: HarLog, declared: DeclaredOperations, world: string): CoverageView => {
  const met = tally(log, world);
  const known = declaredIn(log, declared, world);
  const names = new Set(known.map(({ operation }) => operation));
  // A call of another version may be of an operation that is not declared here.
  const others = [...met].flatMap(([operation, { version }]) =>
    names.has(operation) ? [] : [{ operation, version, declared: [] }],
  );
  const operations = [...known, ...others].map((operation): OperationCoverage => {
    const clients = met.get(operation.operation)?.clients ?? new Map<string, Tally>();
    return {
      ...operation,
      clients: sortedOf(clients).map(([client, { answers, faulted }]) => ({
        client,
        answers: answersOf(answers),
        faulted: answersOf(faulted),
      })),
    };
  });
  return { operations: operations.sort((one, other) => compareTexts(one.operation, other.operation)) };
};
