import type { Context, WriteContext } from '../../kernel/context.ts';
import { defineResource, type RowOf, readMethod, writeMethod } from '../../kernel/resource.ts';
import { customOperation } from '../../kernel/standard-operations.ts';
import { updateRow } from '../../kernel/write-verbs.ts';
import { type FieldType, fieldMask, text, timestamp, uid } from '../../schema/field-types.ts';
import { message, of, optional, output, required, type Static } from '../../schema/message.ts';
import { isSafeReadme } from './readme-html.ts';
import { repos } from './repos.ts';

const markdown = (): FieldType<string> => text(isSafeReadme, 'readme contained unsafe html content');

const RepoReadme = message('chainguard.platform.registry.v2.RepoReadme', 'The readme of a repo.', {
  uid: output(1, uid(), 'The uid of the repo.', { always: true }),
  content: optional(2, markdown(), 'The text in Markdown, without HTML that runs or embeds anything.', {
    always: true,
    example: '# nginx',
  }),
  createTime: output(100, timestamp(), 'When the repo was created.'),
  updateTime: output(101, timestamp(), 'When the readme was last changed.'),
});

type RepoReadmeRow = RowOf<typeof RepoReadme>;

const GetRepoReadmeRequest = message('chainguard.platform.registry.v2.GetRepoReadmeRequest', 'Which readme to get.', {
  uid: required(1, uid(), 'The uid of the repo.'),
});

const UpdateRepoReadmeRequest = message(
  'chainguard.platform.registry.v2.UpdateRepoReadmeRequest',
  'The readme to store.',
  {
    repoReadme: required(1, of(RepoReadme), 'The readme, with the uid of its repo and the fields to change.'),
    updateMask: optional(2, fieldMask(), 'The fields to change; `*` replaces all of them.', { query: 'updateMask' }),
  },
);

/** The readme of a repo that exists: an empty one until somebody writes it (behaviour §5.10). */
const readmeOf = (repoUid: string, { rows }: Context): RepoReadmeRow => {
  const stored = rows.get(repoReadmes, repoUid);
  if (stored) return stored;
  const createTime = rows.get(repos, repoUid)?.createTime;
  return { uid: repoUid, ...(createTime === undefined ? {} : { createTime, updateTime: createTime }) };
};

/** Checks the readme as it will be, not the body: what the mask leaves out does not count (spec §4P.2). */
const updateReadme = (
  { repoReadme = {}, updateMask = '' }: Static<typeof UpdateRepoReadmeRequest>,
  context: WriteContext,
  paths: readonly string[],
): object => updateRow(repoReadmes, readmeOf(repoReadme.uid ?? '', context), repoReadme, updateMask, paths, context);

const PATHS = { domain: 'registry', plural: 'repos', service: 'ReposService' } as const;

/** Readmes of repos: each repo has one, under the repo's own uid. */
export const repoReadmes = defineResource({
  domain: 'registry',
  service: 'ReposService',
  type: 'RepoReadme',
  singular: 'repoReadme',
  plural: 'repoReadmes',
  words: { singular: 'repo readme', plural: 'repo readmes' },
  description: 'What a repo says about itself, in Markdown.',
  message: RepoReadme,
  parent: { singular: 'repo', onDelete: 'cascade' },
  sharesParentUid: true,
  methods: {
    getRepoReadme: readMethod(
      customOperation(PATHS, {
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
      customOperation(PATHS, {
        id: 'UpdateRepoReadme',
        summary: 'Update the readme of a repo',
        description: 'Replaces the readme of a repo. No built-in role allows it.',
        http: { method: 'PATCH', path: '/registry/v2/repos/{repo_readme.uid=**}/readme', body: 'repoReadme' },
        request: UpdateRepoReadmeRequest,
        response: RepoReadme,
        capabilities: ['repo.update', 'repo.internal.admin'],
        scope: 'repoReadme.uid',
        event: { type: 'platform.registry.repo.updated.v1', audience: 'customer' },
        fails: ['NOT_FOUND'],
      }),
      updateReadme,
      { scopeType: 'repo', ownValidation: true },
    ),
  },
});
