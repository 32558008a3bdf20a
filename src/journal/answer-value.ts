import { type Answer, fieldsOf, type Value } from '../kernel/answer.ts';
import type { Rows } from '../kernel/rows.ts';
import type { AnyMessage } from '../schema/field-types.ts';

/** A message with its value. */
export interface MessageValue {
  readonly message: AnyMessage;
  readonly value: Value;
}

const pageValue = (answer: Extract<Answer, { kind: 'page' }>): Value => {
  const { key, page, resource, rows } = answer;
  const { entries, nextPageToken, totalCount, skipped } = page;
  const shown = entries.map(({ row }) => ({ ...row, ...resource.hydrate?.answer(row, rows) }));
  return { [key]: shown, ...(nextPageToken && { nextPageToken }), totalCount: String(totalCount), skipped };
};

/** The message that an answer has; undefined for an empty one. `response` is that of the operation. */
export const answerValue = (answer: Answer, response: AnyMessage | undefined): MessageValue | undefined => {
  switch (answer.kind) {
    case 'row':
      return { message: answer.resource.message, value: fieldsOf(answer) };
    case 'page':
      return response && { message: response, value: pageValue(answer) };
    case 'message':
      return { message: answer.message, value: answer.value };
    case 'empty':
      return undefined;
  }
};

/**
 * The answer as it can be kept: rows are immutable, but what a row is hydrated from is not, and the rows of an earlier
 * state than `present` would stay in memory with it. Nothing is made of an answer that can be kept as it is.
 */
export const lasting = (answer: Answer, response: AnyMessage | undefined, present: Rows): Answer => {
  if (answer.kind === 'row') {
    const { resource, rows } = answer;
    if (!resource.hydrate && rows === present) return answer;
    return { kind: 'message', message: resource.message, value: fieldsOf(answer), once: true };
  }
  if (answer.kind !== 'page' || !answer.resource.hydrate || !response) return answer;
  return { kind: 'message', message: response, value: pageValue(answer), once: true };
};
