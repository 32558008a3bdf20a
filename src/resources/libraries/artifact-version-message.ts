import type { RowOf } from '../../kernel/resource.ts';
import { bool, enumOf, enumType, int64, string, timestamp } from '../../schema/field-types.ts';
import { message, output, plain } from '../../schema/message.ts';

/** A version of a library. */
export const ArtifactVersion = message('chainguard.platform.libraries.v2.ArtifactVersion', 'A version of a library.', {
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

/** Where a version comes from; only v1 tells. */
export const SourceType = enumType('chainguard.platform.libraries.SourceType', 'Where a version comes from.', {
  SOURCE_TYPE_UNSPECIFIED: 0,
  SOURCE_TYPE_INTERNAL: 1,
  SOURCE_TYPE_INTERNAL_REMEDIATED: 2,
  SOURCE_TYPE_UPSTREAM_REGISTRY: 3,
});

/** What is kept of a version beyond its message: v1 tells it. */
export const versionRowFields = {
  sourceType: plain(200, enumOf(SourceType), 'Where the version comes from; published here unless given.'),
  malwareScanned: plain(201, bool(), 'True when the version was searched for malware.'),
  malwareMalicious: plain(202, bool(), 'True when malware was found in the version.'),
  upstreamPublishedDate: plain(203, timestamp(), 'When the version was published in its public registry.'),
};

/** A version as it is stored. */
export type ArtifactVersionRow = RowOf<typeof ArtifactVersion> & {
  readonly sourceType?: keyof (typeof SourceType)['values'];
  readonly malwareScanned?: boolean;
  readonly malwareMalicious?: boolean;
  readonly upstreamPublishedDate?: string;
};

/** The versions that are published here, and not in a public registry alone. */
export const isVersionPublishedHere = ({ sourceType }: ArtifactVersionRow): boolean =>
  sourceType !== 'SOURCE_TYPE_UPSTREAM_REGISTRY';
