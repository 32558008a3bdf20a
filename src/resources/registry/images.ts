import { customOperation } from '../../kernel/custom-operation.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Context, defineResource, readMethod } from '../../kernel/resource.ts';
import { parentOf } from '../../kernel/uid.ts';
import { int64, repeated, string, uid } from '../../schema/field-types.ts';
import { message, optional, plain, required, type Static } from '../../schema/message.ts';
import { EXAMPLE_DIGEST } from './formats.ts';
import { Image, type ImageRow, imageRows } from './image-message.ts';

/** The architecture that is used if none is given. */
export const DEFAULT_ARCHITECTURE = 'amd64';

const imageNotFound = (digest: string): Error => notFound({ type: 'registry/Image', name: digest }, 'image');

/**
 * The image of a digest in a repo. A malformed digest is treated as an unknown one.
 * @throws ApiError NOT_FOUND
 */
export const imageOf = (repoUid = '', digest = '', { rows }: Context): ImageRow => {
  const image = rows.by(imageRows, 'digest', digest).find((row) => parentOf(row.uid) === repoUid);
  if (!image) throw imageNotFound(digest);
  return image;
};

/** The architectures that an image is built for. */
export const architecturesOf = ({ architectures = [] }: ImageRow): readonly string[] =>
  architectures.map(({ architecture = '' }) => architecture);

/**
 * The image as it is built for one architecture, amd64 by default.
 * @throws ApiError NOT_FOUND for an image, or an architecture of it, that is unknown
 */
export const variantOf = (
  repoUid: string | undefined,
  digest: string | undefined,
  architecture: string | undefined,
  context: Context,
): NonNullable<ImageRow['architectures']>[number] => {
  const wanted = architecture || DEFAULT_ARCHITECTURE;
  const { architectures = [] } = imageOf(repoUid, digest, context);
  const variant = architectures.find((each) => each.architecture === wanted);
  if (!variant) throw imageNotFound(digest ?? '');
  return variant;
};

const PACKAGE = 'chainguard.platform.registry.v2';

const GetArchitecturesRequest = message(`${PACKAGE}.GetArchitecturesRequest`, 'The image to get information about.', {
  repoUid: required(1, uid(), 'The uid of the repo.'),
  digest: required(2, string(), 'The digest of the image.', { example: EXAMPLE_DIGEST }),
});

const GetSizeRequest = message(
  `${PACKAGE}.GetSizeRequest`,
  'The image to get information about, and for which architecture.',
  {
    repoUid: required(1, uid(), 'The uid of the repo.'),
    digest: required(2, string(), 'The digest of the image.', { example: EXAMPLE_DIGEST }),
    architecture: optional(3, string(), `The architecture; ${DEFAULT_ARCHITECTURE} by default.`),
  },
);

const Architectures = message(`${PACKAGE}.Architectures`, 'The architectures of an image.', {
  architectures: plain(1, repeated(string()), 'The architectures that the image is built for.', {
    always: true,
    example: ['amd64', 'arm64'],
  }),
});

const Size = message(`${PACKAGE}.Size`, 'The size of an image.', {
  size: plain(1, int64(), 'The size in bytes.', { always: true }),
  architecture: plain(2, string(), 'The architecture that the size is for.', {
    always: true,
    example: DEFAULT_ARCHITECTURE,
  }),
});

const getArchitectures = (
  { repoUid, digest }: Static<typeof GetArchitecturesRequest>,
  context: Context,
): Static<typeof Architectures> => ({ architectures: architecturesOf(imageOf(repoUid, digest, context)) });

const getSize = (
  { repoUid, digest, architecture: wanted }: Static<typeof GetSizeRequest>,
  context: Context,
): Static<typeof Size> => {
  const { size = '0', architecture = '' } = variantOf(repoUid, digest, wanted, context);
  return { size, architecture };
};

const METHOD = {
  domain: 'registry',
  plural: 'images',
  capabilities: ['repo.list', 'manifest.metadata.list'],
  scope: 'repoUid',
  fails: ['NOT_FOUND'],
} as const;

/** Images of repos: fixtures set them, and two methods return facts about them. */
export const images = defineResource({
  domain: 'registry',
  singular: 'image',
  plural: 'images',
  description: 'What is known about an image beyond its tags.',
  message: Image,
  served: false,
  parent: { singular: 'repo', onDelete: 'cascade' },
  indexes: imageRows.indexes,
  rules: {
    identify: (draft) => draft.digest ?? '',
    clash: ({ uid = '', digest = '' }, { rows, parent }) => {
      const row = rows
        .by(imageRows, 'digest', digest)
        .find((other) => other.uid !== uid && parentOf(other.uid) === parent);
      return row && { row, label: digest };
    },
  },
  methods: {
    getArchitectures: readMethod(
      customOperation({
        ...METHOD,
        id: 'GetArchitectures',
        summary: 'Get the architectures of an image',
        description: 'Gets the architectures that an image of a repo is built for.',
        http: { method: 'GET', path: '/registry/v2/repos/{repo_uid=**}/digests/{digest}/architectures' },
        request: GetArchitecturesRequest,
        response: Architectures,
      }),
      getArchitectures,
      { scopeType: 'repo' },
    ),
    getSize: readMethod(
      customOperation({
        ...METHOD,
        id: 'GetSize',
        summary: 'Get the size of an image',
        description: 'Gets the size of an image of a repo for one architecture.',
        http: { method: 'GET', path: '/registry/v2/repos/{repo_uid=**}/digests/{digest}/size' },
        request: GetSizeRequest,
        response: Size,
      }),
      getSize,
      { scopeType: 'repo' },
    ),
  },
});
