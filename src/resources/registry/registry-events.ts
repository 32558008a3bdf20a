import type { EventDraft, PublishedEvent } from '../../kernel/events.ts';
import type { WriteContext } from '../../kernel/resource.ts';
import type { Rows } from '../../kernel/rows.ts';
import { parentOf, TOP } from '../../kernel/uid.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { repoRows } from './repo-message.ts';
import { namesTo } from './repo-sync.ts';
import { type TagRow, tagRows } from './tag-message.ts';

/** Pushes and pulls come from the registry, for which the published service has a host of its own (behaviour C36). */
const COMMON = { family: 'vendor', audience: 'customer', path: '/registry/v2/repos', registry: 'cgr.dev' } as const;
/** The type of a push. */
export const PUSH = 'registry.push.v1';

/** An empty client: none pulls from the mock or pushes to it. */
const CLIENT = { location: '', remote_address: '', user_agent: '' };

/** The tag of a repo in events of the registry; undefined if there is no such repo. */
const imageOf = ({ uid, name, digest }: TagRow, rows: Rows, now: string) => {
  const repo = rows.get(repoRows, parentOf(uid));
  if (!repo) return undefined;
  const value = {
    repository: namesTo(repo, rows).join('/'),
    repo_id: repo.uid,
    tag: name,
    digest,
    type: 'manifest',
    // Without a zone, with six digits.
    when: now.replace('Z', '000'),
    ...CLIENT,
  };
  return { subject: repo.uid, group: parentOf(repo.uid), value };
};

/** A push of a tag; undefined for one without an image. */
const pushOf = (tag: TagRow, previous: TagRow | undefined, rows: Rows, now: string) => {
  const image = (tag.digest ?? '') === '' ? undefined : imageOf(tag, rows, now);
  if (!image) return undefined;
  const { value, ...about } = image;
  const name = rows.get(repoRows, about.subject)?.name;
  const before = previous?.digest || undefined;
  return {
    ...about,
    body: { value: { ...value, ...omitUndefined({ display_name: name, tag_previous_digest: before }) } },
  };
};

/** Emits the push of a tag that a call has written (behaviour E11); nothing for a tag without an image. */
export const emitPush = (tag: TagRow, previous: TagRow | undefined, { tx, emit, now }: WriteContext): void => {
  const push = emit && pushOf(tag, previous, tx, now);
  if (push) emit(Object.assign({ type: PUSH }, COMMON, push));
};

/** The first tag that points to an image. */
const findTag = (rows: Rows): TagRow | undefined => rows.listWithin(tagRows, TOP).find(({ digest }) => digest);

const pullOf = (rows: Rows, now: string): Pick<EventDraft, 'subject' | 'group' | 'body'> | undefined => {
  const tag = findTag(rows);
  const image = tag && imageOf(tag, rows, now);
  if (!image) return undefined;
  const { value, ...about } = image;
  return { ...about, body: { value: { ...value, method: 'GET' } } };
};

/** The events of the registry for pushes and pulls of images, which published receivers wait for. */
export const registryEvents: readonly PublishedEvent[] = [
  {
    ...COMMON,
    type: PUSH,
    description: 'A tag was pushed: created, or set to another digest.',
    sample: (rows, now) => {
      const tag = findTag(rows);
      return tag && pushOf(tag, undefined, rows, now);
    },
  },
  {
    ...COMMON,
    type: 'registry.pull.v1',
    description: 'An image was pulled.',
    sample: pullOf,
  },
];
