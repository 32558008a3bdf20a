import type { Context } from '../../kernel/context.ts';
import { defineResource, readMethod } from '../../kernel/resource.ts';
import { customOperation } from '../../kernel/standard-operations.ts';
import { int64, repeated, string, uid } from '../../schema/field-types.ts';
import { message, optional, plain, required, type Static } from '../../schema/message.ts';
import { architecturesOf, DEFAULT_ARCHITECTURE, imageOf, variantOf } from './image-facts.ts';
import { Image, imageRows } from './image-message.ts';
import { imageMethodsV1 } from './v1/image-methods.ts';

const PACKAGE = 'chainguard.platform.registry.v2';

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
  indexes: imageRows.indexes,
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
    ...imageMethodsV1,
  },
});
