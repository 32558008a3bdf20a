import type { SourceFile } from './source-file.ts';

/** The one file that knows the profiles by their names; tests name the profiles that they compare. */
const TABLE = 'schema/profile-differences.ts';

/** A declaration for users of a library has no types but its own: a member lists the values that it may have. */
const DECLARED = /\bprofile\?: (?:'\w+'(?: \| )?)+/g;

const NAME = /'(?:specification|published)'/g;

/** The origin of an operation is a fact about it, which the table decides on. */
const ORIGIN = /origin(?:: | \?\? )'published'|'published' \| 'spec'/g;

/**
 * The places where a file names a profile: it could branch on the name, instead of reading the difference in the table
 * (behaviour P1).
 */
export const namedProfiles = ({ path, code }: SourceFile): readonly string[] => {
  const named =
    path === TABLE || path.startsWith('testing/')
      ? []
      : (code.replaceAll(ORIGIN, '').replaceAll(DECLARED, '').match(NAME) ?? []);
  return named.map((name) => `names the profile ${name}`);
};
