import { bool, enumOf, enumType, string, timestamp } from '../../schema/field-types.ts';
import { message, of, plain, type Static } from '../../schema/message.ts';

const PACKAGE = 'chainguard.platform.registry';

/** The maintenance of a tag's package. */
export const EolTagStatus = enumType(`${PACKAGE}.EolTagStatus`, 'Whether the main package of a tag is maintained.', {
  TAG_ACTIVE: 0,
  TAG_IN_GRACE: 1,
  TAG_INACTIVE: 2,
});

/** The state of a tag after the end of life of its package: still built or not. */
export const EolGracePeriodStatus = enumType(
  `${PACKAGE}.EolGracePeriodStatus`,
  'Whether a tag is still built for a while after the end of life of its main package.',
  {
    GRACE_NOT_ELIGIBLE: 0,
    GRACE_ELIGIBLE: 1,
    GRACE_ACTIVE: 2,
    GRACE_BROKEN: 3,
    GRACE_EXPIRED: 4,
  },
);

const VersionSource = message(`${PACKAGE}.PackageVersion.VersionSource`, 'The location of the source of a version.', {
  ref: plain(1, string(), 'The reference in the repository of the source.'),
  sha: plain(2, string(), 'The commit.'),
});

/** The published service writes these fields without a value, too (behaviour C37). */
const ZERO = { asPublished: { empty: 'zero' } } as const;
const NULL = { asPublished: { empty: 'null' } } as const;

// Some of these names are camelCase in the published proto, too.
/** A version of a package and how long it is maintained. */
export const PackageVersion = message(`${PACKAGE}.PackageVersion`, 'A version of a package.', {
  eolDate: plain(1, string(), 'The day on which it is no longer maintained, such as `2026-04-30`.', {
    proto: 'eolDate',
    ...ZERO,
  }),
  exists: plain(2, bool(), 'True when the version is packaged.', ZERO),
  fips: plain(3, bool(), 'True when there is a FIPS variant.', ZERO),
  legacyLts: plain(4, string(), 'Superseded by `lts`.', ZERO),
  releaseDate: plain(5, string(), 'The day of its release.', { proto: 'releaseDate', ...ZERO }),
  version: plain(6, string(), 'The version.', { example: '1.27', ...ZERO }),
  eolBroken: plain(7, bool(), 'True when it can no longer be built.', { proto: 'eolBroken', ...ZERO }),
  latestVersion: plain(8, string(), 'The newest release of the version.', {
    proto: 'latestVersion',
    example: '1.27.4',
    ...ZERO,
  }),
  lts: plain(9, bool(), 'True for a version with long support.', ZERO),
  versionSource: plain(10, of(VersionSource), 'The location of its source.', {
    proto: 'versionSource',
    ...NULL,
  }),
});

/** The facts about the end of life of a tag; only fixtures set it. */
export const EndOfLife = message('mock.EndOfLife', 'What is known about the end of life of a tag.', {
  mainPackageName: plain(1, string(), 'The package that the image is about.'),
  tagStatus: plain(2, enumOf(EolTagStatus), 'Whether that package is maintained; inactive for a deprecated tag.'),
  mainPackageVersion: plain(3, of(PackageVersion), 'Its version.'),
  graceStatus: plain(4, enumOf(EolGracePeriodStatus), 'Whether the tag is still built after the end of life.'),
  gracePeriodExpiryDate: plain(5, timestamp(), 'When the tag is no longer built and the grace period is over.'),
});

/** The facts of one tag. */
export type EndOfLifeFacts = Static<typeof EndOfLife>;
