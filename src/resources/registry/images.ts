import type { Context } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { defineResource, type RowOf, readMethod } from '../../kernel/resource.ts';
import { customOperation } from '../../kernel/standard-operations.ts';
import { parentOf } from '../../kernel/uid.ts';
import { int64, repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { message, of, optional, output, plain, required, type Static } from '../../schema/message.ts';
import { digest } from './formats.ts';

const PACKAGE = 'chainguard.platform.registry.v2';
const DEFAULT_ARCHITECTURE = 'amd64';

const ImageVariant = message('mock.ImageVariant', 'An image as it is built for one architecture.', {
  architecture: required(1, string(), 'The architecture.', { example: 'arm64' }),
  size: optional(2, int64(), 'Its size in bytes.'),
});

const Image = message('mock.Image', 'An image of a repo.', {
  uid: output(1, uid(), 'The identifier of the image.'),
  digest: required(2, digest(), 'The digest of the image.'),
  architectures: required(3, repeated(of(ImageVariant)), 'The architectures that the image is built for.'),
  createTime: output(4, timestamp(), 'When the image was first seen.'),
  updateTime: output(5, timestamp(), 'When the image was last seen.'),
});

type ImageRow = RowOf<typeof Image>;

const GetArchitecturesRequest = message(`${PACKAGE}.GetArchitecturesRequest`, 'Which image to ask about.', {
  repoUid: required(1, uid(), 'The uid of the repo.'),
  digest: required(2, string(), 'The digest of the image.'),
});

const GetSizeRequest = message(`${PACKAGE}.GetSizeRequest`, 'Which image to ask about, and for which architecture.', {
  repoUid: required(1, uid(), 'The uid of the repo.'),
  digest: required(2, string(), 'The digest of the image.'),
  architecture: optional(3, string(), `The architecture; ${DEFAULT_ARCHITECTURE} unless given.`),
});

const Architectures = message(`${PACKAGE}.Architectures`, 'The architectures of an image.', {
  architectures: plain(1, repeated(string()), 'The architectures that the image is built for.', {
    always: true,
    example: ['amd64', 'arm64'],
  }),
});

const Size = message(`${PACKAGE}.Size`, 'The size of an image.', {
  size: plain(1, int64(), 'The size in bytes.', { always: true }),
  architecture: plain(2, string(), 'The architecture that it is the size for.', { always: true }),
});

const unknownImage = (name: string): Error => notFound({ type: 'registry/Image', name }, 'image');

/** A digest that is none is of no image: it answers as an unknown one does. */
const variantsOf = (repoUid = '', name = '', { rows }: Context): NonNullable<ImageRow['architectures']> => {
  const image = rows.by(images, 'digest', name).find((row) => parentOf(row.uid) === repoUid);
  if (!image) throw unknownImage(name);
  return image.architectures ?? [];
};

const getArchitectures = (
  request: Static<typeof GetArchitecturesRequest>,
  context: Context,
): Static<typeof Architectures> => ({
  architectures: variantsOf(request.repoUid, request.digest, context).map(({ architecture = '' }) => architecture),
});

const getSize = (request: Static<typeof GetSizeRequest>, context: Context): Static<typeof Size> => {
  const wanted = request.architecture || DEFAULT_ARCHITECTURE;
  const variants = variantsOf(request.repoUid, request.digest, context);
  const variant = variants.find(({ architecture }) => architecture === wanted);
  if (!variant) throw unknownImage(request.digest ?? '');
  return { size: variant.size ?? '0', architecture: wanted };
};

const SERVICE = { domain: 'registry', plural: 'images' } as const;

/** Images of repos: facts that fixtures give and two methods answer. */
export const images = defineResource({
  domain: 'registry',
  type: 'Image',
  singular: 'image',
  plural: 'images',
  words: { singular: 'image', plural: 'images' },
  description: 'What is known of an image beyond its tags.',
  message: Image,
  served: false,
  parent: { singular: 'repo', onDelete: 'cascade' },
  indexes: ['digest'],
  rules: { identify: (draft) => draft.digest ?? '' },
  methods: {
    getArchitectures: readMethod(
      customOperation(SERVICE, {
        id: 'GetArchitectures',
        summary: 'Get the architectures of an image',
        description: 'Gets the architectures that an image of a repo is built for.',
        http: { method: 'GET', path: '/registry/v2/repos/{repo_uid=**}/digests/{digest}/architectures' },
        request: GetArchitecturesRequest,
        response: Architectures,
        capabilities: ['repo.list', 'manifest.metadata.list'],
        scope: 'repoUid',
        fails: ['NOT_FOUND'],
      }),
      getArchitectures,
      { scopeType: 'repo' },
    ),
    getSize: readMethod(
      customOperation(SERVICE, {
        id: 'GetSize',
        summary: 'Get the size of an image',
        description: 'Gets the size of an image of a repo for one architecture.',
        http: { method: 'GET', path: '/registry/v2/repos/{repo_uid=**}/digests/{digest}/size' },
        request: GetSizeRequest,
        response: Size,
        capabilities: ['repo.list', 'manifest.metadata.list'],
        scope: 'repoUid',
        fails: ['NOT_FOUND'],
      }),
      getSize,
      { scopeType: 'repo' },
    ),
  },
});
