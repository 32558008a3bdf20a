import type { SurpriseName } from '../features/faults/fault-presets.contract.ts';
import type { ProbeVerdict } from './report.ts';

/** Prints the section of a page, which the package brings. */
const PAGE = 'platform-mock docs probe';

/** The sections on mistakes, by the surprise that shows them. */
const BY_SURPRISE: Readonly<Record<SurpriseName, string>> = {
  unavailable_once: 'a-call-that-fails-once',
  internal_once: 'a-call-that-fails-once',
  aborted_once: 'a-call-that-fails-once',
  token_expired: 'a-call-that-fails-once',
  permission_lag: 'a-read-that-lags',
  late_read: 'a-read-that-lags',
  lost_answer: 'an-answer-that-is-lost',
  lost_connection: 'an-answer-that-is-lost',
  reset: 'an-answer-that-is-lost',
  truncated: 'an-answer-that-is-no-answer',
  html_502: 'an-answer-that-is-no-answer',
  stalled_503: 'an-answer-that-is-lost',
  slow: 'no-time-out',
  never: 'no-time-out',
  rate_limited: 'a-retry-without-a-pause',
  down: 'a-retry-without-a-pause',
  short_page: 'a-walk-that-ends-early',
  empty_page: 'a-walk-that-ends-early',
  expired_cursor: 'a-walk-that-ends-early',
  unknown_field: 'an-addition-that-is-refused',
  unknown_enum_value: 'an-addition-that-is-refused',
  unknown_detail: 'an-addition-that-is-refused',
  changed_between: 'others-at-work',
  deleted_between: 'others-at-work',
  created_before: 'others-at-work',
  too_many_pings: 'pings-that-are-refused',
};

/** The sections of verdicts that show a mistake by themselves. */
const BY_VERDICT: Partial<Readonly<Record<ProbeVerdict, string>>> = {
  hung: 'no-time-out',
  stormed: 'a-retry-without-a-pause',
  broken: 'an-addition-that-is-refused',
};

/** The command that prints the mistake which a finding shows, with its usual cure. */
export const sectionOf = (surprise: SurpriseName, verdict: ProbeVerdict): string =>
  `${PAGE}#${BY_VERDICT[verdict] ?? BY_SURPRISE[surprise]}`;
