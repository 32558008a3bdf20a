import type { CoverageAnswer, MetAnswer } from '../../../../generated/nouns.ts';
import { hasFailedAnswer, isFaulted } from '../../../features/evidence/call-facts.ts';
import { entryOfTraced } from '../../../features/evidence/traced-call.ts';
import { isObject } from '../../../json.ts';
import type { DeclaredOperations } from '../../declared-operations.ts';
import type { OperationCoverage } from '../coverage/coverage-part.tsx';
import { type HarLog, objectsIn } from './har-log.ts';

/** All worlds, in the place of one. */
export const ALL_WORLDS = '*';

/** The name of clients that have none (behaviour K2). */
const UNNAMED = '(unnamed)';
/** The answer that a lost or broken one counts as. */
const LOST: CoverageAnswer = { status: 503, code: 'UNAVAILABLE' };

/** The answers that a client has met of an operation, by a fault or without one, each with its count. */
type Tally = Readonly<Record<'answers' | 'faulted', Map<string, MetAnswer>>>;

/** The calls of a world, or of all, by their operations and clients. */
const tally = ({ entries }: HarLog, world: string) => {
  const operations = new Map<string, { readonly version: string; readonly clients: Map<string, Tally> }>();
  for (const [nth, call] of entries.entries()) {
    const entry = entryOfTraced(call, nth);
    const { operation, version = '', client = UNNAMED, state, status = 0, code = 'OK' } = entry;
    const isOf = world === ALL_WORLDS || entry.world === world;
    if (!isOf || operation === undefined || state === 'open') continue;
    const { clients } = operations.get(operation) ?? { clients: new Map<string, Tally>() };
    const met = clients.get(client) ?? { answers: new Map(), faulted: new Map() };
    // If the trace does not say what a fault or a quota asked for, that is any failure on which a fault acted.
    const isAskedFor = call._faulted ?? (hasFailedAnswer(entry) && isFaulted(entry));
    // The reason of a failure, if it is another word than its code (behaviour K2).
    const reason = (entry.details ?? [])
      .filter(isObject)
      .flatMap(({ reason: named, violations }) => [named, objectsIn(violations)[0]?.type])
      .find((text): text is string => typeof text === 'string' && text !== code);
    const isLost = isAskedFor && (status === 0 || code === 'OK');
    const answer = isLost ? LOST : { status, code, ...(reason !== undefined && { reason }) };
    const into = met[isAskedFor ? 'faulted' : 'answers'];
    const key = `${answer.status} ${answer.code} ${reason ?? ''}`;
    into.set(key, { ...answer, count: (into.get(key)?.count ?? 0) + 1 });
    operations.set(operation, { version, clients: clients.set(client, met) });
  }
  return operations;
};

/** Compares texts by their UTF-16 units, in every language of a browser. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The entries of a map in the order of its keys. */
const sorted = <T>(map: ReadonlyMap<string, T>): readonly (readonly [key: string, value: T])[] =>
  [...map].sort(([one], [other]) => compareTexts(one, other));

/** The answers that clients have met in a world of a trace, or in all, by its calls. */
export const coverageOfTrace = (
  log: HarLog,
  declared: DeclaredOperations,
  world: string,
): { readonly operations: readonly OperationCoverage[] } => {
  const met = tally(log, world);
  const began = log._began.find((each) => (each.world ?? 'default') === world);
  // As they were declared in the profile of the world, or of the mock.
  const profile = began?.profile ?? log._mock?.profile ?? '';
  const known = declared[profile] ?? Object.values(declared)[0] ?? [];
  const names = new Set(known.map(({ operation }) => operation));
  // A call of another version may be of an operation that is not declared here.
  const others = [...met].flatMap(([operation, { version }]) =>
    names.has(operation) ? [] : [{ operation, version, declared: [] }],
  );
  const operations = [...known, ...others].map((operation): OperationCoverage => {
    const clients = met.get(operation.operation)?.clients ?? new Map<string, Tally>();
    return {
      ...operation,
      clients: sorted(clients).map(([client, { answers, faulted }]) => ({
        client,
        answers: sorted(answers).map(([, answer]) => answer),
        faulted: sorted(faulted).map(([, answer]) => answer),
      })),
    };
  });
  return { operations: operations.sort((one, other) => compareTexts(one.operation, other.operation)) };
};
