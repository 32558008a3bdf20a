import fc from 'fast-check';
import { inDocumentNames } from '../support/document-names.ts';
import { type ApiVersion, type DocumentedOperation, type Parameter, resolve } from '../support/openapi.ts';
import { allowsBody, allowsParameter } from '../support/request-check.ts';
import { valuesOf } from './schema-values.ts';

type Arb<T> = fc.Arbitrary<T>;

/** A request that a document allows. */
export interface DocumentedRequest {
  readonly operation: DocumentedOperation;
  readonly target: string;
  readonly body: unknown;
}

/** The request of an operation that is answered with 200. */
export interface Sampled {
  readonly target: string;
  readonly body?: unknown;
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [value]).map(String);

/** True for a parameter that a query can hold: it has no form for lists of objects (behaviour §3.11). */
const isWritable = ({ schema = {} }: Parameter, version: ApiVersion): boolean =>
  resolve(schema.items ?? {}, version).type !== 'object';

const queryOf = ({ parameters, version }: DocumentedOperation, sample: URLSearchParams): Arb<string> => {
  const query = parameters.filter((one) => one.in === 'query' && isWritable(one, version));
  const values = Object.fromEntries(
    query.map((parameter) => {
      const { name, schema = {} } = parameter;
      const given = sample.getAll(name);
      const known = given.length === 0 ? undefined : schema.type === 'array' ? given : given[0];
      return [
        name,
        valuesOf(schema, version, { sample: known }).filter((value) => allowsParameter(parameter, version, value)),
      ];
    }),
  );
  const requiredKeys = query.filter(({ required }) => required).map(({ name }) => name);
  return fc
    .record(values, { requiredKeys, noNullPrototype: true })
    .chain((all) => {
      // Few at a time, so that one which is refused does not hide the others.
      const optional = Object.keys(all).filter((name) => !requiredKeys.includes(name));
      return fc.subarray(optional, { maxLength: Math.min(2, optional.length) }).map((some) => [all, some] as const);
    })
    .map(([all, some]) =>
      [...requiredKeys, ...some]
        .flatMap((name) => texts(all[name]).map((text) => `${name}=${encodeURIComponent(text)}`))
        .join('&'),
    );
};

/** Requests of one operation that the document allows, from one that is known to be good. */
export const documentedRequests = (operation: DocumentedOperation, sample: Sampled): Arb<DocumentedRequest> => {
  const [path = '', asked = ''] = sample.target.split('?');
  const body =
    operation.body === undefined
      ? fc.constant(undefined)
      : valuesOf(operation.body, operation.version, {
          sample: inDocumentNames(operation.body, operation.version, sample.body),
        }).filter((value) => allowsBody(operation, value));
  return fc
    .record({ query: queryOf(operation, new URLSearchParams(asked)), body })
    .map(({ query, body: value }) => ({ operation, target: query === '' ? path : `${path}?${query}`, body: value }));
};
