import { ApiError, invalid } from '../kernel/errors.ts';
import type { Resource } from '../kernel/resource.ts';
import type { Verb } from '../kernel/runner.ts';
import { makeAtFirstUse } from '../schema/at-first-use.ts';
import { bodyOf, type Endpoint, type PathStep, stepsAlong } from '../schema/field-path.ts';
import type { AnyMessage } from '../schema/field-types.ts';
import { respellViolation } from '../schema/field-violation.ts';
import { snake } from '../schema/message.ts';

/**
 * Renders an error in v1 (behaviour §12.4 V10): its message with the field names of v1. The error of a blocked delete
 * does not name the blocking rows.
 */
export const errorInV1 = (
  error: ApiError,
  { words }: Pick<Resource, 'words'>,
  verb: Verb,
  pathOf: (path: string) => string,
): ApiError => {
  if (verb === 'delete' && error.code === 'FAILED_PRECONDITION') {
    return new ApiError(error.code, `cannot delete ${words.singular}`);
  }
  const { fieldViolations } = error.detail;
  return fieldViolations ? invalid(fieldViolations.map((violation) => respellViolation(violation, pathOf))) : error;
};

const protoStep = ({ field, index, isKey, text }: PathStep, unknown: (step: string) => string): string => {
  if (field) return `${field.proto}${index}`;
  return isKey ? text : unknown(text);
};

const protoPath = (of: AnyMessage, path: string, unknown: (step: string) => string): string =>
  stepsAlong(of, path)
    .map((step) => protoStep(step, unknown))
    .join('.');

/**
 * Maps the path of a field of a request, or of its body, to proto names. Unknown names are changed to snake case, since
 * rules may also report fields of messages that they look up.
 */
export const pathInV1 = (operation: Endpoint): ((path: string) => string) => {
  const { request } = operation;
  return (path) => {
    const [first = ''] = path.split(/[.[]/, 1);
    return protoPath(request.find(first) ? request : bodyOf(operation), path, snake);
  };
};

/** Maps the path of a violation of a request's form to proto names; unknown names stay as they are. */
export const formPathInV1 = (operation: Endpoint): ((path: string) => string) => {
  const of = makeAtFirstUse(() => bodyOf(operation));
  return (path) => protoPath(of(), path, (step) => step);
};
