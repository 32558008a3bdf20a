import type { Faker } from '@faker-js/faker';
import { isObject } from '../json.ts';
import { Pace, runInTurns, type Steps } from '../kernel/steps.ts';
import type { FixtureDocument } from './fixture-error.ts';

/** The number of values that are looked at in one step. */
const STEP = 5_000;

function* generates(value: unknown, pace: Pace): Steps<boolean> {
  if (!Array.isArray(value) && !isObject(value)) return false;
  if (!Array.isArray(value) && 'generate' in value) return true;
  for (const each of Array.isArray(value) ? value : Object.values(value)) {
    if (pace.isDue()) yield;
    if (typeof each === 'object' && (yield* generates(each, pace))) return true;
  }
  return false;
}

/** Loads the generator of data if a document needs it: that takes a while. */
export const fakerFor = async (documents: readonly FixtureDocument[]): Promise<Faker | undefined> => {
  const needed = await Promise.all(documents.map(({ contents }) => runInTurns(generates(contents, new Pace(STEP)))));
  if (!needed.includes(true)) return undefined;
  const { faker } = await import('@faker-js/faker/locale/en');
  return faker;
};
