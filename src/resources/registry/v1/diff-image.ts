import { type Context, type Method, readMethod } from '../../../kernel/resource.ts';
import { omitUndefined } from '../../../schema/defined.ts';
import { repeated, string, timestamp, uid } from '../../../schema/field-types.ts';
import { ALWAYS, message, of, plain, required, type Static } from '../../../schema/message.ts';
import { EXAMPLE_DIGEST } from '../formats.ts';
import type { ImageRow } from '../image-message.ts';
import { imageOf } from '../images.ts';
import { Scanner } from '../vuln-report.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';

const DiffImageRequest = message(`${PACKAGE}.DiffImageRequest`, 'The two images of a repo to compare.', {
  repoId: required(1, uid(), 'The id of the repo.'),
  fromDigest: required(2, string(), 'The digest of the image to compare from.', {
    example: 'sha256:62329d232c727f151203d32822d4ba8e84e6628d02c0098fce8f8b3cf498f8df',
  }),
  toDigest: required(3, string(), 'The digest of the image to compare to.', { example: EXAMPLE_DIGEST }),
});

const VersionReference = message(`${PACKAGE}.VersionReference`, 'A version of a package.', {
  version: plain(1, string(), 'The version.', { example: '1.27.4-r0' }),
  reference: plain(2, string(), 'The package URL of the package in this version.'),
});

const PackageReference = message(`${PACKAGE}.PackageReference`, 'A package in an image.', {
  name: plain(1, string(), 'The name of the package.'),
  version: plain(2, string(), 'Its version.', { example: '1.27.4-r0' }),
  reference: plain(3, string(), 'Its package URL.', { example: 'pkg:apk/wolfi/nginx@1.27.4-r0' }),
});

const ChangedPackageReference = message(
  `${PACKAGE}.PackagesDiff.ChangedPackageReference`,
  'A package that is in both images, in different versions.',
  {
    name: plain(1, string(), 'The name of the package.'),
    current: plain(2, of(VersionReference), 'The version in the image that is compared to.'),
    previous: plain(3, of(VersionReference), 'The version in the image that is compared from.'),
  },
);

const PackagesDiff = message(`${PACKAGE}.PackagesDiff`, 'How the packages of two images differ.', {
  added: plain(1, repeated(of(PackageReference)), 'The packages that only the second image has.', ALWAYS),
  removed: plain(2, repeated(of(PackageReference)), 'The packages that only the first image has.', ALWAYS),
  changed: plain(3, repeated(of(ChangedPackageReference)), 'The packages whose versions differ.', ALWAYS),
});

const VulnerabilityReference = message(`${PACKAGE}.VulnerabilityReference`, 'A vulnerability in an image.', {
  id: plain(1, string(), 'The id of the vulnerability.', { example: 'CVE-2026-1001' }),
  reference: plain(2, string(), 'The package URL of the package that it is in.'),
  severity: plain(3, string(), 'Its severity.', { example: 'HIGH' }),
});

const ScannerMetadata = message(`${PACKAGE}.ScannerMetadata`, 'What the vulnerabilities of an image were found by.', {
  digest: plain(1, string(), 'The digest of the image.', { example: EXAMPLE_DIGEST }),
  scanner: plain(2, of(Scanner), 'The scanner.'),
  vulnerabilityDbLastBuildTime: plain(3, timestamp(), 'When the database of the scanner was built.'),
  vulnerabilityDbSchemaVersion: plain(4, string(), 'The version of the form of that database; not known here.', {
    example: '6',
  }),
});

const VulnerabilitiesDiff = message(`${PACKAGE}.VulnerabilitiesDiff`, 'How the vulnerabilities of two images differ.', {
  added: plain(1, repeated(of(VulnerabilityReference)), 'The vulnerabilities of the second image only.', ALWAYS),
  removed: plain(2, repeated(of(VulnerabilityReference)), 'The vulnerabilities of the first image only.', ALWAYS),
  metadata: plain(3, repeated(of(ScannerMetadata)), 'The scanners, for each image that has a report.', ALWAYS),
});

const DiffImageResponse = message(`${PACKAGE}.DiffImageResponse`, 'How two images differ.', {
  packages: plain(1, of(PackagesDiff), 'How their packages differ.'),
  vulnerabilities: plain(2, of(VulnerabilitiesDiff), 'How their vulnerabilities differ.'),
  warnings: plain(5, repeated(string()), 'The facts that are unknown for one of the images.', {
    ...ALWAYS,
    example: ['the packages are not known'],
  }),
});

type PackageFacts = Static<typeof PackageReference>;
type Found = Static<typeof VulnerabilityReference>;

/** A package without its version: two versions of one package have the same. */
const omitVersion = (name = '', purl = ''): string => (purl === '' ? name : purl.replace(/@.*$/, ''));

/** Items by their keys, in the order of these; the first of several with one key counts. */
const indexByKey = <T>(entries: readonly (readonly [key: string, item: T])[]): ReadonlyMap<string, T> =>
  new Map(entries.toReversed().toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));

const packagesOf = ({ packages = [] }: ImageRow): ReadonlyMap<string, PackageFacts> =>
  indexByKey(
    packages.map(({ name = '', version = '', purl: reference = '' }) => [
      omitVersion(name, reference),
      { name, version, reference },
    ]),
  );

const vulnerabilitiesOf = ({ vulnReport }: ImageRow): ReadonlyMap<string, Found> =>
  indexByKey(
    (vulnReport?.vulnerabilityMatches ?? []).map(({ vulnerability = {}, pkg = {} }) => {
      const { id = '', severity = 'UNKNOWN' } = vulnerability;
      const { name, purl: reference = '' } = pkg;
      return [`${id} ${omitVersion(name, reference)}`, { id, reference, severity }];
    }),
  );

/** The items of `these` under keys that `others` do not have. */
const findOnly = <T>(these: ReadonlyMap<string, T>, others: ReadonlyMap<string, T>): readonly T[] =>
  [...these].filter(([key]) => !others.has(key)).map(([, item]) => item);

const findChanged = (
  from: ReadonlyMap<string, PackageFacts>,
  to: ReadonlyMap<string, PackageFacts>,
): readonly Static<typeof ChangedPackageReference>[] =>
  [...to].flatMap(([key, { name = '', ...current }]) => {
    const before = from.get(key);
    if (!before || before.version === current.version) return [];
    const { name: _, ...previous } = before;
    return [{ name, current, previous }];
  });

const listScanners = ({ digest, vulnReport }: ImageRow): readonly Static<typeof ScannerMetadata>[] => {
  if (!vulnReport) return [];
  const { scanner, vulnerabilityDbLastBuildTime } = vulnReport;
  return [omitUndefined({ digest, scanner, vulnerabilityDbLastBuildTime })];
};

const warningsOn = ({ digest, packages, vulnReport }: ImageRow): readonly string[] => [
  ...(packages ? [] : [`the packages of ${digest} are not known`]),
  ...(vulnReport ? [] : [`${digest} has no vulnerability report`]),
];

const diff = (asked: Static<typeof DiffImageRequest>, context: Context): Static<typeof DiffImageResponse> => {
  const { repoId, fromDigest, toDigest } = asked;
  const [from, to] = [imageOf(repoId, fromDigest, context), imageOf(repoId, toDigest, context)];
  const [before, after] = [packagesOf(from), packagesOf(to)];
  const [had, has] = [vulnerabilitiesOf(from), vulnerabilitiesOf(to)];
  return {
    packages: { added: findOnly(after, before), removed: findOnly(before, after), changed: findChanged(before, after) },
    vulnerabilities: {
      added: findOnly(has, had),
      removed: findOnly(had, has),
      metadata: [...listScanners(from), ...listScanners(to)],
    },
    warnings: [...warningsOn(from), ...warningsOn(to)],
  };
};

/** Compares two images of a repo by their known facts, only in v1. */
export const diffImage: Method = readMethod(
  registryOperation('DiffImage', {
    summary: 'Compare two images',
    description: 'Returns how the packages and the vulnerabilities of two images of a repo differ.',
    http: { method: 'GET', path: '/registry/v1/repos/{repo_id=**}/diff' },
    request: DiffImageRequest,
    response: DiffImageResponse,
    capabilities: ['repo.list', 'vuln_reports.list', 'sboms.list'],
    scope: 'repoId',
  }),
  diff,
  // An empty answer would say that they are equal.
  { scopeType: 'repo', looksUp: true },
);
