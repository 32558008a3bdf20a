import type { JsonObject } from '../../../features/evidence/json-value.ts';
import { numberIn } from '../frame/numbers.ts';
import { ALL_SURPRISES } from './surprises.ts';

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
