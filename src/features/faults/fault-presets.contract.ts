/** The names of faults that are made beforehand for a whole run (behaviour F8). */
const SITUATIONS = ['flaky', 'brownout', 'quota', 'maintenance'] as const;

/** The names of surprises: faults of one call, which a service or what stands in front of it may always have. */
export const SURPRISES = [
  'unavailable_once',
  'internal_once',
  'aborted_once',
  'rate_limited',
  'token_expired',
  'permission_lag',
  'down',
  'lost_answer',
  'lost_connection',
  'reset',
  'truncated',
  'html_502',
  'stalled_503',
  'slow',
  'never',
  'short_page',
  'empty_page',
  'expired_cursor',
  'unknown_field',
  'unknown_enum_value',
  'unknown_detail',
  'changed_between',
  'deleted_between',
  'created_before',
  'late_read',
  'too_many_pings',
] as const;

/** The name of a surprise. */
export type SurpriseName = (typeof SURPRISES)[number];

/** The names of all faults that are made beforehand. */
export const PRESETS = [...SITUATIONS, ...SURPRISES] as const;

/** The surprises that go on from the call at which they begin: they are not of the nth call only. */
export const LASTING = [
  'rate_limited',
  'permission_lag',
  'down',
  'late_read',
] as const satisfies readonly SurpriseName[];

/** The surprises of calls that write. */
export const OF_WRITES = [
  'aborted_once',
  'lost_answer',
  'lost_connection',
  'stalled_503',
  'changed_between',
  'created_before',
] as const satisfies readonly SurpriseName[];

/** The surprises of calls that only read. */
export const OF_READS = [
  'permission_lag',
  'short_page',
  'empty_page',
  'expired_cursor',
  'late_read',
] as const satisfies readonly SurpriseName[];

/** The surprises in the body of an answer, which an answer to HEAD does not have. */
export const OF_BODIES = [
  'truncated',
  'short_page',
  'empty_page',
  'expired_cursor',
  'unknown_field',
  'unknown_enum_value',
  'unknown_detail',
] as const satisfies readonly SurpriseName[];
