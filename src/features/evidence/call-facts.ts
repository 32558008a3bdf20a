import type { JournalEntry } from '../../../generated/nouns.ts';
import { isBrokenOff } from './seen.ts';

/** The lowest status of a call that failed. */
const FAILED_FROM = 400;

/** True for a call that was answered with a failure, with a part of an answer, or not at all. */
export const hasFailedAnswer = ({ state, status = 0, code }: JournalEntry): boolean =>
  state === 'ended' && (status >= FAILED_FROM || status === 0 || isBrokenOff(code));

/** True for a call that a quota of its world has refused. */
export const isOverQuota = ({ status, message = '', faults }: JournalEntry): boolean =>
  status === 429 && faults.length === 0 && /the quota of \d/.test(message);

/** True for a call that a fault or a quota of the test acted on. */
export const isFaulted = (call: JournalEntry): boolean => call.faults.length > 0 || isOverQuota(call);

/** True for a call that was refused for the rights of its caller, or for its token. */
export const isRefused = (call: JournalEntry): boolean =>
  hasFailedAnswer(call) &&
  !isFaulted(call) &&
  (call.authz?.decision === 'deny' || call.authz?.decision === 'unauthenticated');

/** The name of the caller of a call, as sentences have it. */
export const callerOf = ({ caller }: JournalEntry): string => caller?.name || caller?.identity || 'the caller';

/** The operation of a call, or else its method and path. */
export const operationOf = ({ operation, method, path }: JournalEntry): string => operation ?? `${method} ${path}`;

/** True if an earlier call for the same has failed, or a fault replaced its answer: the later one is a retry of it. */
export const isRetryOf = (later: JournalEntry, earlier: JournalEntry): boolean =>
  Number(earlier.id) < Number(later.id) && (hasFailedAnswer(earlier) || earlier.handled !== undefined);
