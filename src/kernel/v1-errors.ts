import type { AnyMessage } from '../schema/field-types.ts';
import { snake } from '../schema/message.ts';
import type { Operation } from '../schema/operation.ts';
import { ApiError, type FieldViolation, invalid, withoutDetails } from './errors.ts';
import type { Resource } from './resource.ts';
import type { Verb } from './standard-operations.ts';

/** A violation told by the names of v1. */
const renamed = ({ field, description }: FieldViolation, pathOf: (path: string) => string): FieldViolation => {
  const path = pathOf(field);
  const last = field.slice(field.lastIndexOf('.') + 1);
  // Where a description begins with the field it speaks of, by path or by name.
  const own = [field, last].find((name) => description.startsWith(`${name} `));
  const named = own === field ? path : path.slice(path.lastIndexOf('.') + 1);
  return { field: path, description: own === undefined ? description : `${named}${description.slice(own.length)}` };
};

/**
 * An error as v1 tells it (behaviour §12.4): a code, a message in the names of v1, no details. A delete that is
 * blocked does not say by what.
 */
export const v1Error = (
  error: ApiError,
  { words }: Pick<Resource, 'words'>,
  verb: Verb,
  pathOf: (path: string) => string,
): ApiError => {
  if (verb === 'delete' && error.code === 'FAILED_PRECONDITION') {
    return withoutDetails(new ApiError(error.code, `cannot delete ${words.singular}`));
  }
  const { fieldViolations } = error.detail;
  return withoutDetails(
    fieldViolations ? invalid(...fieldViolations.map((violation) => renamed(violation, pathOf))) : error,
  );
};

/** A path in the proto names that its steps would have. */
export const snakePath = (path: string): string => path.split('.').map(snake).join('.');

/** Faults of reading a v1 request, by the proto names of its fields. */
export const spelledInV1 = (
  { request, http }: Pick<Operation, 'request' | 'http'>,
  faults: readonly FieldViolation[],
): readonly FieldViolation[] => {
  // Over HTTP the body is one field, and paths begin within it.
  const held = http?.body === undefined ? undefined : request.fields.get(http.body)?.type;
  const of = held?.message?.() ?? held?.element?.message?.() ?? request;
  return faults.map(({ field, description }) => ({ field: protoPath(of, field), description }));
};

const protoPath = (of: AnyMessage, path: string): string => {
  let at: AnyMessage | undefined = of;
  const steps = path.split('.').map((step) => {
    const [, name = '', index = ''] = /^(\w*)(.*)$/.exec(step) ?? [];
    const found = at?.find(name);
    at = found?.type.message?.() ?? found?.type.element?.message?.();
    return found ? `${found.proto}${index}` : step;
  });
  return steps.join('.');
};
