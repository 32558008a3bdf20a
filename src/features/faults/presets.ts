import type { Fault, FaultEffect, FaultMatch, FaultPhase, FaultPreset } from '../../../generated/nouns.ts';
import type { FieldViolation } from '../../schema/field-violation.ts';
import { describeUnknownValue } from '../../schema/nearest-name.ts';
import type { FaultRule } from './fault-rule.ts';

/** One call that fails, and no other. */
const failOnce = (effect: FaultEffect, phase: FaultPhase = 'before', match: FaultMatch = {}): readonly FaultRule[] => [
  { match, phase, do: effect, times: 1 },
];

/** Only calls that write, and only those that read: no other may be refused so, or has what is changed. */
const WRITES: FaultMatch = { writes: true };
const READS: FaultMatch = { writes: false };
/** Only calls from one on, which the caller may name as the nth. */
const FROM: FaultMatch = { from: 1 };

/**
 * The rules of each preset; their matches are added to the match that the caller wants. A surprise that takes time acts
 * after the commit, so that nothing is stored later than its client may see.
 */
const rulesOf: Readonly<Record<FaultPreset['preset'], readonly FaultRule[]>> = {
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
};

/** The match of a rule of a preset. The nth call that is wanted is the first of those that a lasting rule is for. */
const narrowMatch = (wanted: FaultMatch, own: FaultMatch): FaultMatch => {
  const both = { ...wanted, ...own };
  if (own.from === undefined) return both;
  if (wanted.from !== undefined) return { ...both, from: wanted.from };
  const { nth = own.from, ...others } = both;
  return { ...others, from: nth };
};

/** The rules of a fault as it is asked for: itself, or the rules of its preset; none for a preset that is unknown. */
export const expandFault = (wanted: Fault | FaultPreset): readonly FaultRule[] => {
  if (!('preset' in wanted)) {
    const { match = {}, phase = 'before', do: effect, ...others } = wanted;
    return [{ match, phase, do: effect, ...others }];
  }
  const { preset, match = {} } = wanted;
  if (!Object.hasOwn(rulesOf, preset)) return [];
  return rulesOf[preset].map((rule) => ({ ...rule, match: narrowMatch(match, rule.match), preset }));
};

/** The phase in which a preset acts first. */
export const phaseOf = (preset: FaultPreset['preset']): FaultPhase | undefined => rulesOf[preset][0]?.phase;

/** The violations of a fault that its rules do not have: a preset that is unknown, or that no call of its match is for. */
export const presetViolations = (wanted: Fault | FaultPreset, at: string): readonly FieldViolation[] => {
  if (!('preset' in wanted)) return [];
  const { preset, match = {} } = wanted;
  if (!Object.hasOwn(rulesOf, preset)) {
    return [{ field: `${at}.preset`, description: describeUnknownValue(preset, Object.keys(rulesOf)) }];
  }
  const { writes } = match;
  const isContrary = rulesOf[preset].some((rule) => writes !== (rule.match.writes ?? writes));
  if (writes === undefined || !isContrary) return [];
  const kind = writes ? 'only read' : 'write';
  return [{ field: `${at}.match.writes`, description: `must not be ${writes}: ${preset} acts on calls that ${kind}` }];
};
