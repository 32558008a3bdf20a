import { customOperation } from '../../kernel/custom-operation.ts';
import { anyOf, where } from '../../kernel/filters.ts';
import { type Context, defineResource, type RowOf, readMethod } from '../../kernel/resource.ts';
import { type Collection, collection } from '../../kernel/rows.ts';
import { bool, enumOf, enumType, int32, int64, repeated, string, timestamp } from '../../schema/field-types.ts';
import { message, of, output, plain, required, type Static } from '../../schema/message.ts';

const PACKAGE = 'chainguard.platform.libraries.v2';

/** The language that a library is for. */
const Ecosystem = enumType(`${PACKAGE}.Ecosystem`, 'The language that a library is for.', {
  ECOSYSTEM_UNSPECIFIED: 0,
  ECOSYSTEM_JAVA: 1,
  ECOSYSTEM_PYTHON: 2,
});

/** A library. */
export const Artifact = message(`${PACKAGE}.Artifact`, 'A library.', {
  uid: output(1, string(), 'The identifier of the artifact.', {
    always: true,
    example: 'java-org.springframework~spring-core',
  }),
  name: output(2, string(), 'The name of the library.', { always: true, example: 'org.springframework:spring-core' }),
  description: output(3, string(), 'The description of the latest version.', { always: true, example: 'Spring Core' }),
  ecosystem: output(4, enumOf(Ecosystem), 'The language that the library is for.'),
  latestVersion: output(5, string(), 'The latest version.', { example: '6.2.1' }),
  versionCount: output(6, int32(), 'How many versions there are.'),
  createTime: output(7, timestamp(), 'When the first version was published here.'),
  updateTime: output(8, timestamp(), 'When the latest version was published here.'),
});

/** The fields of a stored artifact that its message does not have. */
const artifactRowFields = {
  cudaVersions: plain(200, repeated(string()), 'The CUDA versions that the library is built for.'),
  remediated: plain(201, bool(), 'True when versions with fixes for vulnerabilities are published here.'),
  upstream: plain(202, bool(), 'True when the library is in a public registry and not here: only v1 can ask for it.'),
};

/** An artifact as it is stored. */
export type ArtifactRow = RowOf<typeof Artifact> & {
  readonly cudaVersions?: readonly string[];
  readonly remediated?: boolean;
  readonly upstream?: boolean;
};

/** The rows of artifacts, for modules that the resource imports. */
export const artifactRows: Collection<ArtifactRow> = collection('artifacts', 'ecosystem');

/** True for an artifact that is published here. */
export const isPublishedHere = ({ upstream = false }: ArtifactRow): boolean => !upstream;

/** The filters of Lists of artifacts in both versions, besides ecosystems. */
export const artifactFilters = {
  query: where(2, string(), 'Only artifacts with this text, in any case, in their name.', (query) => {
    const wanted = query.toLowerCase();
    return ({ name = '' }: ArtifactRow) => name.toLowerCase().includes(wanted);
  }),
  cudaVersion: where(
    3,
    string(),
    'Only artifacts built for this CUDA version.',
    (version) =>
      ({ cudaVersions = [] }: ArtifactRow) =>
        cudaVersions.includes(version),
    { presence: true },
  ),
  remediated: where(
    4,
    bool(),
    'True for only the artifacts that have versions with fixes for vulnerabilities.',
    () =>
      ({ remediated = false }: ArtifactRow) =>
        remediated,
  ),
};

const GetArtifactCountRequest = message(`${PACKAGE}.GetArtifactCountRequest`, 'Which ecosystems to count.', {
  ecosystems: required(1, repeated(enumOf(Ecosystem)), 'The ecosystems to count.'),
});

const EcosystemCount = message(`${PACKAGE}.GetArtifactCountResponse.EcosystemCount`, 'The size of an ecosystem.', {
  ecosystem: plain(1, enumOf(Ecosystem), 'The ecosystem.', { always: true }),
  totalCount: plain(2, int64(), 'How many artifacts it has.', { always: true, example: '12' }),
});

const GetArtifactCountResponse = message(`${PACKAGE}.GetArtifactCountResponse`, 'The sizes of ecosystems.', {
  counts: plain(1, repeated(of(EcosystemCount)), 'One for each ecosystem asked for.', { always: true }),
});

const countArtifacts = (
  { ecosystems = [] }: Static<typeof GetArtifactCountRequest>,
  { rows }: Context,
): Static<typeof GetArtifactCountResponse> => ({
  counts: [...new Set(ecosystems)].map((ecosystem) => ({
    ecosystem,
    totalCount: String(rows.by(artifactRows, 'ecosystem', ecosystem).filter(isPublishedHere).length),
  })),
});

/** Libraries. They belong to no group: a caller who may list them sees all. */
export const artifacts = defineResource({
  domain: 'libraries',
  singular: 'artifact',
  plural: 'artifacts',
  description: 'Libraries for programming languages. This interface cannot write them.',
  message: Artifact,
  rowFields: artifactRowFields,
  indexes: artifactRows.indexes,
  verbs: {
    list: {
      capabilities: ['libraries.artifacts.list'],
      description: 'Lists the artifacts of some ecosystems.',
      outsideTree: true,
      paging: [10, 11, 13, 12],
      totalPresence: false,
      filters: {
        ecosystems: anyOf(1, enumOf(Ecosystem), 'ecosystem', 'The ecosystems to list.', { required: true }),
        ...artifactFilters,
      },
      order: 'name',
      sortable: ['name', 'uid', 'createTime', 'updateTime', 'ecosystem', 'versionCount'],
      visible: () => isPublishedHere,
    },
  },
  rules: {
    // One path segment, unlike a uid of the group tree (behaviour §5.14).
    identify: ({ ecosystem = 'ECOSYSTEM_UNSPECIFIED', name = '' }) =>
      `${ecosystem.replace(/^ECOSYSTEM_/, '').toLowerCase()}-${name.replaceAll(/[^A-Za-z0-9._-]+/g, '~')}`,
  },
  methods: {
    getArtifactCount: readMethod(
      customOperation({
        domain: 'libraries',
        plural: 'artifacts',
        id: 'GetArtifactCount',
        summary: 'Count artifacts',
        description: 'Counts the artifacts of some ecosystems.',
        http: { method: 'GET', path: '/libraries/v2/artifacts/count' },
        request: GetArtifactCountRequest,
        response: GetArtifactCountResponse,
        capabilities: ['libraries.artifacts.list'],
      }),
      countArtifacts,
    ),
  },
});
