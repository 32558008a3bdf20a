import { operationsById } from '../editions/editions.ts';
import { SURPRISES } from '../features/faults/fault-presets.contract.ts';
import { namesOf } from '../plane/operation-names.ts';
import { describeUnknownValue } from '../schema/nearest-name.ts';

/** A trial as `--only`, `--skip` and accepted findings name it: by its operation, surprise, call, or id. */
export interface Named {
  readonly id: string;
  readonly call: { readonly id: string; readonly seen: { readonly operation: string } };
  readonly surprise: string;
}

/** The trials that are wanted. */
export interface Selection {
  readonly admits: (trial: Named) => boolean;
  /** True if the trial is asked for by its id. */
  readonly names: (id: string) => boolean;
}

const CALL = /^([^#/]+)#\d+$/;

/** True if a word means a trial: by its operation, its surprise, its call, or whole. */
export const means = (word: string, { id, call, surprise }: Named): boolean => {
  const cut = word.indexOf('/');
  if (cut >= 0)
    return word === id || (means(word.slice(0, cut), { id, call, surprise }) && word.slice(cut + 1) === surprise);
  const { operation } = call.seen;
  const bound = operationsById().get(operation);
  const names = bound ? namesOf(bound.operation) : [operation];
  return word === surprise || word === call.id || names.includes(word);
};

/** The call that a word names; undefined for a word that names an operation or a surprise. */
export const callNamed = (word: string): string | undefined => {
  const [call = ''] = word.split('/');
  return CALL.test(call) ? call : undefined;
};

/** Why a word can mean no trial; undefined if it may mean one. */
export const wrongWord = (word: string): string | undefined => {
  const surprises: readonly string[] = SURPRISES;
  const [call = '', ...rest] = word.split('/');
  if (rest.length > 1) return `${JSON.stringify(word)} is no trial such as "ListRepos#2/short_page"`;
  const [surprise] = rest;
  if (surprise === undefined && surprises.includes(word)) return undefined;
  const operation = CALL.exec(call)?.[1] ?? call;
  const known = [...operationsById().values()].flatMap((bound) => namesOf(bound.operation));
  if (!known.includes(operation)) {
    return describeUnknownValue(operation, surprise === undefined ? [...surprises, ...known] : known);
  }
  return surprise === undefined || surprises.includes(surprise) ? undefined : describeUnknownValue(surprise, surprises);
};

/** The trials that `only` means, or all if it is empty, without those that `skip` means. */
export const selectTrials = (only: readonly string[], skip: readonly string[]): Selection => ({
  admits: (trial) =>
    (only.length === 0 || only.some((word) => means(word, trial))) && !skip.some((word) => means(word, trial)),
  names: (id) => only.includes(id),
});
