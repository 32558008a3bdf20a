import type { Context } from '../../kernel/context.ts';
import { anyOf, where } from '../../kernel/filters.ts';
import { defineResource, type RowOf, readMethod } from '../../kernel/resource.ts';
import { customOperation } from '../../kernel/standard-operations.ts';
import { bool, enumOf, enumType, int32, int64, repeated, string, timestamp } from '../../schema/field-types.ts';
import { message, of, output, plain, required, type Static } from '../../schema/message.ts';

const PACKAGE = 'chainguard.platform.libraries.v2';

const Ecosystem = enumType(`${PACKAGE}.Ecosystem`, 'The language that a library is for.', {
  ECOSYSTEM_UNSPECIFIED: 0,
  ECOSYSTEM_JAVA: 1,
  ECOSYSTEM_PYTHON: 2,
});

const Artifact = message(`${PACKAGE}.Artifact`, 'A library.', {
  uid: output(1, string(), 'The identifier of the artifact.', {
    always: true,
    example: 'java-org.springframework~spring-core',
  }),
  name: output(2, string(), 'The name of the library.', { always: true, example: 'org.springframework:spring-core' }),
  description: output(3, string(), 'What the latest version says about itself.', { always: true }),
  ecosystem: output(4, enumOf(Ecosystem), 'The language that the library is for.'),
  latestVersion: output(5, string(), 'The latest version.'),
  versionCount: output(6, int32(), 'How many versions there are.'),
  createTime: output(7, timestamp(), 'When the first version was published here.'),
  updateTime: output(8, timestamp(), 'When the latest version was published here.'),
});

const rowFields = {
  cudaVersions: plain(200, repeated(string()), 'The CUDA versions that the library is built for.'),
  remediated: plain(201, bool(), 'True when versions with fixes for vulnerabilities are published here.'),
};

type ArtifactRow = RowOf<typeof Artifact> & {
  readonly cudaVersions?: readonly string[];
  readonly remediated?: boolean;
};

/** The identifier of an artifact: one path segment, unlike a uid of the group tree (behaviour §5.14). */
const slugOf = ({ ecosystem = 'ECOSYSTEM_UNSPECIFIED', name = '' }: ArtifactRow): string =>
  `${ecosystem.replace(/^ECOSYSTEM_/, '').toLowerCase()}-${name.replaceAll(/[^A-Za-z0-9._-]+/g, '~')}`;

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
    totalCount: String(rows.by(artifacts, 'ecosystem', ecosystem).length),
  })),
});

/** Libraries, which belong to no group: who may list them sees all. */
export const artifacts = defineResource({
  domain: 'libraries',
  type: 'Artifact',
  singular: 'artifact',
  plural: 'artifacts',
  words: { singular: 'artifact', plural: 'artifacts' },
  description: 'Libraries for programming languages. Artifacts cannot be written through this interface.',
  message: Artifact,
  rowFields,
  indexes: ['ecosystem'],
  verbs: {
    list: {
      capabilities: ['libraries.artifacts.list'],
      description: 'Lists the artifacts of some ecosystems.',
      outsideTree: true,
      paging: [10, 11, 13, 12],
      totalPresence: false,
      filters: {
        ecosystems: anyOf(1, enumOf(Ecosystem), 'ecosystem', 'The ecosystems to list.', { required: true }),
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
          'True for only artifacts that have versions with fixes for vulnerabilities.',
          () =>
            ({ remediated = false }: ArtifactRow) =>
              remediated,
        ),
      },
      order: 'name',
      sortable: ['name', 'uid', 'createTime', 'updateTime', 'ecosystem', 'versionCount'],
    },
  },
  rules: { identify: slugOf },
  methods: {
    getArtifactCount: readMethod(
      customOperation(
        { domain: 'libraries', plural: 'artifacts' },
        {
          id: 'GetArtifactCount',
          summary: 'Count artifacts',
          description: 'Counts the artifacts of some ecosystems.',
          http: { method: 'GET', path: '/libraries/v2/artifacts/count' },
          request: GetArtifactCountRequest,
          response: GetArtifactCountResponse,
          capabilities: ['libraries.artifacts.list'],
        },
      ),
      countArtifacts,
    ),
  },
});
