import { eitherOf, excluding, type Keywords, noneOf, someOf } from '../../plane/between-fields.contract.ts';
import { LASTING, OF_BODIES, OF_READS, OF_WRITES, ON_BODY } from './fault-presets.contract.ts';

/**
 * The effects of which a fault has one at most: each ends the answer, or changes what is answered, in its own way. A code
 * and a status go together.
 */
export const ENDS = [
  'drop',
  'reset',
  'truncate',
  'hang',
  'rows',
  'expireCursor',
  'stale',
  'add',
  'other',
  'refusePings',
  'code',
  'http',
] as const;

/** The effects on an answer, which a call has only after it has run (behaviour F11, F30, F32, F39). */
export const ON_ANSWER = ['truncate', 'slow', 'rows', 'expireCursor', 'stale'] as const;

/** The effects on what is read. */
export const OF_READ = ['rows', 'expireCursor', 'stale'] as const;

/** The additions that an answer can have (behaviour F33 to F35). */
export const ADDITIONS = ['field', 'enum_value', 'detail'] as const;

/** The parts of an error, which need one. */
export const OF_ERROR = ['message', 'details', 'retryAfter'] as const;

/** Facts of a call that need its caller. */
export const OF_CALLER = ['caller', 'attempt', 'resource'] as const;

/** The paths beside the API, whose calls are never faulted (behaviour F7). */
const BESIDE = '/(?:_mock|docs|openapi|\\.well-known)(?:[/.-]|$)';

/** Matches a path that begins beside the API. */
export const BESIDE_API = new RegExp(`^${BESIDE}`);

/** The OpenAPI text of the path that a fault matches. */
export const PATH_FORM: Keywords = { pattern: '^[/*]', not: { type: 'string', pattern: `^${BESIDE}` } };

/** The OpenAPI text of an operation beside a version: names of v1 have a dot or an underscore. */
export const VERSION_OF_OPERATION: Keywords = {
  anyOf: [
    noneOf('version'),
    { properties: { version: { const: 'v1' }, operation: { type: 'string', pattern: '[._]' } } },
    {
      properties: { version: { const: 'v2' }, operation: { type: 'string', not: { type: 'string', pattern: '[._]' } } },
    },
  ],
};

/** The OpenAPI text of the calls of a fault. */
export const MATCH_RULES: Keywords = {
  dependentSchemas: excluding({ nth: ['every', 'from'], from: ['every'] }),
  ...VERSION_OF_OPERATION,
};

/** Each of these excludes those behind it; a code and a status go together. */
const oneEnd = Object.fromEntries(
  ENDS.slice(0, -2).map((end, at): [string, readonly string[]] => [end, ENDS.slice(at + 1)]),
);

/** The OpenAPI text of an effect (behaviour F6). */
export const EFFECT_RULES: Keywords = {
  ...someOf(...ENDS, 'latency', 'slow'),
  dependentSchemas: {
    ...excluding({ ...oneEnd, slow: ENDS.filter((end) => end !== 'truncate') }),
    ...Object.fromEntries(OF_ERROR.map((name) => [name, someOf('code', 'http')])),
    html: { ...someOf('http'), ...noneOf('message', 'details') },
  },
};

const isNot = (value: unknown): Keywords => ({ not: { const: value } });
const isNoneOf = (values: readonly string[]): Keywords => ({ not: { enum: values } });
const matching = (properties: Readonly<Record<string, Keywords>>): Keywords => ({ properties });

/** The OpenAPI text of faults that are made beforehand: what some of them match excludes more. */
export const PRESET_RULES: Keywords = {
  allOf: [
    eitherOf({ preset: isNoneOf(['flaky', 'brownout']) }, { match: noneOf('nth', 'from') }),
    eitherOf({ preset: isNot('maintenance') }, { match: noneOf(...OF_CALLER) }),
    eitherOf({ preset: isNoneOf(LASTING) }, { match: noneOf('every') }),
    eitherOf({ preset: isNoneOf(OF_WRITES) }, { match: matching({ writes: isNot(false) }) }),
    eitherOf({ preset: isNoneOf(OF_READS) }, { match: matching({ writes: isNot(true) }) }),
    eitherOf({ preset: isNoneOf(OF_BODIES) }, { match: matching({ method: isNot('HEAD') }) }),
    eitherOf({ preset: isNot('unknown_detail') }, { match: matching({ version: isNot('v1') }) }),
  ],
};

const addsNothingIn = (phase: string, ...additions: readonly string[]): Keywords =>
  eitherOf({ phase: isNot(phase) }, { do: { properties: { add: isNoneOf(additions) } } });

/** The OpenAPI text of an effect beside its phase and the calls that it is for. */
export const FAULT_RULES: Keywords = {
  allOf: [
    {
      anyOf: [
        { properties: { do: noneOf(...ON_ANSWER) } },
        { required: ['phase'], properties: { phase: { const: 'after_commit' } } },
      ],
    },
    {
      anyOf: [
        { properties: { do: noneOf('add') } },
        { required: ['phase'], properties: { phase: { enum: ['after_commit', 'after_refusal'] } } },
      ],
    },
    addsNothingIn('after_commit', 'detail'),
    addsNothingIn('after_refusal', 'field', 'enum_value'),
    eitherOf({ phase: isNot('after_refusal') }, { do: { required: ['add'] } }),
    eitherOf({ phase: { const: 'before' } }, { do: noneOf('other', 'refusePings') }),
    eitherOf({ phase: isNot('mid_stream') }, { do: noneOf('http', 'hang') }),
    eitherOf({ phase: isNot('before_auth') }, { match: noneOf(...OF_CALLER) }),
    eitherOf({ match: matching({ method: isNot('HEAD') }) }, { phase: isNot('mid_stream'), do: noneOf(...ON_BODY) }),
    eitherOf({ match: matching({ writes: isNot(true) }) }, { do: noneOf(...OF_READ) }),
    eitherOf(
      { match: matching({ writes: isNot(false) }) },
      { do: { properties: { other: isNoneOf(['change', 'create']) } } },
    ),
    eitherOf({ match: matching({ version: isNot('v1') }) }, { phase: isNot('after_refusal') }),
    eitherOf({ match: noneOf('nth') }, { times: { maximum: 1 } }),
    { anyOf: [{ properties: { match: noneOf('nth') } }, noneOf('lastsMs', 'spreads')] },
  ],
};
