import { z } from '../../plane/zod.contract.ts';

/** The worlds whose run is meant. */
export const traceQuery = z.strictObject({
  world: z.literal('*').optional().describe('All worlds that there are, and the last of those that have ended.'),
  format: z.literal('html').optional().describe('A page for people, with all that it needs, in the place of JSON.'),
});

export const tracePage = z.string().describe('A page that shows the calls, without the mock.');

export const trace = z
  .object({ log: z.record(z.string(), z.unknown()).describe('The log of HAR 1.2.') })
  .openapi('Trace', {
    description:
      'The run of worlds as a HAR 1.2: a page for each world, an entry for each call; all that HAR does not have is in fields that begin with an underscore. It has no secrets.',
  });
