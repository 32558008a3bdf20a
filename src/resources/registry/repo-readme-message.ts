import type { Context, RowOf } from '../../kernel/resource.ts';
import { type Collection, collection } from '../../kernel/rows.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { type FieldType, text, timestamp, uid } from '../../schema/field-types.ts';
import { message, optional, output } from '../../schema/message.ts';
import { isSafeReadme } from './readme-check.ts';
import { repoRows } from './repo-message.ts';

/** Markdown without HTML that runs or embeds anything. */
export const markdown = (): FieldType<string> => text(isSafeReadme, 'readme contained unsafe html content');

/** The readme of a repo. */
export const RepoReadme = message('chainguard.platform.registry.v2.RepoReadme', 'The readme of a repo.', {
  uid: output(1, uid(), 'The uid of the repo.', { always: true }),
  content: optional(2, markdown(), 'The text in Markdown, without HTML that runs or embeds anything.', {
    always: true,
    example: '# nginx',
  }),
  createTime: output(100, timestamp(), 'When the repo was created.'),
  updateTime: output(101, timestamp(), 'When the readme was last changed.'),
});

/** A stored readme; its uid is the repo's. */
export type RepoReadmeRow = RowOf<typeof RepoReadme>;

const readmeRows: Collection<RepoReadmeRow> = collection<RepoReadmeRow>('repoReadmes');

/** The readme of an existing repo: an empty one until it is written (behaviour §5.10). */
export const readmeOf = (repoUid: string, { rows }: Pick<Context, 'rows'>): RepoReadmeRow => {
  const stored = rows.get(readmeRows, repoUid);
  if (stored) return stored;
  const createTime = rows.get(repoRows, repoUid)?.createTime;
  return { uid: repoUid, ...omitUndefined({ createTime, updateTime: createTime }) };
};
