import { rowNotFound } from '../../kernel/directory.ts';
import { defineResource, type RowOf } from '../../kernel/resource.ts';
import { bool, enumOf, enumType, int64, string, timestamp } from '../../schema/field-types.ts';
import { message, output, plain, required } from '../../schema/message.ts';
import { artifacts } from './artifacts.ts';

/** Words that mark a pre-release, in their order. */
const BEFORE_RELEASE = ['dev', 'snapshot', 'alpha', 'beta', 'milestone', 'pre', 'rc'];
const SHORT: Readonly<Record<string, string>> = {
  a: 'alpha',
  b: 'beta',
  m: 'milestone',
  preview: 'pre',
  c: 'rc',
  cr: 'rc',
};
/** Words that do not change the order. */
const RELEASE: ReadonlySet<string> = new Set(['final', 'ga', 'release']);

/** A part of a version: `rank` puts words before the end of a version, after it, or among numbers. */
interface Part {
  readonly rank: -1 | 0 | 1 | 2;
  readonly number: bigint;
  readonly word: string;
}

const END: Part = { rank: 0, number: 0n, word: '' };

const partOf = (text: string): Part => {
  if (/^\d/.test(text)) {
    const number = BigInt(text);
    // Trailing zeros do not count: 1.0 is 1.0.0.
    return number === 0n ? END : { rank: 2, number, word: '' };
  }
  const lower = text.toLowerCase();
  if (RELEASE.has(lower)) return END;
  const before = BEFORE_RELEASE.indexOf(SHORT[lower] ?? lower);
  return before >= 0 ? { rank: -1, number: BigInt(before), word: '' } : { rank: 1, number: 0n, word: lower };
};

const partsOf = (version: string): readonly Part[] => (version.match(/\d+|[a-z]+/gi) ?? []).map(partOf);

const compareParts = (a: Part, b: Part): number => {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.number !== b.number) return a.number < b.number ? -1 : 1;
  return a.word === b.word ? 0 : a.word < b.word ? -1 : 1;
};

/**
 * Orders versions as Maven and PyPI publish them, oldest first: numbers by value, `1.0-rc1` before `1.0`, and
 * `1.0.post1` or `1.0+cgr.1` between `1.0` and `1.0.1`. Zero for versions that differ in spelling only.
 */
export const compareVersions = (a: string, b: string): number => {
  const [one, other] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = compareParts(one[at] ?? END, other[at] ?? END);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** A version of a library. */
export const ArtifactVersion = message('chainguard.platform.libraries.v2.ArtifactVersion', 'A version of a library.', {
  uid: output(1, string(), 'The identifier of the version.', {
    always: true,
    example: 'java-org.springframework~spring-core/6.2.1',
  }),
  name: output(2, string(), 'The name of the library.', { always: true, example: 'org.springframework:spring-core' }),
  version: output(3, string(), 'The version.', { always: true, example: '6.2.1' }),
  description: output(4, string(), 'The description of the version.', { always: true, example: 'Spring Core' }),
  createTime: output(5, timestamp(), 'When the version was first published here.'),
  updateTime: output(6, timestamp(), 'When the version was last published here.'),
  sizeBytes: output(7, int64(), 'Its size in bytes.'),
});

/** The source of a version; only v1 shows it. */
export const SourceType = enumType('chainguard.platform.libraries.SourceType', 'Where a version comes from.', {
  SOURCE_TYPE_UNSPECIFIED: 0,
  SOURCE_TYPE_INTERNAL: 1,
  SOURCE_TYPE_INTERNAL_REMEDIATED: 2,
  SOURCE_TYPE_UPSTREAM_REGISTRY: 3,
});

/** The fields of a stored version that only v1 shows. */
const versionRowFields = {
  sourceType: plain(200, enumOf(SourceType), 'Where the version comes from; published here by default.'),
  malwareScanned: plain(201, bool(), 'True when the version was scanned for malware.'),
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

/** True for a version that is published here, and not only in a public registry. */
export const isVersionPublishedHere = ({ sourceType }: ArtifactVersionRow): boolean =>
  sourceType !== 'SOURCE_TYPE_UPSTREAM_REGISTRY';

/** Versions of libraries; a version's uid is its artifact's, a slash and the version. */
export const artifactVersions = defineResource({
  domain: 'libraries',
  service: 'ArtifactsService',
  singular: 'artifactVersion',
  plural: 'artifactVersions',
  description: 'Versions of libraries. This interface cannot write them.',
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
        if (!rows.get(artifacts, parent)) throw rowNotFound(artifacts, parent);
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
});
