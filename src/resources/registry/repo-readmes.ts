import { customOperation } from '../../kernel/custom-operation.ts';
import type { WriteContext } from '../../kernel/resource.ts';
import { defineResource, readMethod, writeMethod } from '../../kernel/resource.ts';
import { readMaskOf, updateRow } from '../../kernel/write-verbs.ts';
import { uid } from '../../schema/field-types.ts';
import { maskOf } from '../../schema/mask-pattern.ts';
import { message, of, optional, required, type Static } from '../../schema/message.ts';
import { RepoReadme, type RepoReadmeRow, readmeOf } from './repo-readme-message.ts';

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
  type: 'RepoReadme',
  singular: 'repoReadme',
  plural: 'repoReadmes',
  words: { singular: 'repo readme', plural: 'repo readmes' },
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
