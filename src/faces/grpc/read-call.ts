import type { Incoming } from '../../kernel/answer.ts';
import type { ReadAgain } from '../../kernel/hooks.ts';
import { decodeProto } from '../../schema/decode-proto.ts';
import { querySpelling } from '../../schema/decode-query.ts';
import { jsonNames, stepsAlong } from '../../schema/field-path.ts';
import type { Operation } from '../../schema/operation.ts';

/** The options of reading the request of an operation. */
interface Reading {
  /** Paths of output-only fields that are read all the same, since the path over HTTP has them: `repo.uid`. */
  readonly keep: ReadonlySet<string>;
  /** The prefix of the paths of the body: over HTTP the body is that field only. */
  readonly prefix: string;
}

/** An empty message. */
const NOTHING = new Uint8Array();

const VARIABLE = /\{([\w.]+)/g;

const readings = new WeakMap<Operation, Reading>();

const readingOf = (operation: Operation): Reading => {
  let reading = readings.get(operation);
  if (!reading) {
    const { http, request } = operation;
    const variables = [...(http?.path ?? '').matchAll(VARIABLE)].map(([, path = '']) =>
      jsonNames(request, path).join('.'),
    );
    const prefix = http?.body === undefined || http.body === '*' ? '' : `${http.body}.`;
    reading = { keep: new Set(variables), prefix };
    readings.set(operation, reading);
  }
  return reading;
};

/** Reads a request without a body. It is not cached: few clients repeat one, and to read it again costs less. */
const readQuery = ({ request }: Operation, bytes: Uint8Array): Incoming => {
  const { value, violations, paths } = decodeProto(request, bytes);
  // As in a query, in which a violation is about all of a repeated parameter.
  const pathInQuery = (path: string): string =>
    stepsAlong(request, path.replaceAll(/\[\d+\]/g, ''))
      .map(({ field, text }) => (field ? querySpelling(field) : text))
      .join('.');
  const respelled = violations.map(({ field, description }) => ({ field: pathInQuery(field), description }));
  return { request: value, violations: respelled, paths };
};

/**
 * Reads a message's bytes as the request of an operation. Violations name fields by their paths over HTTP, so that both
 * faces report the same.
 */
export const readCall = (operation: Operation, bytes: Uint8Array): Incoming => {
  if (operation.http && operation.http.body === undefined) return readQuery(operation, bytes);
  const { keep, prefix } = readingOf(operation);
  const { value, violations, paths } = decodeProto(operation.request, bytes, { keep });
  if (prefix === '') return { request: value, violations, paths };
  const stripPrefix = (path: string): string => {
    if (path.startsWith(prefix)) return path.slice(prefix.length);
    // An item of a body that is a list.
    return path.startsWith(`${prefix.slice(0, -1)}[`) ? path.slice(prefix.length - 1) : path;
  };
  return {
    request: value,
    violations: violations.map(({ field, description }) => ({ field: stripPrefix(field), description })),
    paths: paths.filter((path) => path.startsWith(prefix)).map(stripPrefix),
  };
};

/** Reads a request once more, from its message. */
export const readCallAgain: ReadAgain = ({ target, operation, body = NOTHING }) => {
  if (!operation) throw new Error(`no operation is known of the call to ${target}`);
  return readCall(operation, body);
};
