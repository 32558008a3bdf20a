import type { Incoming } from '../../kernel/answer.ts';
import type { Protocol } from '../../kernel/hooks.ts';
import type { Row } from '../../kernel/rows.ts';
import type { JsonObject } from '../../schema/json-object.ts';
import type { CommonText } from './common-text.ts';
import type { EntryFacts, RareFacts } from './entry-facts.ts';
import type { KeptHead } from './kept-heads.ts';
import type { OutcomeFacts, OutcomeText } from './outcome-text.ts';

/** What a call has changed, as a list. */
export type ChangeText = readonly [of: string, uid: string, before: Row | null, after: Row | null];

/** The names of the states before and after an entry. */
type Places = readonly [before: string | undefined, after: string | undefined];

/** A head of a request; null for a value that is among the unique ones, since JSON has no undefined in a list. */
interface HeadText extends Pick<KeptHead, 'unique'> {
  readonly shared: readonly (string | null)[];
}

/** An entry as its text has it. */
export interface EntryText extends Partial<CommonText> {
  readonly entry: Omit<EntryFacts, 'conditions'> & Partial<Pick<EntryFacts, 'conditions'>>;
  readonly protocol: Protocol;
  readonly method: string;
  readonly target: string;
  readonly client?: string | undefined;
  readonly time: number;
  readonly machineTime: number;
  readonly operation?: string | undefined;
  /** The values of its head that are its own; `head` is all of it where an earlier release has written the text. */
  readonly unique?: string | undefined;
  readonly head?: HeadText | undefined;
  readonly incoming?: Incoming | undefined;
  readonly body?: string | undefined;
  readonly changes?: readonly ChangeText[] | undefined;
  readonly places?: Places;
  readonly delivered: OutcomeText;
  readonly handled?: OutcomeText | undefined;
}

/** What few entries have. */
export interface RareText {
  readonly facts?: RareFacts | undefined;
  /** What its request has beside its fields. */
  readonly incoming?: Omit<Incoming, 'request'> | undefined;
  readonly changes?: readonly ChangeText[] | undefined;
  readonly delivered?: OutcomeFacts | undefined;
  readonly handled?: OutcomeText | undefined;
}

/**
 * What is written of an entry, without the value of its message, which is behind that: a list is shorter than an object,
 * and is written and read in half of the time. What is missing is null in it.
 */
export type EntryValues = readonly [
  protocol: Protocol,
  method: string,
  target: string,
  client: string | undefined | null,
  time: number,
  machineTime: number,
  operation: string | undefined | null,
  before: string | undefined | null,
  after: string | undefined | null,
  duration: number,
  status: number,
  late: number,
  realLate: number,
  hasWritten: boolean,
  messageBytes: number,
  needs: EntryFacts['needs'] | null,
  unique: string | undefined | null,
  body: string | undefined | null,
  request: JsonObject | undefined | null,
  rare: RareText | undefined | null,
  message: string | undefined | null,
];

/** The text of an entry: its values, and the JSON of the value of its message. */
export const joinValues = (values: EntryValues, value: string | undefined): string => {
  const text = JSON.stringify(values);
  return value === undefined ? text : `${text.slice(0, -1)},${value}]`;
};

/** Reads a text, also one of an earlier release, which is an object. @throws SyntaxError for a text that is none */
export const entryTextIn = (text: string): EntryText => {
  if (text.startsWith('{')) return JSON.parse(text);
  const values: readonly [...EntryValues, value?: JsonObject] = JSON.parse(text);
  const [protocol, method, target, client, time, machineTime, operation, before, after, ...further] = values;
  const [duration, status, late, realLate, hasWritten, messageBytes, needs, ...sent] = further;
  const [unique, body, request, rare, message, value] = sent;
  const plain = { duration, status, late, realLate, hasWritten, messageBytes };
  return {
    entry: { ...plain, needs: needs ?? undefined, rare: rare?.facts },
    protocol,
    method,
    target,
    client: client ?? undefined,
    time,
    machineTime,
    operation: operation ?? undefined,
    unique: unique ?? undefined,
    incoming: request ? { violations: [], paths: [], ...rare?.incoming, request } : undefined,
    body: body ?? undefined,
    changes: rare?.changes,
    places: [before ?? undefined, after ?? undefined],
    delivered: { ...rare?.delivered, message: message ?? undefined, value },
    handled: rare?.handled,
  };
};
