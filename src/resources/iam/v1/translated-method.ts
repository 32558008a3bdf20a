import type { AnyMessage } from '../../../schema/field-types.ts';
import type { Message } from '../../../schema/message.ts';
import { type Counterparts, conversion } from '../../../v1/conversion.ts';
import type { V1Method } from '../../../v1/form.ts';

/** A message of v1 with its counterpart in v2, and the fields whose names differ. */
interface Pair<M extends AnyMessage> {
  readonly v1: M;
  readonly v2: AnyMessage;
  readonly renamed: Counterparts;
}

interface Translated extends Omit<V1Method, 'request' | 'response' | 'ask' | 'answer' | 'pathOf'> {
  readonly request: Pair<Message>;
  readonly response: Pair<AnyMessage>;
}

/** A method of v1 that differs from its v2 counterpart only in its messages. */
export const translateMethod = ({ request, response, ...described }: Translated): V1Method => {
  const asked = conversion(request.v1, request.v2, request.renamed);
  const answered = conversion(response.v1, response.v2, response.renamed);
  return {
    ...described,
    request: request.v1,
    response: response.v1,
    ask: asked.newer,
    answer: answered.older,
    pathOf: asked.pathOf,
  };
};
