import { parseJson } from '../json.ts';
import { integer, map, noun } from '../plane/values.contract.ts';
import { z } from '../plane/zod.contract.ts';

const mode = z.enum(['merge', 'replace']);

export const appliedFixture = noun('AppliedFixture', 'The result of applying a fixture.', {
  rows: integer('The number of rows that the fixture wrote.'),
  aliases: map(z.string(), 'The uid of each thing that it named.'),
});

/** The options of a fixture that is the body itself. */
export const fixtureQuery = z.object({
  mode: mode.optional().describe('"merge" adds to the rows, "replace" deletes them first.'),
});

/** A fixture as a body. */
export const fixtureText = z.string().describe('A fixture in YAML or JSON.');

/** A fixture as a body in JSON. It is no schema of zod, which would read it: a fixture has a schema of its own. */
export const FIXTURE_JSON = {
  type: 'object' as const,
  description: 'A fixture, or `{"name": "hierarchy"}` for one that is shipped.',
};

/** A longer text is a fixture itself. */
const MAX_REFERENCE_LENGTH = 4_096;

const named = z.strictObject({ name: z.string().min(1), mode: mode.optional() });

/** The name and mode of a JSON body that names a fixture; undefined for one that is a fixture itself. */
export const findNamedFixture = (text: string): z.infer<typeof named> | undefined =>
  text.length > MAX_REFERENCE_LENGTH ? undefined : named.safeParse(parseJson(text)).data;
