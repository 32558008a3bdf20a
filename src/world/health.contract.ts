import { clockReading } from '../features/clock/clock.contract.ts';
import { z } from '../plane/zod.contract.ts';
import { PROFILE_NAMES } from '../schema/profile-differences.ts';

/** The interface that a world follows. */
export const profileName = z.enum(PROFILE_NAMES).openapi('ProfileName', {
  description: 'The interface that the mock follows: the specified or the published one, which differ in places.',
});

/** The options that a mock was started with, and its contents. */
export const info = z
  .object({
    version: z.string().describe('The version of the mock.'),
    world: z.string().describe('The world that the rest is about.'),
    url: z.string().describe('Its public URL.'),
    localUrl: z.string().describe('The URL of the address that the process itself listens on.'),
    issuer: z.string().describe('The issuer of its tokens.'),
    serviceDomain: z.string().describe('The domain in error details.'),
    profile: profileName,
    seed: z.string().describe('The seed of everything generated.'),
    fixtures: z.array(z.string()).describe('The fixtures it was started with.'),
    orgId: z.string().describe('The uid of the first root group; empty when there is none.'),
    rows: z.record(z.string(), z.number().int()).describe('The number of rows of each kind.'),
    aliases: z.record(z.string(), z.string()).describe('The uid of each thing that a fixture named.'),
    clock: clockReading,
    controlCalls: z.record(z.string(), z.number().int()).openapi({
      description: 'The number of calls of each control operation that it has answered since its start, in all worlds.',
      example: { 'faults.set': 2 },
    }),
  })
  .openapi('Info', { description: 'The options of a mock, and its contents.' });
