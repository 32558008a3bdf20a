import type { V1Method } from '../../../kernel/v1-form.ts';
import { type Counterparts, conversion } from '../../../schema/conversion.ts';
import type { AnyMessage } from '../../../schema/field-types.ts';
import type { Message } from '../../../schema/message.ts';

/** A message of v1 with the one of v2 that it stands for, and the fields that are called otherwise. */
interface Pair<M extends AnyMessage> {
  readonly v1: M;
  readonly v2: AnyMessage;
  readonly renamed: Counterparts;
}

interface Translated extends Omit<V1Method, 'request' | 'response' | 'ask' | 'answer' | 'pathOf'> {
  readonly request: Pair<Message>;
  readonly response: Pair<AnyMessage>;
}

/** A method of v1 that says what its v2 counterpart says, in messages of its own. */
export const translatedMethod = ({ request, response, ...told }: Translated): V1Method => {
  const asked = conversion(request.v1, request.v2, request.renamed);
  const answered = conversion(response.v1, response.v2, response.renamed);
  return {
    ...told,
    request: request.v1,
    response: response.v1,
    ask: asked.newer,
    answer: answered.older,
    pathOf: asked.pathOf,
  };
};
