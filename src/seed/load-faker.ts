import type { Faker } from '@faker-js/faker';
import { type FixtureDocument, isRecord } from './fixture-document.ts';

const generates = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(generates)
    : isRecord(value) && ('generate' in value || Object.values(value).some(generates));

/** What generated data is made with, for the documents that have any; it takes a while to load, so others go without. */
export const fakerFor = async (documents: readonly FixtureDocument[]): Promise<Faker | undefined> => {
  if (!documents.some(({ contents }) => generates(contents))) return undefined;
  const { faker } = await import('@faker-js/faker/locale/en');
  return faker;
};
