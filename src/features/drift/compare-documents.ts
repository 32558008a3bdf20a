import type { ApiDocument, ApiOperation } from './api-document.ts';
import { type AddDrift, type Drift, SchemaComparer } from './compare-schemas.ts';

const nameOf = ({ method, path }: ApiOperation): string => `${method} ${path}`;

const compareOperations = (own: ApiOperation, other: ApiOperation, schemas: SchemaComparer, add: AddDrift): void => {
  const name = nameOf(own);
  const compareWords = (one: { readonly words: string }, { words }: typeof one, place: string): void => {
    if (one.words !== words && words !== '') add('words', place, 'another description');
  };
  compareWords(own, other, name);
  for (const [key, parameter] of own.parameters) {
    const partner = other.parameters.get(key);
    const place = `${name} ${key}`;
    if (!partner) {
      add('breaking', place, 'is gone');
      continue;
    }
    if (!parameter.isRequired && partner.isRequired) add('breaking', place, 'is required');
    if (parameter.isRequired && !partner.isRequired) add('additive', place, 'is not required any more');
    compareWords(parameter, partner, place);
    schemas.compare(parameter.schema, partner.schema, place, 'request');
  }
  for (const [key, { isRequired }] of other.parameters) {
    const what = isRequired ? 'a required parameter more' : 'a parameter more';
    if (!own.parameters.has(key)) add(isRequired ? 'breaking' : 'additive', `${name} ${key}`, what);
  }
  if (own.body?.isRequired !== true && other.body?.isRequired === true) add('breaking', `${name} body`, 'is required');
  schemas.compare(own.body?.schema, other.body?.schema, `${name} body `, 'request');
  for (const [status, answer] of own.answers) {
    const partner = other.answers.get(status);
    const place = `${name} ${status}`;
    if (partner) {
      compareWords(answer, partner, place);
      schemas.compare(answer.schema, partner.schema, `${place} `, 'answer');
      // An answer for all other statuses stands for it.
    } else if (!other.answers.has('default')) add('breaking', place, 'the answer is gone');
  }
  for (const status of other.answers.keys()) {
    if (!own.answers.has(status)) add('additive', `${name} ${status}`, 'an answer more');
  }
};

/** The differences of a service from a mock in what it publishes. How many operations both have is said, too. */
export const compareDocuments = (
  own: ApiDocument,
  other: ApiDocument,
): { readonly drifts: readonly Drift[]; readonly compared: number } => {
  const drifts: Drift[] = [];
  const seen = new Set<string>();
  const add: AddDrift = (kind, place, what) => {
    const key = `${kind} ${place} ${what}`;
    if (!seen.has(key)) drifts.push({ kind, place: place.trim(), what });
    seen.add(key);
  };
  const byId = new Map([...other.operations].flatMap(([key, each]) => (each.id ? [[each.id, key] as const] : [])));
  const taken = new Set<string>();
  const schemas = new SchemaComparer({ own, other }, add);
  let compared = 0;
  for (const [key, operation] of own.operations) {
    const same = other.operations.has(key) ? key : byId.get(operation.id ?? '');
    const partner = same === undefined || taken.has(same) ? undefined : other.operations.get(same);
    // An operation that the mock has at the place of another is not the one that has moved.
    if (!partner || same === undefined || (same !== key && own.operations.has(same))) {
      add('breaking', nameOf(operation), 'the operation is gone');
      continue;
    }
    taken.add(same);
    compared += 1;
    if (same !== key) add('breaking', nameOf(operation), `has moved to ${nameOf(partner)}`);
    compareOperations(operation, partner, schemas, add);
  }
  for (const [key, operation] of other.operations) {
    if (!taken.has(key)) add('additive', nameOf(operation), 'an operation more');
  }
  return { drifts, compared };
};
