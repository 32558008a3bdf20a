import { where } from '../../kernel/filters.ts';
import { bool, string } from '../../schema/field-types.ts';
import type { ArtifactRow } from './artifact-message.ts';

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
