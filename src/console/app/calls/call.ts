import type { JournalEntry } from '../../../../generated/nouns.ts';
import {
  callerOf,
  hasFailedAnswer,
  isFaulted,
  isRefused,
  isRetryOf,
  operationOf,
} from '../../../features/evidence/call-facts.ts';
import { shortMessage } from '../../../features/evidence/short-message.ts';
import { CLIENT } from '../connection.ts';

/** A call as the page lists it: an entry of the journal, and what is found out about it once. */
export interface Call {
  /** Its number in the order of all worlds. */
  readonly number: number;
  readonly world: string;
  readonly entry: JournalEntry;
  /** When it began, by the machine, in milliseconds since the epoch; NaN if that is not known. */
  readonly millis: number;
  /** When it began, by the clock of its world. */
  readonly worldMillis: number;
  readonly operation: string;
  readonly caller: string;
  /** The first product that the client names, without its version. */
  readonly client: string;
  readonly failed: boolean;
  readonly refused: boolean;
  readonly faulted: boolean;
  readonly unread: boolean;
  readonly open: boolean;
  /** True for a call that this page has made. */
  readonly own: boolean;
}

const PRODUCT = /^[^/\s]*/;

/** The call of an entry, which must have a world and a number. */
export const toCall = (entry: JournalEntry): Call => ({
  number: Number(entry.number),
  world: entry.world ?? 'default',
  entry,
  millis: Date.parse(entry.machineTime),
  worldMillis: Date.parse(entry.time),
  operation: operationOf(entry),
  caller: entry.caller ? callerOf(entry) : '',
  client: PRODUCT.exec(entry.client ?? '')?.[0] ?? '',
  failed: hasFailedAnswer(entry),
  refused: isRefused(entry),
  faulted: isFaulted(entry),
  unread: entry.unread.length > 0,
  open: entry.state === 'open',
  own: entry.client === CLIENT,
});

/** True for a call of which an earlier try is among the others for the same. */
export const isRetry = (call: Call, tries: readonly Call[]): boolean =>
  tries.some((other) => isRetryOf(call.entry, other.entry));

/** The failure of a call, in a few words. */
export const messageOf = (call: Call, tries: readonly Call[]): string | undefined =>
  call.failed || call.faulted
    ? shortMessage(
        call.entry,
        tries.map(({ entry }) => entry),
      )
    : undefined;

/** Numbers of rows that were created, updated and deleted, such as `+1 ~2`. */
export const signsOf = (counts: Readonly<Record<'created' | 'updated' | 'deleted', number>>): string =>
  Object.entries({ '+': counts.created, '~': counts.updated, '−': counts.deleted })
    .flatMap(([sign, count]) => (count === 0 ? [] : [`${sign}${count}`]))
    .join(' ');

/** The numbers of rows that calls have changed, as signs. */
export const rowsText = (calls: readonly Call[]): string => {
  const counts = { created: 0, updated: 0, deleted: 0 };
  for (const { change } of calls.flatMap(({ entry }) => entry.changes)) counts[change] += 1;
  return signsOf(counts);
};
