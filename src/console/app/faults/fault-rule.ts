import type { SurpriseName } from '../../../features/faults/fault-presets.contract.ts';
import type { JsonObject } from '../../../json.ts';
import { numberIn } from '../frame/forms.tsx';

/** A call that a surprise may meet. */
interface Surprised {
  readonly operation?: string;
  readonly method: string;
  readonly protocol: string;
}

const verbOf = ({ operation = '' }: Surprised): string => operation.split('.').at(-1) ?? '';
const isRest = ({ protocol }: Surprised): boolean => protocol === 'rest';
const isRead = (call: Surprised): boolean =>
  isRest(call) ? call.method === 'GET' : /^(?:List|Get)/.test(verbOf(call));
const isWrite = (call: Surprised): boolean => !isRead(call);
const isList = (call: Surprised): boolean => isRead(call) && verbOf(call).startsWith('List');

/** The effect of each surprise on the call that it meets, and the calls that can meet it: any, unless it says which. */
const SURPRISES: Readonly<Record<SurpriseName, readonly [words: string, meets?: (call: Surprised) => boolean]>> = {
  unavailable_once: ['503 before it runs'],
  internal_once: ['500 before it runs'],
  aborted_once: ['409 ABORTED before it runs', isWrite],
  rate_limited: ['429 and Retry-After: 1, for a second'],
  token_expired: ['401: its token has expired'],
  permission_lag: ['403 at first, as if a new right were not seen yet', isRead],
  down: ['503, and so is each call after it'],
  lost_answer: ['it is stored, and 503 is answered', isWrite],
  lost_connection: ['it is stored, and the connection closes without an answer', isWrite],
  reset: ['the connection is reset before it runs'],
  truncated: ['the answer ends in the middle'],
  html_502: ['502, with the HTML page of a proxy', isRest],
  stalled_503: ['it is stored, and after 2 s a proxy answers 503', (call) => isWrite(call) && isRest(call)],
  slow: ['the answer takes 2 s'],
  never: ['no answer comes'],
  short_page: ['half of the rows, and a cursor behind them', isList],
  empty_page: ['no rows, and a cursor', isList],
  expired_cursor: ['the first page in place of a later one', isList],
  unknown_field: ['the answer has a field that nobody knows'],
  unknown_enum_value: ['the answer has a value of an enum that nobody knows'],
  unknown_detail: ['the error has a detail that nobody knows'],
  changed_between: [
    'another caller changes the row just before',
    (call) => isWrite(call) && /^Update/.test(verbOf(call)),
  ],
  deleted_between: [
    'another caller deletes the row just before',
    (call) => /^(?:Get|Update|Delete)/.test(verbOf(call)),
  ],
  created_before: [
    'another caller takes the name just before',
    (call) => isWrite(call) && /^Create/.test(verbOf(call)),
  ],
  late_read: ['it does not show what was written before', isRead],
  too_many_pings: ['the connection refuses further pings', ({ protocol }) => protocol === 'grpc'],
};

/** All surprises as choices: the name, and the effect. */
export const ALL_SURPRISES = Object.entries(SURPRISES).map(([name, [words]]) => [name, words] as const);

/** The surprises that a further call of an operation can meet. */
export const surprisesFor = (call: Surprised): typeof ALL_SURPRISES =>
  ALL_SURPRISES.filter(([name]) => SURPRISES[name as SurpriseName][1]?.(call) ?? true);

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
  const count = (text: string | undefined): unknown => (text === undefined ? undefined : numberIn(text));
  const match = { operation, caller, attempt: count(attempt) };
  if (failure.startsWith(PRESET)) return { preset: failure.slice(PRESET.length), match };
  const isCode = failure === failure.toUpperCase();
  const effect = isCode ? { code: failure } : { [failure]: true };
  const bounds = { latency: count(latency), retryAfter: count(retryAfter) };
  return { match, phase, do: { ...effect, ...bounds }, times: count(times) };
};
