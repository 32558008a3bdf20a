import { missing } from '../../kernel/directory.ts';
import { defineResource } from '../../kernel/resource.ts';
import { string } from '../../schema/field-types.ts';
import { required } from '../../schema/message.ts';
import { ArtifactVersion, isVersionPublishedHere, versionRowFields } from './artifact-version-message.ts';
import { artifacts } from './artifacts.ts';
import { artifactVersionsV1 } from './v1/artifact-versions.ts';
import { compareVersions } from './version-order.ts';

/** Versions of libraries; a version's uid is its artifact's, a slash and the version. */
export const artifactVersions = defineResource({
  domain: 'libraries',
  service: 'ArtifactsService',
  type: 'ArtifactVersion',
  singular: 'artifactVersion',
  plural: 'artifactVersions',
  words: { singular: 'artifact version', plural: 'artifact versions' },
  description: 'Versions of libraries. They cannot be written through this interface.',
  message: ArtifactVersion,
  rowFields: versionRowFields,
  parent: { singular: 'artifact', onDelete: 'cascade' },
  verbs: {
    list: {
      capabilities: ['libraries.artifacts.list'],
      description: 'Lists the versions of an artifact, newest first.',
      path: '/artifacts/{artifact_id=*}/versions',
      pathFields: { artifactId: required(1, string(), 'The uid of the artifact.') },
      outsideTree: true,
      locate: ({ artifactId }, { rows }) => {
        const parent = String(artifactId ?? '');
        if (!rows.get(artifacts, parent)) throw missing(artifacts, parent);
        return { parent };
      },
      paging: [10, 11, 13, 12],
      totalPresence: false,
      filters: {},
      order: 'version desc',
      sortable: ['version', 'name', 'createTime', 'updateTime', 'sizeBytes'],
      compare: { version: compareVersions },
      visible: () => isVersionPublishedHere,
    },
  },
  rules: { identify: ({ version = '' }) => version.replaceAll(/[^A-Za-z0-9._+!-]+/g, '~') },
  v1: artifactVersionsV1,
});
