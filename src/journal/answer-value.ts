import { type Answer, fieldsOf } from '../kernel/answer.ts';
import type { AnyMessage } from '../schema/field-types.ts';

/** A message with its value. */
export interface MessageValue {
  readonly message: AnyMessage;
  readonly value: object;
}

const pageValue = (answer: Extract<Answer, { kind: 'page' }>): object => {
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
 * The answer as it can be kept: rows that are hydrated from others become the message that they are now. Other rows are
 * immutable.
 */
export const lasting = (answer: Answer, response: AnyMessage | undefined): Answer => {
  if ((answer.kind !== 'row' && answer.kind !== 'page') || !answer.resource.hydrate) return answer;
  const made = answerValue(answer, response);
  return made
    ? { kind: 'message', once: true, ...made, value: made.value as Readonly<Record<string, unknown>> }
    : answer;
};
