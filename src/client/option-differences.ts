import { basename } from 'node:path';
import { type MockInfo, SetupRefusal } from './found-mock.ts';
import type { MockOptions } from './mock-options.ts';

/** A fixture as two machines may both call it: a file may be in another folder there. */
const nameFixtures = (fixtures: readonly string[]): string => fixtures.map((each) => basename(each)).join(', ');

/** The options that a mock shows, each with its flag, and how its value reads. */
const SHOWN = [
  { name: 'fixtures', flag: '--fixture', shown: ({ fixtures }: MockOptions) => fixtures && nameFixtures(fixtures) },
  { name: 'seed', flag: '--seed', shown: ({ seed }: MockOptions) => seed },
  { name: 'profile', flag: '--profile', shown: ({ profile }: MockOptions) => profile },
  { name: 'serviceDomain', flag: '--service-domain', shown: ({ serviceDomain }: MockOptions) => serviceDomain },
] as const;

/** Options that are read in another way than by the mock. */
const NOT_OF_A_START = ['controlToken'];

/**
 * The names of those options which a running mock does not show, so that they cannot be compared.
 * @throws SetupRefusal if the mock was started with other values of those that it shows (behaviour Y5)
 */
export const optionsNotShown = (wanted: MockOptions, info: MockInfo, given: string): readonly string[] => {
  const differing = SHOWN.flatMap(({ name, flag, shown }) => {
    const want = shown(wanted);
    const has = name === 'fixtures' ? nameFixtures(info.fixtures) : info[name];
    return want === undefined || want === has ? [] : [`${name} ${has || 'none'} and not ${want} (${flag})`];
  });
  if (differing.length > 0) {
    throw new SetupRefusal(
      `the mock of PLATFORM_API_URL, ${given}, was started with ${differing.join('; ')}: start it so, ` +
        'or unset PLATFORM_API_URL, and one is started',
    );
  }
  const known: readonly string[] = [...SHOWN.map(({ name }) => name), ...NOT_OF_A_START];
  return Object.keys(wanted).filter((name) => !known.includes(name));
};
