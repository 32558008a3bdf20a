import { notFound } from '../../kernel/errors.ts';
import type { Context } from '../../kernel/resource.ts';
import { parentOf } from '../../kernel/uid.ts';
import { type ImageRow, imageRows } from './image-message.ts';

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
