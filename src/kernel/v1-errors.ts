import type { AnyMessage } from '../schema/field-types.ts';
import { snake } from '../schema/message.ts';
import type { Operation } from '../schema/operation.ts';
import { ApiError, type FieldViolation, invalid, withoutDetails } from './errors.ts';
import type { Resource } from './resource.ts';
import { type BoundOperation, isRead, type Verb } from './standard-operations.ts';

/** What is quoted, and names of fields as v2 spells them: with a capital inside, alone or along a path. */
const QUOTED_OR_NAME = /"[^"]*"|\b(?:[a-z]\w*\.)*[a-z][a-z0-9]*[A-Z]\w*\b/g;

/** A description with the names of other fields as v1 has them: of fields beside the one at fault, or by whole paths. */
const withNamesOfV1 = (description: string, field: string, pathOf: (path: string) => string): string => {
  const place = field.slice(0, field.lastIndexOf('.') + 1);
  return description.replaceAll(QUOTED_OR_NAME, (found) => {
    if (found.startsWith('"')) return found;
    if (found.includes('.')) return pathOf(found);
    const path = pathOf(place + found);
    return path.slice(path.lastIndexOf('.') + 1);
  });
};

/** A violation told by the names of v1. */
const renamed = ({ field, description }: FieldViolation, pathOf: (path: string) => string): FieldViolation => {
  const path = pathOf(field);
  const last = field.slice(field.lastIndexOf('.') + 1);
  // Where a description begins with the field it speaks of, by path or by name.
  const own = [field, last].find((name) => description.startsWith(`${name} `)) ?? '';
  const named = own === field ? path : own === '' ? '' : path.slice(path.lastIndexOf('.') + 1);
  return { field: path, description: named + withNamesOfV1(description.slice(own.length), field, pathOf) };
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

/** Whether v1 answers 200 where what is asked for is not there: reads and deletes do (behaviour §12.4 V3, V4). */
export const missingIsEmpty = (bound: BoundOperation): boolean => {
  const { response, http } = bound.operation;
  if (response) return isRead(bound.v1?.target ?? bound);
  return bound.verb === 'delete' || http?.method === 'DELETE';
};

/** Over HTTP the body may be one field of the request, and paths begin within it. */
const bodyOf = ({ request, http }: Asked): AnyMessage => {
  const held = http?.body === undefined ? undefined : request.fields.get(http.body)?.type;
  return held?.message?.() ?? held?.element?.message?.() ?? request;
};

type Asked = Pick<Operation, 'request' | 'http'>;

/**
 * The path of a field of a request, or of its body, in proto names. What is no field is told as the names of fields
 * are, since rules speak of what they look up, too.
 */
export const pathInV1 = (asked: Asked): ((path: string) => string) => {
  const { request } = asked;
  return (path) => {
    const [first = ''] = path.split(/[.[]/, 1);
    return protoPath(request.find(first) ? request : bodyOf(asked), path, snake);
  };
};

/** Faults of reading a v1 request, by the proto names of its fields, also of those that they speak of. */
export const spelledInV1 = (asked: Asked, faults: readonly FieldViolation[]): readonly FieldViolation[] => {
  const of = bodyOf(asked);
  const pathOf = (path: string): string => protoPath(of, path, same);
  return faults.map(({ field, description }) => ({
    field: pathOf(field),
    description: withNamesOfV1(description, field, pathOf),
  }));
};

const same = (step: string): string => step;

const protoPath = (of: AnyMessage, path: string, unknown: (step: string) => string): string => {
  let at: AnyMessage | undefined = of;
  let isKey = false;
  const steps = path.split('.').map((step) => {
    const [, name = '', index = ''] = /^(\w*)(.*)$/.exec(step) ?? [];
    // An item of a body that is a list, or a key of a map, is no field: what follows lies in what it holds.
    if (name === '' || isKey) {
      isKey = false;
      return step;
    }
    const found = at?.find(name);
    isKey = found?.type.kind === 'map';
    at = found?.type.message?.() ?? found?.type.element?.message?.();
    return found ? `${found.proto}${index}` : unknown(step);
  });
  return steps.join('.');
};
