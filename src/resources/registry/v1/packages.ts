import { notFound } from '../../../kernel/errors.ts';
import { defineResource, type RowOf, readMethod } from '../../../kernel/resource.ts';
import { type Collection, collection } from '../../../kernel/rows.ts';
import { int32, repeated, string } from '../../../schema/field-types.ts';
import { message, of, output, plain, required, type Static } from '../../../schema/message.ts';
import { PackageVersion } from '../end-of-life.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';

// These names are camelCase in the published proto, too.
const FACTS = {
  eolVersions: plain(1, repeated(of(PackageVersion)), 'The versions that are no longer maintained.', {
    always: true,
    proto: 'eolVersions',
  }),
  lastUpdatedTimestamp: plain(2, string(), 'When these facts were last updated.', {
    always: true,
    proto: 'lastUpdatedTimestamp',
    example: '2026-01-28T00:00:00Z',
  }),
  latestVersion: plain(3, string(), 'The newest release.', { always: true, proto: 'latestVersion', example: '1.27.4' }),
  versions: plain(4, repeated(of(PackageVersion)), 'The versions that are maintained.', { always: true }),
  gracePeriodMonths: plain(5, int32(), 'For how many months a version is still built after its end of life.', {
    always: true,
    proto: 'gracePeriodMonths',
    example: 6,
  }),
};

const PackageVersionMetadata = message(`${PACKAGE}.PackageVersionMetadata`, 'The versions of a package.', FACTS);

const PackageVersionMetadataRequest = message(
  `${PACKAGE}.PackageVersionMetadataRequest`,
  'The package to get information about.',
  { package: required(1, string(), 'The name of the package.', { example: 'nginx' }) },
);

const StoredPackage = message('mock.Package', 'A package and its versions, which only fixtures set.', {
  uid: output(100, string(), 'The name of the package.'),
  name: required(101, string(), 'The name of the package.', { example: 'nginx' }),
  ...FACTS,
});

type PackageRow = RowOf<typeof StoredPackage>;

const packageRows: Collection<PackageRow> = collection<PackageRow>('packages', 'name');

/** Packages with their versions, only in v1. They belong to no group: a caller who may see them sees all. */
export const packages = defineResource({
  domain: 'registry',
  singular: 'package',
  plural: 'packages',
  description: 'The versions of packages, and how long they are maintained.',
  message: StoredPackage,
  served: false,
  indexes: packageRows.indexes,
  rules: { identify: ({ name = '' }) => name },
  methods: {
    getPackageVersionMetadata: readMethod(
      registryOperation('GetPackageVersionMetadata', {
        summary: 'Get the versions of a package',
        description: 'Gets the versions of a package that images are built from, maintained or not.',
        http: { method: 'GET', path: '/registry/v1/versions/{package=**}' },
        request: PackageVersionMetadataRequest,
        response: PackageVersionMetadata,
        capabilities: ['version.list'],
      }),
      (
        { package: name = '' }: Static<typeof PackageVersionMetadataRequest>,
        { rows },
      ): Static<typeof PackageVersionMetadata> => {
        const [found] = rows.by(packageRows, 'name', name);
        if (!found) throw notFound({ type: 'registry/Package', name }, 'package');
        const { uid: _, name: __, ...facts } = found;
        return facts;
      },
      // A name is looked up: clients take an empty answer for a package without versions.
      { looksUp: true },
    ),
  },
});
