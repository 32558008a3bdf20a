import type { JournalEntry } from '../../../generated/nouns.ts';
import { isBrokenOff } from './seen.ts';

/** The body of a request, as JSON if it is, and its query. */
export type Sent = NonNullable<JournalEntry['sent']>;

/** The facts of a call that its sentences are made of: an entry of the journal, with its messages or without. */
export interface CallFacts extends JournalEntry {
  /** Why its answer is not known. */
  readonly answerNote?: string;
}

/** The lowest status of a call that failed. */
const FAILED_FROM = 400;

/** True for a call that was answered as a failure, or not at all, or not as a whole. */
export const hasFailedAnswer = ({ state, status = 0, code }: CallFacts): boolean =>
  state === 'ended' && (status >= FAILED_FROM || status === 0 || isBrokenOff(code));

/** True for a call that a quota of its world has refused. */
export const isOverQuota = ({ status, message = '', faults }: CallFacts): boolean =>
  status === 429 && faults.length === 0 && /the quota of \d/.test(message);

/** True for a call on which the mock acted as a test told it: by a fault or by a quota. */
export const isFaulted = (call: CallFacts): boolean => call.faults.length > 0 || isOverQuota(call);

/** True for a call that was refused for the rights of its caller, or for its token. */
export const isRefused = (call: CallFacts): boolean =>
  hasFailedAnswer(call) &&
  !isFaulted(call) &&
  (call.authz?.decision === 'deny' || call.authz?.decision === 'unauthenticated');

/** The name of the caller of a call, as sentences have it. */
export const callerOf = ({ caller }: CallFacts): string => caller?.name || caller?.identity || 'the caller';

/** The operation of a call, or else its method and path. */
export const operationOf = ({ operation, method, path }: CallFacts): string => operation ?? `${method} ${path}`;

/** True for an earlier try of the same that has failed, so that the later one is a retry of it. */
export const isRetryOf = (later: CallFacts, earlier: CallFacts): boolean =>
  Number(earlier.id) < Number(later.id) && (hasFailedAnswer(earlier) || earlier.handled !== undefined);
