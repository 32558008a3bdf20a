import { OPERATION_IDS, type OperationId } from '../../generated/operation-ids.ts';
import { Code, type CodeName } from '../schema/codes.ts';
import { noun, string, text } from './values.contract.ts';
import { z } from './zod.contract.ts';

/** A word that a newer mock may answer. Any text is of the type, and yet an editor completes the words beside it. */
const otherWord = z.string() as z.ZodType<string & {}>;

/** Words of answers that may grow: the words of a schema with a name, and any other. */
export const openSchema = <Words extends z.ZodType<string>>(words: Words) => z.union([words, otherWord]);

/** The names of the codes of gRPC. */
const CODE_NAMES = Object.keys(Code) as readonly CodeName[];

/** The name of a code, as a request has it. */
export const codeName = z.enum(CODE_NAMES).openapi('CodeName', { description: 'The name of a gRPC status code.' });

/** The name of a code, as an answer has it. */
export const openCodeName = openSchema(codeName);

/** The result of a call: `OK`, or the name of a code. */
export const answerCode = z
  .enum(['OK', ...CODE_NAMES])
  .openapi('AnswerCode', { description: 'The status of an answer: `OK`, or the name of a gRPC status code.' });

/** The result of a call, as an answer has it. */
export const openAnswerCode = openSchema(answerCode);

/** The end of a call. */
export const endCode = z.enum([...answerCode.options, 'DROPPED', 'RESET', 'TRUNCATED']).openapi('EndCode', {
  description:
    'The end of a call for its client: a code, or no whole answer, as its connection was closed or reset, or its body cut short.',
});

/** The end of a call, as an answer has it. */
export const openEndCode = openSchema(endCode);

/**
 * The name of an operation, as a request has it. At run time it is any text: the feature that looks it up refuses one
 * that no operation has, and names the nearest.
 */
export const operationId = (text as z.ZodType<OperationId>).openapi('OperationId', {
  description: 'The name of an operation: its id, or the name that the document of an older version has for it.',
  enum: [...OPERATION_IDS],
});

/** The name of an operation, as an answer has it. */
export const openOperationId = openSchema(operationId);

export const status = noun('Status', 'The state in one word.', { status: string('One word.', 'ready') });
