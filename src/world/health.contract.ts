import { clockReading } from '../features/clock/clock.contract.ts';
import { list, map, noun, string } from '../plane/values.contract.ts';
import { z } from '../plane/zod.contract.ts';
import { PROFILE_NAMES } from '../schema/profile-differences.ts';

/** The interface that a world follows. */
export const profileName = z.enum(PROFILE_NAMES).openapi('ProfileName', {
  description: 'The interface that the mock follows: the specified or the published one, which differ in places.',
});

export const info = noun('Info', 'The options of a mock, and its contents.', {
  version: string('The version of the mock.'),
  world: string('The world that the rest is about.'),
  url: string('Its public URL.'),
  localUrl: string('The URL of the address that the process itself listens on.'),
  issuer: string('The issuer of its tokens.'),
  serviceDomain: string('The domain in error details.'),
  profile: profileName,
  seed: string('The seed of everything generated.'),
  fixtures: list(z.string(), 'The fixtures it was started with.'),
  orgId: string('The uid of the first root group; empty when there is none.'),
  rows: map(z.number().int(), 'The number of rows of each kind.'),
  aliases: map(z.string(), 'The uid of each thing that a fixture named.'),
  clock: clockReading,
  controlCalls: map(
    z.number().int(),
    'The number of calls of each control operation that it has answered since its start, in all worlds.',
    { 'faults.set': 2 },
  ),
});
