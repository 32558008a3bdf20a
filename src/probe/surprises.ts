import type { SurpriseName } from '../features/faults/fault-presets.contract.ts';
import type { ProbeVerdict } from './report.ts';

const RETRIED = true;

/**
 * The surprises, those first that most clients get wrong: the outcome of the call, the section on the mistake
 * that a finding shows, and if clients may try the call again.
 */
export const FACTS: Readonly<Record<SurpriseName, readonly [happened: string, section: string, isRetried?: true]>> = {
  lost_answer: ['its answer was lost', 'an-answer-that-is-lost', RETRIED],
  short_page: ['its page was shorter than asked for, with a token of the next', 'a-walk-that-ends-early'],
  empty_page: ['its page was empty, with a token of the next', 'a-walk-that-ends-early'],
  stalled_503: [
    'it was stored, and a proxy answered 503 after 2 s, with a page of HTML',
    'an-answer-that-is-lost',
    RETRIED,
  ],
  html_502: ['a proxy answered it with a page of HTML', 'an-answer-that-is-no-answer', RETRIED],
  changed_between: ['another caller had changed the row after it was read', 'others-at-work'],
  never: ['it was never answered', 'no-time-out', RETRIED],
  rate_limited: ['it was answered with 429 and Retry-After: 1', 'a-retry-without-a-pause', RETRIED],
  lost_connection: ['its connection was lost together with its answer', 'an-answer-that-is-lost', RETRIED],
  down: ['the service had gone down', 'a-retry-without-a-pause', RETRIED],
  created_before: ['another caller had taken the name', 'others-at-work'],
  deleted_between: ['another caller had deleted the row', 'others-at-work'],
  late_read: ['it did not show yet what was written before', 'a-read-that-lags'],
  unknown_enum_value: ['its answer had a value of an enum that is not known', 'an-addition-that-is-refused'],
  unknown_field: ['its answer had a field that is not known', 'an-addition-that-is-refused'],
  permission_lag: [
    'its caller was refused, as long as new rights are not seen everywhere',
    'a-read-that-lags',
    RETRIED,
  ],
  expired_cursor: ['its cursor had expired, so that the walk began anew', 'a-walk-that-ends-early'],
  truncated: ['its answer ended in the middle', 'an-answer-that-is-no-answer', RETRIED],
  unavailable_once: ['it was answered with UNAVAILABLE', 'a-call-that-fails-once', RETRIED],
  token_expired: ['its token had expired', 'a-call-that-fails-once', RETRIED],
  internal_once: ['it was answered with INTERNAL', 'a-call-that-fails-once', RETRIED],
  aborted_once: ['it was answered with ABORTED', 'a-call-that-fails-once', RETRIED],
  reset: ['its connection was reset', 'an-answer-that-is-lost', RETRIED],
  unknown_detail: ['its error had a detail that is not known', 'an-addition-that-is-refused'],
  slow: ['its answer took 2 s', 'no-time-out'],
  too_many_pings: ['its connection refused further pings (too_many_pings)', 'pings-that-are-refused'],
};

/** The sections of verdicts that show a mistake by themselves. */
const BY_VERDICT: Partial<Readonly<Record<ProbeVerdict, string>>> = {
  hung: 'no-time-out',
  stormed: 'a-retry-without-a-pause',
  broken: 'an-addition-that-is-refused',
};

/** The command that prints the mistake which a finding shows, with its usual cure: the package brings the page. */
export const sectionOf = (surprise: SurpriseName, verdict: ProbeVerdict): string =>
  `platform-mock docs probe#${BY_VERDICT[verdict] ?? FACTS[surprise][1]}`;
