import { customOperation } from '../../kernel/custom-operation.ts';
import type { Context } from '../../kernel/resource.ts';
import { defineResource, readMethod } from '../../kernel/resource.ts';
import { parentOf } from '../../kernel/uid.ts';
import { int64, repeated, string, uid } from '../../schema/field-types.ts';
import { message, optional, plain, required, type Static } from '../../schema/message.ts';
import { EXAMPLE_DIGEST } from './formats.ts';
import { architecturesOf, DEFAULT_ARCHITECTURE, imageOf, variantOf } from './image-facts.ts';
import { Image, imageRows } from './image-message.ts';

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

const SERVICE = { domain: 'registry', plural: 'images' } as const;

/** Images of repos: fixtures set them, and two methods return facts about them. */
export const images = defineResource({
  domain: 'registry',
  type: 'Image',
  singular: 'image',
  plural: 'images',
  words: { singular: 'image', plural: 'images' },
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
        ...SERVICE,
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
      customOperation({
        ...SERVICE,
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
