import { customOperation } from '../../../kernel/custom-operation.ts';
import type { Context } from '../../../kernel/resource.ts';
import { type Method, readMethod } from '../../../kernel/resource.ts';
import { enumOf, int32, repeated } from '../../../schema/field-types.ts';
import { message, of, optional, plain, type Static } from '../../../schema/message.ts';
import { V1 } from '../../../v1/edition.ts';
import { artifactRows, isPublishedHere } from '../artifact-message.ts';
import { EcosystemV1, PACKAGE, toStoredEcosystem } from './ecosystem.ts';

const GetArtifactCountRequest = message(`${PACKAGE}.GetArtifactCountRequest`, 'Which ecosystems to count.', {
  ecosystems: optional(
    1,
    repeated(enumOf(EcosystemV1)),
    'The ecosystems to count; by default all that have artifacts.',
  ),
});

const Count = message(`${PACKAGE}.GetArtifactCountResponse.Count`, 'The size of an ecosystem.', {
  ecosystem: plain(1, enumOf(EcosystemV1), 'The ecosystem.', { always: true }),
  totalArtifacts: plain(2, int32(), 'How many artifacts it has.', { always: true, example: 12 }),
});

const GetArtifactCountResponse = message(`${PACKAGE}.GetArtifactCountResponse`, 'The sizes of ecosystems.', {
  counts: plain(1, repeated(of(Count)), 'One for each ecosystem asked for.', { always: true }),
});

const EVERY = Object.keys(EcosystemV1.values) as readonly (keyof (typeof EcosystemV1)['values'])[];

const count = (
  { ecosystems = [] }: Static<typeof GetArtifactCountRequest>,
  { rows }: Context,
): Static<typeof GetArtifactCountResponse> => {
  const asked = [...new Set(ecosystems)];
  const counts = (asked.length === 0 ? EVERY : asked).map((ecosystem) => ({
    ecosystem,
    totalArtifacts: rows.by(artifactRows, 'ecosystem', toStoredEcosystem(ecosystem)).filter(isPublishedHere).length,
  }));
  return { counts: asked.length === 0 ? counts.filter(({ totalArtifacts }) => totalArtifacts > 0) : counts };
};

/** Counts artifacts in v1, where ecosystems are optional and there are more of them. */
export const getArtifactCountInV1: Method = readMethod(
  customOperation({
    domain: 'libraries',
    service: `${PACKAGE}.Artifacts`,
    id: 'v1.Artifacts.GetArtifactCount',
    method: 'GetArtifactCount',
    edition: V1,
    replacedBy: 'GetArtifactCount',
    summary: 'Count artifacts',
    description: 'Counts the artifacts of ecosystems.',
    http: { method: 'GET', path: '/libraries/v1/artifacts/count' },
    request: GetArtifactCountRequest,
    response: GetArtifactCountResponse,
    capabilities: ['libraries.artifacts.list'],
  }),
  count,
);
