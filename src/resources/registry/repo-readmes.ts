import { customOperation } from '../../kernel/custom-operation.ts';
import {
  type Context,
  defineResource,
  type RowOf,
  readMethod,
  type WriteContext,
  writeMethod,
} from '../../kernel/resource.ts';
import { type Collection, collection } from '../../kernel/rows.ts';
import { readMaskOf, updateRow } from '../../kernel/write-verbs.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { type FieldType, text, timestamp, uid } from '../../schema/field-types.ts';
import { maskOf } from '../../schema/mask-pattern.ts';
import { message, of, optional, output, required, type Static } from '../../schema/message.ts';
import { isSafeReadme } from './readme-check.ts';
import { repoRows } from './repo-message.ts';

/** Markdown without HTML that runs or embeds anything. */
export const markdown = (): FieldType<string> => text(isSafeReadme, 'readme contained unsafe html content');

/** The readme of a repo. */
const RepoReadme = message('chainguard.platform.registry.v2.RepoReadme', 'The readme of a repo.', {
  uid: output(1, uid(), 'The uid of the repo.', { always: true }),
  content: optional(2, markdown(), 'The text in Markdown, without HTML that runs or embeds anything.', {
    always: true,
    example: '# nginx',
  }),
  createTime: output(100, timestamp(), 'When the repo was created.'),
  updateTime: output(101, timestamp(), 'When the readme was last changed.'),
});

/** A stored readme; its uid is the repo's. */
type RepoReadmeRow = RowOf<typeof RepoReadme>;

const readmeRows: Collection<RepoReadmeRow> = collection<RepoReadmeRow>('repoReadmes');

/** The readme of an existing repo: an empty one until it is written (behaviour §5.10). */
export const readmeOf = (repoUid: string, { rows }: Pick<Context, 'rows'>): RepoReadmeRow => {
  const stored = rows.get(readmeRows, repoUid);
  if (stored) return stored;
  const createTime = rows.get(repoRows, repoUid)?.createTime;
  return { uid: repoUid, ...omitUndefined({ createTime, updateTime: createTime }) };
};

const GetRepoReadmeRequest = message('chainguard.platform.registry.v2.GetRepoReadmeRequest', 'Which readme to get.', {
  uid: required(1, uid(), 'The uid of the repo.'),
});

const UpdateRepoReadmeRequest = message(
  'chainguard.platform.registry.v2.UpdateRepoReadmeRequest',
  'The readme to store.',
  {
    repoReadme: required(1, of(RepoReadme), 'The readme, with the uid of its repo and the fields to change.'),
    updateMask: optional(2, maskOf(RepoReadme), 'The fields to change; `*` replaces all of them.', {
      query: 'updateMask',
    }),
  },
);

/** Checks the readme after the update, not the body: fields outside the mask do not count (spec §4P.2). */
const updateReadme = (
  { repoReadme = {}, updateMask = '' }: Static<typeof UpdateRepoReadmeRequest>,
  context: WriteContext,
  paths: readonly string[],
): object => {
  const previous = readmeOf(repoReadme.uid ?? '', context);
  return updateRow(repoReadmes, previous, repoReadme, readMaskOf(repoReadmes, updateMask, paths, context), context);
};

const PATHS = { domain: 'registry', plural: 'repos' } as const;

/** Readmes of repos: each repo has one, under the repo's own uid. */
export const repoReadmes = defineResource({
  domain: 'registry',
  service: 'ReposService',
  singular: 'repoReadme',
  plural: 'repoReadmes',
  description: 'The readme of a repo, in Markdown.',
  message: RepoReadme,
  parent: { singular: 'repo', onDelete: 'cascade' },
  sharesParentUid: true,
  methods: {
    getRepoReadme: readMethod(
      customOperation({
        ...PATHS,
        id: 'GetRepoReadme',
        summary: 'Get the readme of a repo',
        description: 'Gets the readme of a repo; empty when none was written.',
        http: { method: 'GET', path: '/registry/v2/repos/{uid=**}/readme' },
        request: GetRepoReadmeRequest,
        response: RepoReadme,
        capabilities: ['repo.list'],
        scope: 'uid',
        fails: ['NOT_FOUND'],
      }),
      (request: Static<typeof GetRepoReadmeRequest>, context): RepoReadmeRow => readmeOf(request.uid ?? '', context),
      { scopeType: 'repo' },
    ),
    updateRepoReadme: writeMethod(
      customOperation({
        ...PATHS,
        id: 'UpdateRepoReadme',
        summary: 'Update the readme of a repo',
        description: 'Replaces the readme of a repo. No built-in role allows it.',
        http: { method: 'PATCH', path: '/registry/v2/repos/{repo_readme.uid=**}/readme', body: 'repoReadme' },
        request: UpdateRepoReadmeRequest,
        response: RepoReadme,
        capabilities: ['repo.update', 'repo.internal.admin'],
        scope: 'repoReadme.uid',
        event: { type: 'platform.registry.repo.updated.v1', audience: 'customer', collection: 'repos' },
        fails: ['NOT_FOUND'],
      }),
      updateReadme,
      { scopeType: 'repo', ownValidation: true },
    ),
  },
});
