import type { Location } from '../../kernel/resource.ts';
import type { Row, Rows } from '../../kernel/rows.ts';
import { parentOf } from '../../kernel/uid.ts';
import type { FieldType } from '../../schema/field-types.ts';
import { repoRows } from '../registry/repo-message.ts';

/** Images to report on: those of a repo by its name or its uid, with some tags. */
export interface ImageRef {
  readonly repo?: string;
  readonly tags?: readonly string[];
}

/** The tag of an image whose reference has none. */
const DEFAULT_TAG = 'latest';

/** A reference to images. In a query, which cannot have messages, it is `<repo>[:<tag>]` (behaviour §5.15). */
export const imageRef = (held: FieldType<ImageRef>): FieldType<ImageRef> => ({
  ...held,
  textPattern: '^[^:]',
  fromText: (text) => {
    const [repo = '', ...tag] = text.split(':');
    return tag.length === 0 ? { repo } : { repo, tags: [tag.join(':')] };
  },
});

/** The violation of a list of references to images; undefined if every one names a repo. */
export const checkImages = (refs: readonly ImageRef[]): string | undefined =>
  refs.some(({ repo = '' }) => repo === '') ? 'each must name a repo' : undefined;

/** The uids of the repos that a reference names: of the one with this uid, or of all with this name. */
const reposOf = (repo: string, rows: Rows): readonly string[] =>
  rows.get(repoRows, repo) ? [repo] : rows.by(repoRows, 'name', repo).map(({ uid }) => uid);

/** The place of the reports on images. The key has the uids of the repos, since a repo may be renamed. */
export const imagesAt = (refs: readonly ImageRef[], rows: Rows): Location => {
  const wanted = new Map<string, Set<string>>();
  for (const { repo = '', tags = [] } of refs) {
    for (const uid of reposOf(repo, rows)) {
      const held = wanted.get(uid) ?? new Set();
      wanted.set(uid, held);
      for (const tag of tags.length === 0 ? [DEFAULT_TAG] : tags) held.add(tag);
    }
  }
  const test = (row: Row): boolean =>
    wanted.get(parentOf(row.uid))?.has((row as Row & { readonly tag?: string }).tag ?? '') ?? false;
  return { where: { key: JSON.stringify([...wanted].map(([uid, tags]) => [uid, ...tags])), test } };
};
