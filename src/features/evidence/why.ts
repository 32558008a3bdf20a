import type { AuthzCheck, JournalEntry } from '../../../generated/nouns.ts';
import { callerOf, hasFailedAnswer, isFaulted, isOverQuota, operationOf } from './call-facts.ts';
import { faultTexts } from './seen.ts';
import { listNames, type Sentence } from './sentence.ts';
import { firstTryOf, shortMessage } from './short-message.ts';

/** The facts of a call that its entry does not have. */
export interface Known {
  /** Why it was allowed or refused; missing if that is not known. */
  readonly check?: AuthzCheck | undefined;
  /** The other calls for the same. */
  readonly tries?: readonly JournalEntry[];
}

/** The group at a place, by its name if that is known. */
const placeOf = (at: string, { about }: JournalEntry, check: AuthzCheck | undefined): Sentence => {
  if (at === 'anywhere') return [' on any group'];
  return [' on group ', { strong: check?.names[at] ?? about?.group ?? at }];
};

const refusedSentence = (call: JournalEntry, { check }: Known): Sentence => {
  const { authz, reason = '' } = call;
  if (authz?.decision === 'unauthenticated') {
    return [{ strong: 'Refused.', as: 'bad' }, ` Its token was not accepted: ${check?.token?.reason ?? reason}.`];
  }
  const missing = authz?.missing ?? [];
  const [first] = missing;
  return [
    { strong: 'Refused.', as: 'bad' },
    ` ${operationOf(call)} needs `,
    ...listNames([...new Set(missing.map(({ capability }) => capability))], 'code'),
    ...(first ? placeOf(first.at, call, check) : []),
    '. ',
    { strong: callerOf(call) },
    missing.length > 1 ? ' does not have all of it.' : ' does not have it.',
  ];
};

const faultSentence = (call: JournalEntry): Sentence => {
  const { handled } = call;
  if (isOverQuota(call)) {
    return [{ strong: 'Refused by a quota.', as: 'fault' }, ` ${shortMessage(call) ?? ''}, as the test has set it.`];
  }
  const ended = handled?.code === 'OK' ? ' The call itself was carried out.' : '';
  const words = faultTexts(call).map((did) => ` ${did}.`);
  const lead = hasFailedAnswer(call) ? 'Failed on demand.' : 'Changed on demand.';
  return [{ strong: lead, as: 'fault' }, `${words.join('')}${ended}`];
};

const allowedSentence = (call: JournalEntry, { check }: Known): Sentence => {
  const needs = check?.needs ?? [];
  if (call.authz?.decision === 'open' || (check && needs.length === 0)) {
    return [{ strong: 'Allowed.' }, ` ${operationOf(call)} needs no right.`];
  }
  if (!check) return [{ strong: 'Allowed.' }, ' ', { strong: callerOf(call) }, ' has what it needs.'];
  const at = needs[0]?.at ?? 'anywhere';
  const has = check.missing.length > 0 ? ' lacks it, and was let through by the mode of its world.' : ' has it.';
  return [
    { strong: 'Allowed.' },
    ` ${operationOf(call)} needs `,
    ...listNames([...new Set(needs.map(({ capability }) => capability))], 'code'),
    ...placeOf(at, call, check),
    '. ',
    { strong: callerOf(call) },
    has,
  ];
};

const FAILURES: Readonly<Record<string, string>> = {
  ALREADY_EXISTS: 'Conflict.',
  NOT_FOUND: 'Not found.',
  INVALID_ARGUMENT: 'Not valid.',
  FAILED_PRECONDITION: 'Not now.',
};

const failedSentence = (call: JournalEntry, { tries = [] }: Known): Sentence => {
  const { code = '', message = '', reason = message } = call;
  const kind = { strong: FAILURES[code] ?? 'Failed.', as: 'bad' } as const;
  const rights: Sentence =
    call.authz?.decision === 'allow' ? [' ', { strong: callerOf(call) }, ' was allowed to call it.'] : [];
  if (firstTryOf(call, tries)) {
    return [kind, ...rights, ' The name was taken, by the first try of this very call.'];
  }
  return [kind, ...rights, ` ${reason.replace(/\.$/, '')}.`];
};

/** Why a call was answered as it was, in a sentence. */
export const whySentence = (call: JournalEntry, known: Known = {}): Sentence => {
  if (call.state === 'open') return [{ strong: 'Open.' }, ' It has not been answered yet.'];
  if (isFaulted(call)) return faultSentence(call);
  if (!hasFailedAnswer(call)) return allowedSentence(call, known);
  const { decision } = call.authz ?? {};
  return decision === 'deny' || decision === 'unauthenticated'
    ? refusedSentence(call, known)
    : failedSentence(call, known);
};
