import type { JsonObject } from '../json.ts';
import { type Answer, fieldsOf, hydrateRow } from '../kernel/answer.ts';
import type { AnyMessage } from '../schema/field-types.ts';

/** A message with its value. */
export interface MessageValue {
  readonly message: AnyMessage;
  readonly value: JsonObject;
  /** True for an answer with what only the creating call may see. */
  readonly once?: boolean | undefined;
}

const pageValue = (answer: Extract<Answer, { kind: 'page' }>): JsonObject => {
  const { key, page, resource, rows } = answer;
  const { entries, nextPageToken, totalCount, skipped } = page;
  const items = entries.map(({ row }) => hydrateRow(resource, row, rows));
  return { [key]: items, ...(nextPageToken && { nextPageToken }), totalCount: String(totalCount), skipped };
};

/** The message that an answer has; undefined for an empty one. `response` is the operation's own. */
export const answerValue = (answer: Answer, response: AnyMessage | undefined): MessageValue | undefined => {
  switch (answer.kind) {
    case 'row': {
      const { resource, entry } = answer;
      return { message: resource.message, value: resource.hydrate ? fieldsOf(answer) : (entry.row as JsonObject) };
    }
    case 'page':
      return response && { message: response, value: pageValue(answer) };
    case 'message':
      return { message: answer.message, value: answer.value, once: answer.once };
    case 'empty':
      return undefined;
  }
};
