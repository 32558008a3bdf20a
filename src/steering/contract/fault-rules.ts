import { eitherOf, excluding, type Keywords, noneOf, someOf } from './between-fields.ts';

/** The effects of which a fault has one at most: each ends the answer in its own way. A code and a status go together. */
export const ENDS = ['drop', 'reset', 'truncate', 'code', 'http'] as const;

/** The effects on the bytes of an answer, which a call has only after it has run (behaviour F11). */
export const ON_ANSWER = ['truncate', 'slow'] as const;

/** What belongs to an error, and needs one. */
export const OF_ERROR = ['message', 'details', 'retryAfter'] as const;

/** What comes of a call only where its caller is known. */
const OF_CALLER = ['caller', 'attempt'] as const;

/** The paths beside the API, whose calls are never faulted (behaviour F7). */
const BESIDE = '/(?:_mock|docs|openapi|\\.well-known)(?:[/.-]|$)';

/** The same, at the beginning of a path. */
export const BESIDE_API = new RegExp(`^${BESIDE}`);

/** What OpenAPI says of the path that a fault matches. */
export const PATH_FORM: Keywords = { pattern: `^(?!${BESIDE})[/*]` };

/** What OpenAPI says of an operation beside a version: names of v1 have a dot or an underscore. */
export const VERSION_OF_OPERATION: Keywords = {
  anyOf: [
    noneOf('version'),
    { properties: { version: { const: 'v1' }, operation: { pattern: '[._]' } } },
    { properties: { version: { const: 'v2' }, operation: { not: { pattern: '[._]' } } } },
  ],
};

/** What OpenAPI says of the calls of a fault. */
export const MATCH_RULES: Keywords = { dependentSchemas: excluding({ nth: ['every'] }), ...VERSION_OF_OPERATION };

/** What OpenAPI says of an effect (behaviour F6). */
export const EFFECT_RULES: Keywords = {
  ...someOf(...ENDS, 'latency', 'slow'),
  dependentSchemas: {
    ...excluding({
      drop: ['reset', 'truncate', 'code', 'http'],
      reset: ['truncate', 'code', 'http'],
      truncate: ['code', 'http'],
      slow: ENDS.filter((end) => end !== 'truncate'),
    }),
    ...Object.fromEntries(OF_ERROR.map((name) => [name, someOf('code', 'http')])),
  },
};

const isNot = (value: string): Keywords => ({ not: { const: value } });

/** What OpenAPI says of faults that are made beforehand: what some of them match excludes more. */
export const PRESET_RULES: Keywords = {
  allOf: [
    eitherOf({ preset: { not: { enum: ['flaky', 'brownout'] } } }, { match: noneOf('nth') }),
    eitherOf({ preset: isNot('maintenance') }, { match: noneOf(...OF_CALLER) }),
  ],
};

/** What OpenAPI says of an effect beside its phase and the calls that it is for. */
export const FAULT_RULES: Keywords = {
  allOf: [
    {
      anyOf: [
        { properties: { do: noneOf(...ON_ANSWER) } },
        { required: ['phase'], properties: { phase: { const: 'after_commit' } } },
      ],
    },
    eitherOf({ phase: isNot('mid_stream') }, { do: noneOf('http') }),
    eitherOf({ phase: isNot('before_auth') }, { match: noneOf(...OF_CALLER) }),
    eitherOf(
      { match: { properties: { method: isNot('HEAD') } } },
      { phase: isNot('mid_stream'), do: noneOf(...ON_ANSWER) },
    ),
    eitherOf({ match: noneOf('nth') }, { times: { maximum: 1 } }),
  ],
};
