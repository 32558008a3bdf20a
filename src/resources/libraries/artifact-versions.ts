import { missing } from '../../kernel/directory.ts';
import { defineResource } from '../../kernel/resource.ts';
import { int64, string, timestamp } from '../../schema/field-types.ts';
import { message, output, required } from '../../schema/message.ts';
import { artifacts } from './artifacts.ts';
import { compareVersions } from './version-order.ts';

const ArtifactVersion = message('chainguard.platform.libraries.v2.ArtifactVersion', 'A version of a library.', {
  uid: output(1, string(), 'The identifier of the version.', {
    always: true,
    example: 'java-org.springframework~spring-core/6.2.1',
  }),
  name: output(2, string(), 'The name of the library.', { always: true, example: 'org.springframework:spring-core' }),
  version: output(3, string(), 'The version.', { always: true, example: '6.2.1' }),
  description: output(4, string(), 'What the version says about itself.', { always: true }),
  createTime: output(5, timestamp(), 'When the version was first published here.'),
  updateTime: output(6, timestamp(), 'When the version was last published here.'),
  sizeBytes: output(7, int64(), 'Its size in bytes.'),
});

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
    },
  },
  rules: { identify: ({ version = '' }) => version.replaceAll(/[^A-Za-z0-9._+!-]+/g, '~') },
});
