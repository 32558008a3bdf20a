import { map, noun, string } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';

/** The worlds whose run is meant. */
export const traceQuery = z.strictObject({
  world: z.literal('*').optional().describe('All worlds, and the latest of those that have ended.'),
  format: z.literal('html').optional().describe('A page for people, with all that it needs, in the place of JSON.'),
});

export const tracePage = string('A page that shows the calls, without the mock.');

export const trace = noun(
  'Trace',
  'The run of worlds as a HAR 1.2: a page for each world, an entry for each call; all that HAR does not have is in fields that begin with an underscore. It has no secrets.',
  { log: map(z.unknown(), 'The log of HAR 1.2.') },
);
