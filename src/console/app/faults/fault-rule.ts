import type { JsonObject } from '../../../features/evidence/json-value.ts';
import type { SurpriseName } from '../../../features/faults/fault-presets.contract.ts';
import { numberIn } from '../frame/forms.tsx';

/** The effect of each surprise on the call that it meets. */
const WORDS: Readonly<Record<SurpriseName, string>> = {
  unavailable_once: '503 before it runs',
  internal_once: '500 before it runs',
  aborted_once: '409 ABORTED before it runs',
  rate_limited: '429 and Retry-After: 1, for a second',
  token_expired: '401: its token has expired',
  permission_lag: '403 at first, as if a new right were not seen yet',
  down: '503, and so is each call after it',
  lost_answer: 'it is stored, and 503 is answered',
  lost_connection: 'it is stored, and the connection closes without an answer',
  reset: 'the connection is reset before it runs',
  truncated: 'the answer ends in the middle',
  html_502: '502, with the HTML page of a proxy',
  stalled_503: 'it is stored, and after 2 s a proxy answers 503',
  slow: 'the answer takes 2 s',
  never: 'no answer comes',
  short_page: 'half of the rows, and a cursor behind them',
  empty_page: 'no rows, and a cursor',
  expired_cursor: 'the first page in place of a later one',
  unknown_field: 'the answer has a field that nobody knows',
  unknown_enum_value: 'the answer has a value of an enum that nobody knows',
  unknown_detail: 'the error has a detail that nobody knows',
  changed_between: 'another caller changes the row just before',
  deleted_between: 'another caller deletes the row just before',
  created_before: 'another caller takes the name just before',
  late_read: 'it does not show what was written before',
  too_many_pings: 'the connection refuses further pings',
};

/** A surprise as a choice: its name, and what it does. */
export type SurpriseChoice = readonly [name: SurpriseName, words: string];

export const ALL_SURPRISES = Object.entries(WORDS) as readonly SurpriseChoice[];

const OF_WRITES: ReadonlySet<SurpriseName> = new Set([
  ...(['aborted_once', 'lost_answer', 'lost_connection', 'stalled_503', 'changed_between', 'created_before'] as const),
]);
const OF_READS: ReadonlySet<SurpriseName> = new Set([
  ...(['permission_lag', 'short_page', 'empty_page', 'expired_cursor', 'late_read'] as const),
]);

const PAGES: ReadonlySet<SurpriseName> = new Set(['short_page', 'empty_page', 'expired_cursor']);
const HTTP: ReadonlySet<SurpriseName> = new Set(['html_502', 'stalled_503']);

/** The surprises that a further call of an operation can meet. */
export const surprisesFor = (call: {
  readonly operation?: string;
  readonly method: string;
  readonly protocol: string;
}): readonly SurpriseChoice[] => {
  const verb = (call.operation ?? '').split('.').at(-1) ?? '';
  const reads = call.protocol === 'rest' ? call.method === 'GET' : /^(?:List|Get)/.test(verb);
  const others = reads ? OF_WRITES : OF_READS;
  return ALL_SURPRISES.filter(
    ([name]) =>
      !others.has(name) &&
      (!PAGES.has(name) || verb.startsWith('List')) &&
      (name !== 'created_before' || verb.startsWith('Create')) &&
      (name !== 'changed_between' || verb.startsWith('Update')) &&
      (name !== 'deleted_between' || /^(?:Get|Update|Delete)/.test(verb)) &&
      (!HTTP.has(name) || call.protocol === 'rest') &&
      (name !== 'too_many_pings' || call.protocol === 'grpc'),
  );
};

/** The prefix of surprises in the form. */
const PRESET = 'preset:';

/** The failures that a fault can cause, by the name in the form; the surprises have the moment of their own. */
export const FAILURES: readonly (readonly [value: string, text: string])[] = [
  ['UNAVAILABLE', 'UNAVAILABLE, 503'],
  ['RESOURCE_EXHAUSTED', 'RESOURCE_EXHAUSTED, 429'],
  ['DEADLINE_EXCEEDED', 'DEADLINE_EXCEEDED, 504'],
  ['INTERNAL', 'INTERNAL, 500'],
  ['ABORTED', 'ABORTED, 409'],
  ['NOT_FOUND', 'NOT_FOUND, 404'],
  ['PERMISSION_DENIED', 'PERMISSION_DENIED, 403'],
  ['UNAUTHENTICATED', 'UNAUTHENTICATED, 401'],
  ['drop', 'no answer: connection closed'],
  ['reset', 'no answer: connection reset'],
  ...ALL_SURPRISES.map(([name, words]) => [`${PRESET}${name}`, `${name}: ${words}`] as const),
];

/** The moments at which a fault acts, by the name in the control plane. */
export const PHASES = [
  ['before', 'before the call'],
  ['before_auth', 'before authentication'],
  ['after_commit', 'after the write: the answer is lost'],
  ['mid_stream', 'within the answer'],
] as const;

/** The rule that the fields of the form describe; numbers that are none go as they are, so that they are refused. */
export const ruleFrom = (fields: Readonly<Record<string, string>>): JsonObject => {
  const { operation, caller, attempt, failure = 'UNAVAILABLE', phase = 'before', times, latency, retryAfter } = fields;
  const isCode = failure === failure.toUpperCase();
  const count = (text: string | undefined): unknown => (text === undefined ? undefined : numberIn(text));
  const omitUndefined = (values: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  if (failure.startsWith(PRESET)) {
    return {
      preset: failure.slice(PRESET.length),
      match: omitUndefined({ operation, caller, attempt: count(attempt) }),
    };
  }
  return {
    match: omitUndefined({ operation, caller, attempt: count(attempt) }),
    phase,
    do: omitUndefined({
      ...(isCode ? { code: failure } : { [failure]: true }),
      latency: count(latency),
      retryAfter: count(retryAfter),
    }),
    ...omitUndefined({ times: count(times) }),
  };
};
