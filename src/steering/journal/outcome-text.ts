import type { Answer } from '../../kernel/answer.ts';
import { ApiError, type CodeName, type ErrorDetail } from '../../kernel/errors.ts';
import { InjectedFault, LostAnswer } from '../../kernel/faults.ts';
import type { Outcome } from '../../kernel/hooks.ts';
import type { Row } from '../../kernel/rows.ts';
import { attachRefusal, findTokenRefusal, type TokenRefusal } from '../../kernel/token-refusal.ts';
import { type BreakOff, breakOffOf } from '../../kernel/transmission.ts';
import { BoundedCache } from '../../schema/bounded-cache.ts';
import type { JsonObject } from '../../schema/json-object.ts';
import type { Operation } from '../../schema/operation.ts';
import { answerValue } from '../plane/answer-value.ts';

/** What a result has beside the message of an answer: an error, or what few answers have. */
export interface OutcomeFacts {
  readonly error?: readonly [code: CodeName, message: string, detail: ErrorDetail];
  /** The error is one that a rule asked for; `lost` is how no answer at all was sent. */
  readonly injected?: true;
  readonly lost?: LostAnswer['how'];
  readonly refusal?: TokenRefusal | undefined;
  readonly once?: boolean | undefined;
  readonly cut?: BreakOff | undefined;
}

/** The result of a call as text has it. */
export interface OutcomeText extends OutcomeFacts {
  readonly message?: string | undefined;
  readonly value?: JsonObject | undefined;
}

/** A result on its way into a text: its message, with the JSON of its value, and what few results have. */
export interface WrittenOutcome {
  readonly message?: string | undefined;
  readonly value?: string | undefined;
  readonly facts?: OutcomeFacts | undefined;
}

/** How many rows are remembered as JSON, and up to how many characters each. */
const MAX_ROWS = 2_000;
const MAX_ROW = 4_096;

const rowTexts = new BoundedCache<Row, string>(MAX_ROWS);

/** A row as JSON: rows do not change, and many calls answer the same ones. */
const rowText = (row: Row): string => {
  const known = rowTexts.get(row);
  if (known !== undefined) return known;
  const text = JSON.stringify(row);
  if (text.length <= MAX_ROW) rowTexts.set(row, text);
  return text;
};

const pageText = ({ key, page }: Extract<Answer, { kind: 'page' }>): string => {
  const { entries, nextPageToken, totalCount, skipped } = page;
  const further = JSON.stringify({
    nextPageToken: nextPageToken || undefined,
    totalCount: String(totalCount),
    skipped,
  });
  let rows = '';
  for (const { row } of entries) rows += rows === '' ? rowText(row) : `,${rowText(row)}`;
  return `{"${key}":[${rows}],${further.slice(1)}`;
};

/** The message of an answer that has rows as they are kept; undefined for any other result. */
const writeRows = (outcome: Outcome, operation: Operation | undefined): WrittenOutcome | undefined => {
  if (outcome instanceof ApiError || outcome.transmission) return undefined;
  if (outcome.kind === 'row' && !outcome.resource.hydrate)
    return { message: outcome.resource.message.name, value: rowText(outcome.entry.row) };
  if (outcome.kind === 'page' && !outcome.resource.hydrate && operation?.response)
    return { message: operation.response.name, value: pageText(outcome) };
  return undefined;
};

export const textOfOutcome = (outcome: Outcome, operation: Operation | undefined): OutcomeText => {
  if (outcome instanceof ApiError) {
    const { code, message, detail } = outcome;
    return {
      error: [code, message, detail],
      ...(outcome instanceof InjectedFault && { injected: true }),
      ...(outcome instanceof LostAnswer && { lost: outcome.how }),
      refusal: findTokenRefusal(outcome),
    };
  }
  const cut = outcome.transmission && breakOffOf(outcome.transmission);
  const made = answerValue(outcome, operation?.response);
  return made ? { message: made.message.name, value: made.value, once: made.once, cut } : { cut };
};

/** The same in parts: what many results have, and the facts that few have. */
export const writeOutcome = (outcome: Outcome, operation: Operation | undefined): WrittenOutcome => {
  const rows = writeRows(outcome, operation);
  if (rows) return rows;
  const { message, value, ...facts } = textOfOutcome(outcome, operation);
  const hasFacts = Object.values(facts).some(Boolean);
  return { message, value: value && JSON.stringify(value), facts: hasFacts ? facts : undefined };
};

export const errorIn = ({ error, injected, lost, refusal }: OutcomeFacts): ApiError | undefined => {
  if (!error) return undefined;
  if (lost) return new LostAnswer(lost);
  const made = injected ? new InjectedFault(...error) : new ApiError(...error);
  return refusal ? attachRefusal(made, refusal) : made;
};
