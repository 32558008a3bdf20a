import type { Faker } from '@faker-js/faker';
import { type FixtureDocument, isRecord } from './fixture-document.ts';

const generates = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(generates)
    : isRecord(value) && ('generate' in value || Object.values(value).some(generates));

/** Loads the generator of data if a document needs it: that takes a while. */
export const fakerFor = async (documents: readonly FixtureDocument[]): Promise<Faker | undefined> => {
  if (!documents.some(({ contents }) => generates(contents))) return undefined;
  const { faker } = await import('@faker-js/faker/locale/en');
  return faker;
};
