import { invalid } from '../../../kernel/errors.ts';
import { type Context, type Method, readMethod, type WriteContext, writeMethod } from '../../../kernel/resource.ts';
import { createRow, updateRow } from '../../../kernel/write-verbs.ts';
import { omitUndefined } from '../../../schema/defined.ts';
import { bool, uid } from '../../../schema/field-types.ts';
import { message, of, optional, plain, required, type Static } from '../../../schema/message.ts';
import type { EventRule } from '../../../schema/operation.ts';
import { checkFields } from '../../../schema/validate.ts';
import { viewInV1 } from '../../../v1/adapter.ts';
import { Repo, type RepoRow, repoNamed, repoRows } from '../repo-message.ts';
import { readmeOf } from '../repo-readmes.ts';
import { tagRows } from '../tag-message.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';
import { RepoV1, repoConversion, reposV1 } from './repos.ts';

type Given = Static<typeof RepoV1>;

const CreateRepoRequest = message(`${PACKAGE}.CreateRepoRequest`, 'The repo to create, and where.', {
  parentId: required(1, uid(), 'The id of the parent group.'),
  repo: required(2, of(RepoV1), 'The repo to create.'),
  preventExisting: optional(3, bool(), 'True to refuse a name that a repo of the group has; it is replaced otherwise.'),
});

/** The v2 form of a request. @throws ApiError INVALID_ARGUMENT */
const checkRepo = (given: Given): Partial<RepoRow> => {
  const found = checkFields(RepoV1, given);
  if (found.length > 0) throw invalid(found);
  const { uid: _, ...draft } = repoConversion.newer(given) as Partial<RepoRow>;
  return draft;
};

/** The sync of a repo with its fields that are read-only in v2; an omitted expiration is the written repo's. */
const completeSync = (written: RepoRow['syncConfig'], given: RepoRow['syncConfig']): RepoRow['syncConfig'] => {
  if (!written || !given) return written;
  const { uniqueTags, gracePeriod, apkoOverlay, expirationTime = written.expirationTime } = given;
  return omitUndefined({ ...written, uniqueTags, gracePeriod, apkoOverlay, expirationTime });
};

/** Writes the fields of a repo that v2 does not accept: its read-only fields, and the readme. */
const complete = (written: RepoRow, given: Partial<RepoRow>, { readme = '' }: Given, write: WriteContext): Given => {
  const { tx, directory } = write;
  const repo: RepoRow = {
    ...written,
    ...omitUndefined({ syncConfig: completeSync(written.syncConfig, given.syncConfig) }),
  };
  tx.put(repoRows, repo);
  const before = readmeOf(repo.uid, { rows: tx });
  if ((before.content ?? '') !== readme) {
    updateRow(directory.getResource('repoReadme'), before, { content: readme }, [['content']], write);
  }
  return viewInV1(reposV1, repo, { ...write, rows: tx }) as Given;
};

const replaceRepo = (previous: RepoRow, given: Given, write: WriteContext): Given => {
  const draft = checkRepo(given);
  const next = updateRow(write.directory.getResource('repo'), previous, draft, '*', write);
  return complete(next, draft, given, write);
};

const createRepo = (
  { parentId = '', repo: given = {}, preventExisting = false }: Static<typeof CreateRepoRequest>,
  write: WriteContext,
): Given => {
  const { tx, directory } = write;
  const namesake = preventExisting ? undefined : repoNamed(given.name ?? '', parentId, tx);
  if (namesake) return replaceRepo(namesake, given, write);
  const draft = checkRepo(given);
  return complete(createRow(directory.getResource('repo'), parentId, draft, write), draft, given, write);
};

/** Events have the repo in its form of v2; in some profiles they have the form of v1 (behaviour E5, C35). */
const ABOUT_REPO: Pick<EventRule, 'subject' | 'body'> = {
  subject: ({ answer }) => String(answer.id),
  body: { message: Repo, value: ({ answer, read }) => read('repo', String(answer.id)) },
};

/** The writes of repos in v1, where the readme is part of the repo. */
export const repoWritesV1: readonly Method[] = [
  writeMethod(
    registryOperation('CreateRepo', {
      replacedBy: 'CreateRepo',
      summary: 'Create a repo',
      description:
        'Creates a repo in a group. A repo of that name is replaced as a whole, unless `prevent_existing` is true.',
      http: { method: 'POST', path: '/registry/v1/repos/{parent_id=**}', body: 'repo' },
      request: CreateRepoRequest,
      response: RepoV1,
      capabilities: ['repo.create'],
      scope: 'parentId',
      event: { type: 'platform.registry.repo.created.v1', audience: 'customer', ...ABOUT_REPO },
      fails: ['NOT_FOUND', 'ALREADY_EXISTS'],
    }),
    createRepo,
    { scopeType: 'group', ownValidation: true },
  ),
  writeMethod(
    registryOperation('UpdateRepo', {
      replacedBy: 'UpdateRepo',
      summary: 'Replace a repo',
      description: 'Replaces a repo as a whole, with its readme: omitted fields are reset to their zero values.',
      http: { method: 'PUT', path: '/registry/v1/repos/{id=**}', body: '*' },
      request: RepoV1,
      response: RepoV1,
      capabilities: ['repo.update'],
      scope: 'id',
      event: { type: 'platform.registry.repo.updated.v1', audience: 'customer', ...ABOUT_REPO },
      fails: ['NOT_FOUND', 'ALREADY_EXISTS'],
    }),
    (given: Given, write) => replaceRepo(write.tx.get(repoRows, given.id ?? '') as RepoRow, given, write),
    { ownValidation: true },
  ),
];

/** The days that count as recent; the published interface does not say. */
const RECENT_DAYS = 7;
const RECENT_MILLIS = RECENT_DAYS * 24 * 3_600_000;

const UpdateStatusRequest = message(`${PACKAGE}.UpdateStatusRequest`, 'The repo to get information about.', {
  repoId: required(1, uid(), 'The id of the repo.'),
});

const UpdateStatus = message(`${PACKAGE}.UpdateStatus`, 'Whether a repo was updated recently.', {
  recentlyUpdated: plain(1, bool(), `True when a tag of it was written in the last ${RECENT_DAYS} days.`, {
    always: true,
  }),
});

const statusOf = (
  { repoId = '' }: Static<typeof UpdateStatusRequest>,
  { rows, nowMillis }: Context,
): Static<typeof UpdateStatus> => ({
  recentlyUpdated: rows
    .childrenOf(tagRows, repoId)
    .some(({ updateTime = '' }) => Date.parse(updateTime) >= nowMillis - RECENT_MILLIS),
});

/** GetUpdateStatus, which only v1 has. */
export const getUpdateStatus: Method = readMethod(
  registryOperation('GetUpdateStatus', {
    summary: 'Check whether a repo was updated recently',
    description: `Reports whether a tag of a repo was written in the last ${RECENT_DAYS} days.`,
    http: { method: 'GET', path: '/registry/v1/repos/{repo_id=**}:updatestatus' },
    request: UpdateStatusRequest,
    response: UpdateStatus,
    capabilities: ['tag.list'],
    scope: 'repoId',
  }),
  statusOf,
);
