import type { RowOf } from '../../kernel/resource.ts';
import { type Collection, collection } from '../../kernel/rows.ts';
import { bool, enumOf, enumType, int32, repeated, string, timestamp } from '../../schema/field-types.ts';
import { message, output, plain } from '../../schema/message.ts';

const PACKAGE = 'chainguard.platform.libraries.v2';

/** The language that a library is for. */
export const Ecosystem = enumType(`${PACKAGE}.Ecosystem`, 'The language that a library is for.', {
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
export const artifactRowFields = {
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
