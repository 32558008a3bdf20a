import type { SourceFile } from './source-file.ts';

/** The one file that knows the profiles by their names; tests name what they compare. */
const TABLE = 'schema/profile-differences.ts';

/** What a library declares for its users has no types but its own: a member is what it may be. */
const DECLARED = /\bprofile\?: (?:'\w+'(?: \| )?)+/g;

const NAME = /'(?:specification|published)'/g;

/** The origin of an operation is a fact about it, which the table decides on. */
const ORIGIN = /origin(?:: | \?\? )'published'|'published' \| 'spec'/g;

/**
 * How often a file names a profile: whoever does could branch on it, instead of reading what the table has for the
 * difference (behaviour P1).
 */
export const namedProfiles = ({ path, code }: SourceFile): readonly string[] => {
  const named =
    path === TABLE || path.startsWith('testing/')
      ? []
      : (code.replaceAll(ORIGIN, '').replaceAll(DECLARED, '').match(NAME) ?? []);
  return named.map((name) => `names the profile ${name}`);
};
