import { type FieldType, matching, repeated } from '../../schema/field-types.ts';

/** The description of a repo: one line, at most 512 code points (behaviour §5, validators). */
export const repoDescription = (): FieldType<string> =>
  // RE2's `[\S ]`; in JavaScript `\S` excludes more than these four.
  matching(/^[^\t\n\f\r]{0,512}$/u, 'description must match "^[\\S ]{0,512}$"', 'A minimal nginx image.');

/** The name of a tag. */
export const tagName = (): FieldType<string> =>
  matching(/^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/, 'tag must match "^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$"', '1.27.4');

/** The digest of an image of the default fixture, for examples. */
export const EXAMPLE_DIGEST = 'sha256:b6c521eff48c6a33c652b8521669f2edd63460c344618e0028cd336cd609dfcf';

/** The digest of an image; the published message does not say that it has exactly 64 digits. */
export const digest = (): FieldType<string> =>
  matching(/^sha256:[0-9a-f]{64}$/, 'digest must match "^sha256:[0-9a-f]+$"', EXAMPLE_DIGEST);

const BUNDLES = ['application', 'base', 'byol', 'ai', 'ai-gpu', 'featured', 'fips', 'commercial', 'emeritoss'];
const BUNDLE_PATTERN = BUNDLES.map((bundle) => `^${bundle}$`).join('|');

/** The labels that group repos or tags; one invalid label is a violation of the whole list. */
export const bundles = (): FieldType<readonly string[]> =>
  repeated(
    matching(new RegExp(BUNDLE_PATTERN), `only the following keywords are valid "${BUNDLE_PATTERN}"`, 'featured'),
  );

/** Other image names of a repo; one invalid name is a violation of the whole list. */
export const aliases = (): FieldType<readonly string[]> =>
  repeated(
    matching(
      /^[a-zA-Z0-9_.\-/]*[a-zA-Z0-9_.-]:[a-zA-Z0-9_.-]+$/,
      'each alias must match "^[a-zA-Z0-9_.\\\\-/]*[a-zA-Z0-9_.\\\\-]:[a-zA-Z0-9_.\\\\-]+$"',
      'library/nginx:latest',
    ),
  );
