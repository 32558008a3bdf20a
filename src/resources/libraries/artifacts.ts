import { customOperation } from '../../kernel/custom-operation.ts';
import { anyOf } from '../../kernel/filters.ts';
import type { Context } from '../../kernel/resource.ts';
import { defineResource, readMethod } from '../../kernel/resource.ts';
import { enumOf, int64, repeated } from '../../schema/field-types.ts';
import { message, of, plain, required, type Static } from '../../schema/message.ts';
import { artifactFilters } from './artifact-filters.ts';
import {
  Artifact,
  type ArtifactRow,
  artifactRowFields,
  artifactRows,
  Ecosystem,
  isPublishedHere,
} from './artifact-message.ts';

const PACKAGE = 'chainguard.platform.libraries.v2';

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
    totalCount: String(rows.by(artifactRows, 'ecosystem', ecosystem).filter(isPublishedHere).length),
  })),
});

/** Libraries. They belong to no group: a caller who may list them sees all. */
export const artifacts = defineResource({
  domain: 'libraries',
  type: 'Artifact',
  singular: 'artifact',
  plural: 'artifacts',
  words: { singular: 'artifact', plural: 'artifacts' },
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
  rules: { identify: slugOf },
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
