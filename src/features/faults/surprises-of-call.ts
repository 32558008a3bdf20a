import type { FaultPreset, JournalEntry } from '../../../generated/nouns.ts';
import { operationsById } from '../../editions/editions.ts';
import { isObject, type JsonObject } from '../../json.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import { resourceOf } from './attempts.ts';
import { SURPRISES, type SurpriseName } from './fault-presets.contract.ts';
import { phaseOf } from './presets.ts';
import { listObjects, uidIn } from './read-rows.ts';
import { hasEnum } from './unpublished.ts';

/** One call of a run in which nothing went wrong, with those before it. */
interface Facts {
  readonly entry: JournalEntry;
  readonly bound: BoundOperation;
  /** The calls before it, the oldest first. */
  readonly earlier: readonly JournalEntry[];
  /** The subject of the call, as a fault matches it. */
  readonly resource: string;
}

const isOk = ({ code }: JournalEntry): boolean => code === 'OK';

/** True for a call whose caller was not refused, so that faults of the phase `before` can act on it. */
const isReached = ({ entry: { authz } }: Facts): boolean => authz?.decision !== 'unauthenticated';

const reads = ({ bound }: Facts): boolean => bound.runner.kind === 'read';
const hasWritten = ({ bound, entry }: Facts): boolean => bound.runner.kind === 'write' && isOk(entry);
const hasBody = ({ entry, bound }: Facts): boolean =>
  isOk(entry) && bound.operation.response !== undefined && entry.method !== 'HEAD';

/** The number of rows of a page that is walked by cursor; undefined for every other answer. */
const countRows = (facts: Facts): number | undefined => {
  const { entry, bound } = facts;
  const { request = {}, answer } = entry;
  const { edition, response } = bound.operation;
  const cursor = response?.find('nextPageToken');
  if (!reads(facts) || !hasBody(facts) || !answer || !cursor) return undefined;
  const asksForPage = ['pageSize', 'pageToken', 'skip', 'limit'].some((name) => Boolean(request[name]));
  // Lists of v1 are whole unless a page is asked for (behaviour V8), and some of the profile `published` always are.
  const hasCursor = Boolean(answer[cursor.json] ?? answer[cursor.proto]);
  const isPage = edition.name === 'v2' ? 'totalCount' in answer : asksForPage || hasCursor;
  const rows = Object.values(answer).find(Array.isArray);
  return isPage ? (rows?.length ?? 0) : undefined;
};

/** The row that an update sends, as it is in the request; undefined if it sends none. */
const sentRow = ({
  bound,
  entry: { request = {} },
}: Facts): { readonly of: AnyMessage; readonly row: JsonObject } | undefined => {
  const { http, request: message } = bound.operation;
  if (bound.verb === 'create' || bound.verb === 'delete') return undefined;
  const { body = '*' } = http ?? {};
  if (body === '*') return { of: message, row: request };
  const of = message.find(body)?.type.message?.();
  const row = request[body];
  return of && isObject(row) ? { of, row } : undefined;
};

/** True for an update that sends a field back as its caller has read it before. */
const sendsBack = (facts: Facts): boolean => {
  const { entry, earlier, resource } = facts;
  const sent = hasWritten(facts) ? sentRow(facts) : undefined;
  if (!sent) return false;
  const { updateMask = '' } = entry.request as { readonly updateMask?: string };
  const named = updateMask === '' || updateMask === '*' ? undefined : new Set(updateMask.split(','));
  const read = earlier
    .filter(({ caller, answer }) => answer && caller?.identity === entry.caller?.identity)
    .flatMap(({ answer }) => listObjects(answer))
    .filter((object) => uidIn(object) === resource)
    .at(-1);
  return [...sent.of.fields.values()].some(({ name, json, proto, behaviour, immutable }) => {
    if (behaviour === 'output' || immutable || name === 'uid' || name === 'id' || name === 'etag') return false;
    if (named && ![name, json, proto].some((each) => named.has(each))) return false;
    const value = sent.row[name];
    const before = read?.[json] ?? read?.[proto] ?? read?.[name];
    return value !== undefined && before !== undefined && JSON.stringify(value) === JSON.stringify(before);
  });
};

/** True for a read whose answer can show that a call before it has created, changed or deleted a row. */
const showsWrites = (facts: Facts): boolean => {
  const { entry, earlier, resource } = facts;
  if (!reads(facts) || !isOk(entry)) return false;
  const answeredUids = new Set(listObjects(entry.answer).map(uidIn));
  const isList = Object.values(entry.answer ?? {}).some(Array.isArray);
  const { resource: of } = facts.bound.wraps ?? facts.bound;
  return earlier.some(({ changes }) =>
    changes.some(
      ({ uid, type, change }) =>
        answeredUids.has(uid) || uid === resource || (isList && type === of.name && change === 'deleted'),
    ),
  );
};

const isAboutRow = ({ bound: { verb, resource: of, wraps }, entry, resource }: Facts): boolean =>
  ['get', 'update', 'delete'].includes(verb) &&
  (wraps?.resource ?? of).verbs.delete !== undefined &&
  resource !== '' &&
  resource !== entry.caller?.identity;

const makesUnique = (facts: Facts): boolean => {
  const { bound, entry } = facts;
  const { resource } = bound.wraps ?? bound;
  const { clash, replaces } = resource.rules;
  const hasMade = entry.changes.some(({ change, type }) => change === 'created' && type === resource.name);
  const mayCreate = bound.verb === 'create' || bound.verb === 'custom';
  return mayCreate && hasWritten(facts) && hasMade && clash !== undefined && replaces === undefined;
};

/** True for a call whose answer has the value of an enum. */
const showsEnum = (facts: Facts): boolean => {
  const { response } = facts.bound.operation;
  const { answer } = facts.entry;
  return hasBody(facts) && response !== undefined && answer !== undefined && hasEnum(response, answer);
};

/** The calls that each surprise can meet (behaviour F16 to F39). */
const APPLIES: Readonly<Record<SurpriseName, (facts: Facts) => boolean>> = {
  unavailable_once: isReached,
  internal_once: isReached,
  aborted_once: hasWritten,
  rate_limited: isReached,
  token_expired: (facts) =>
    isReached(facts) && facts.entry.caller !== undefined && facts.bound.operation.auth === 'token',
  permission_lag: (facts) =>
    reads(facts) &&
    isOk(facts.entry) &&
    facts.entry.caller !== undefined &&
    facts.bound.operation.capabilities.length > 0,
  down: isReached,
  lost_answer: hasWritten,
  lost_connection: hasWritten,
  reset: isReached,
  truncated: hasBody,
  html_502: isReached,
  stalled_503: hasWritten,
  slow: ({ entry }) => isOk(entry),
  never: ({ entry }) => isOk(entry),
  short_page: (facts) => (countRows(facts) ?? 0) > 1,
  empty_page: (facts) => (countRows(facts) ?? 0) > 0,
  expired_cursor: (facts) => countRows(facts) !== undefined && Boolean(facts.entry.request?.pageToken),
  unknown_field: hasBody,
  unknown_enum_value: showsEnum,
  unknown_detail: ({ entry, bound }) => !isOk(entry) && bound.operation.edition.errorDetails && entry.method !== 'HEAD',
  changed_between: sendsBack,
  deleted_between: (facts) => isOk(facts.entry) && isAboutRow(facts),
  created_before: makesUnique,
  late_read: showsWrites,
  too_many_pings: (facts) => isReached(facts) && facts.entry.protocol === 'grpc',
};

const factsOf = (calls: readonly JournalEntry[], index: number): Facts | undefined => {
  const entry = calls[index];
  const bound = operationsById().get(entry?.operation ?? '');
  if (!entry || !bound || entry.state === 'open') return undefined;
  return { entry, bound, earlier: calls.slice(0, index), resource: resourceOf(bound, entry.request ?? {}) };
};

/**
 * The surprises that can meet a call of a run in which nothing went wrong: `calls` are the calls of one world, the oldest
 * first, and `index` is its place among them.
 */
export const surprisesOf = (calls: readonly JournalEntry[], index: number): readonly SurpriseName[] => {
  const facts = factsOf(calls, index);
  return facts ? SURPRISES.filter((name) => APPLIES[name](facts)) : [];
};

/** True for a call that reaches the phase in which a surprise acts. */
const meets = (name: SurpriseName, { code }: JournalEntry): boolean => {
  const phase = phaseOf(name);
  return phase === 'after_commit' ? code === 'OK' : phase !== 'after_refusal' || code !== 'OK';
};

/**
 * The fault by which a surprise meets the same call of another run: by operation, caller and resource, and as the nth of
 * these; by operation and caller only if each run has another resource.
 */
export const armSurprise = (
  name: SurpriseName,
  calls: readonly JournalEntry[],
  index: number,
  hasResource = true,
): FaultPreset => {
  const facts = factsOf(calls, index);
  if (!facts) throw new RangeError(`there is no call ${index} of an operation`);
  const { bound, resource } = facts;
  const caller = facts.entry.caller?.identity;
  const isAlike = (other: Facts): boolean =>
    other.bound === bound && (!hasResource || other.resource === resource) && other.entry.caller?.identity === caller;
  const alike = calls.slice(0, index + 1).filter((entry, at) => {
    const other = meets(name, entry) ? factsOf(calls, at) : undefined;
    return other !== undefined && isAlike(other);
  });
  const match = {
    operation: bound.operation.id as NonNullable<FaultPreset['match']>['operation'],
    ...(caller !== undefined && { caller }),
    ...(hasResource && resource !== '' && { resource }),
    nth: alike.length,
  };
  return { preset: name, match: match as FaultPreset['match'] & object };
};
