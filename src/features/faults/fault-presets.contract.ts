import type { Fault, FaultEffect, FaultMatch, FaultPhase, FaultPreset } from '../../../generated/nouns.ts';

/** A fault with its match and its phase, and with the name of its preset if it has one. */
export type FaultRule = Fault & Required<Pick<Fault, 'match' | 'phase'>> & Partial<Pick<FaultPreset, 'preset'>>;

/** One call that fails, and no other. */
const failOnce = (effect: FaultEffect, phase: FaultPhase = 'before', match: FaultMatch = {}): readonly FaultRule[] => [
  { match, phase, do: effect, times: 1 },
];

/** Only calls that write, and only those that read: no other may be refused so, or has what is changed. */
const WRITES: FaultMatch = { writes: true };
const READS: FaultMatch = { writes: false };
/** Only calls from one on, which the caller may name as the nth. */
const FROM: FaultMatch = { from: 1 };

/** The rules of faults that are made beforehand for a whole run (behaviour F8). */
const situations = {
  flaky: [
    { match: { every: 3 }, phase: 'before', do: { code: 'UNAVAILABLE', retryAfter: 1 } },
    { match: { every: 5 }, phase: 'after_commit', do: { code: 'UNAVAILABLE', retryAfter: 1 } },
  ],
  brownout: [
    { match: {}, phase: 'before', do: { latency: { min: 200, max: 1_000 } } },
    { match: { every: 4 }, phase: 'before', do: { code: 'DEADLINE_EXCEEDED' } },
  ],
  quota: [{ match: { attempt: 1 }, phase: 'before', do: { code: 'RESOURCE_EXHAUSTED', retryAfter: 1 } }],
  maintenance: [
    {
      match: {},
      phase: 'before_auth',
      do: { code: 'UNAVAILABLE', message: 'Unavailable: down for maintenance', retryAfter: 120 },
    },
  ],
} satisfies Readonly<Record<string, readonly FaultRule[]>>;

/**
 * The rules of surprises: faults of one call, which a service or what stands in front of it may always have. One that
 * takes time acts after the commit, so that nothing is stored later than its client may see.
 */
const surprises = {
  unavailable_once: failOnce({ code: 'UNAVAILABLE' }),
  internal_once: failOnce({ code: 'INTERNAL', message: 'Internal error' }),
  aborted_once: failOnce({ code: 'ABORTED' }, 'before', WRITES),
  rate_limited: [{ match: FROM, phase: 'before', do: { code: 'RESOURCE_EXHAUSTED', retryAfter: 1 }, lastsMs: 1_000 }],
  token_expired: failOnce({ code: 'UNAUTHENTICATED', message: 'Unauthenticated: token expired' }),
  permission_lag: [{ match: { ...READS, ...FROM }, phase: 'before', do: { code: 'PERMISSION_DENIED' }, times: 2 }],
  down: [{ match: FROM, phase: 'before', do: { code: 'UNAVAILABLE' }, spreads: true }],
  lost_answer: failOnce({ code: 'UNAVAILABLE' }, 'after_commit', WRITES),
  lost_connection: failOnce({ reset: true }, 'after_commit', WRITES),
  reset: failOnce({ reset: true }),
  truncated: failOnce({ truncate: true }, 'after_commit'),
  html_502: failOnce({ http: 502, html: true }),
  stalled_503: failOnce({ latency: 2_000, http: 503, html: true, retryAfter: 30 }, 'after_commit', WRITES),
  slow: failOnce({ latency: 2_000 }, 'after_commit'),
  never: failOnce({ hang: true }, 'after_commit'),
  short_page: failOnce({ rows: true }, 'after_commit', READS),
  empty_page: failOnce({ rows: 0 }, 'after_commit', READS),
  expired_cursor: failOnce({ expireCursor: true }, 'after_commit', READS),
  unknown_field: failOnce({ add: 'field' }, 'after_commit'),
  unknown_enum_value: failOnce({ add: 'enum_value' }, 'after_commit'),
  unknown_detail: failOnce({ add: 'detail' }, 'after_refusal'),
  changed_between: failOnce({ other: 'change' }, 'before', WRITES),
  deleted_between: failOnce({ other: 'delete' }),
  created_before: failOnce({ other: 'create' }, 'before', WRITES),
  late_read: [{ match: { ...READS, ...FROM }, phase: 'after_commit', do: { stale: true }, times: 2 }],
  too_many_pings: failOnce({ refusePings: true }),
} satisfies Readonly<Record<string, readonly FaultRule[]>>;

/** The name of a surprise. */
export type SurpriseName = keyof typeof surprises;

/** The rules of each preset; their matches are added to the match that the caller wants. */
export const RULES_OF_PRESETS: Readonly<Record<keyof typeof situations | SurpriseName, readonly FaultRule[]>> = {
  ...situations,
  ...surprises,
};

/** The names of all presets, and of the surprises among them. */
export const PRESETS = Object.keys(RULES_OF_PRESETS) as readonly (keyof typeof RULES_OF_PRESETS)[];
export const SURPRISES = Object.keys(surprises) as readonly SurpriseName[];

const surprisesWhere = (has: (rule: FaultRule) => boolean): readonly SurpriseName[] =>
  SURPRISES.filter((name) => RULES_OF_PRESETS[name].some(has));

/** The surprises that go on after the call at which they begin. */
export const LASTING = surprisesWhere(({ match }) => match.from !== undefined);

/** The surprises of calls that write, and of calls that only read. */
export const OF_WRITES = surprisesWhere(({ match }) => match.writes === true);
export const OF_READS = surprisesWhere(({ match }) => match.writes === false);

/** The effects on the body of an answer. */
export const ON_BODY = ['truncate', 'slow', 'rows', 'expireCursor', 'add'] as const;

/** The surprises in the body of an answer, which an answer to HEAD does not have. */
export const OF_BODIES = surprisesWhere((rule) => ON_BODY.some((key) => rule.do[key] !== undefined));
