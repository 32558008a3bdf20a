import type { Context } from '../../../kernel/context.ts';
import { defineResource, type RowOf, readMethod } from '../../../kernel/resource.ts';
import { type Collection, collection, type Rows } from '../../../kernel/rows.ts';
import { enumOf, enumType, repeated, timestamp, uid } from '../../../schema/field-types.ts';
import { message, of, optional, output, plain, required, type Static } from '../../../schema/message.ts';
import { repoRows } from '../repo-message.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';

const Status = enumType(`${PACKAGE}.SyncStatus.Status`, 'Where the copying of a synced repo is.', {
  UNKNOWN: 0,
  QUEUED: 1,
  IN_PROGRESS: 2,
  FAILED: 3,
});

const SyncStatus = message(`${PACKAGE}.SyncStatus`, 'Where the copying of a synced repo is, and since when.', {
  status: plain(1, enumOf(Status), 'Where it is.', { always: true }),
  createTime: plain(2, timestamp(), 'Since when.'),
});

const RepoSyncStatus = message(`${PACKAGE}.RepoSyncStatus`, 'Where the copying of one synced repo is.', {
  repoId: plain(1, uid(), 'The id of the repo.', { always: true }),
  repoStatus: plain(2, of(SyncStatus), 'Where it is.'),
});

const SyncStatusList = message(`${PACKAGE}.SyncStatusList`, 'Where the copying of repos is.', {
  items: plain(1, repeated(of(RepoSyncStatus)), 'The synced repos.', { always: true }),
});

const GetSyncStatusRequest = message(`${PACKAGE}.GetSyncStatusRequest`, 'Which repo to ask about.', {
  repoId: required(1, uid(), 'The id of the repo.'),
});

const ListSyncStatusesRequest = message(`${PACKAGE}.ListSyncStatusesRequest`, 'Whose repos to ask about.', {
  registryId: required(1, uid(), 'The id of the group that the repos are in, or below.'),
});

const KeptSyncStatus = message('mock.SyncStatus', 'Where the copying of a synced repo is: a fact that fixtures give.', {
  uid: output(1, uid(), 'The uid of the repo.'),
  status: optional(2, enumOf(Status), 'Where it is.'),
  createTime: output(3, timestamp(), 'Since when.'),
  updateTime: output(4, timestamp(), 'When that was last told.'),
});

type SyncStatusRow = RowOf<typeof KeptSyncStatus>;

const statusRows: Collection<SyncStatusRow> = collection<SyncStatusRow>('repoSyncStatuses');

/** Nothing is known of a repo of which nothing was told. */
const statusOf = (repo: string, rows: Rows): Static<typeof SyncStatus> => {
  const { status, createTime } = rows.get(statusRows, repo) ?? {};
  return { ...(status && { status }), ...(createTime && { createTime }) };
};

const listed = (
  { registryId = '' }: Static<typeof ListSyncStatusesRequest>,
  { rows }: Context,
): Static<typeof SyncStatusList> => ({
  items: rows
    .within(repoRows, registryId)
    .filter(({ uid: repo, syncConfig }) => syncConfig !== undefined || rows.get(statusRows, repo) !== undefined)
    .map(({ uid: repoId }) => ({ repoId, repoStatus: statusOf(repoId, rows) })),
});

/** Where the copying of synced repos is: facts of which only v1 tells, over gRPC alone. */
export const syncStatuses = defineResource({
  domain: 'registry',
  type: 'SyncStatus',
  singular: 'repoSyncStatus',
  plural: 'repoSyncStatuses',
  words: { singular: 'sync status', plural: 'sync statuses' },
  description: 'Where the copying of a synced repo is.',
  message: KeptSyncStatus,
  served: false,
  sharesParentUid: true,
  parent: { singular: 'repo', onDelete: 'cascade' },
  methods: {
    getSyncStatus: readMethod(
      registryOperation('GetSyncStatus', {
        summary: 'Get the sync status of a repo',
        description: 'Tells where the copying of a synced repo is.',
        request: GetSyncStatusRequest,
        response: SyncStatus,
        capabilities: ['repo.list'],
        scope: 'repoId',
      }),
      ({ repoId = '' }: Static<typeof GetSyncStatusRequest>, { rows }) => statusOf(repoId, rows),
      { scopeType: 'repo' },
    ),
    listSyncStatuses: readMethod(
      registryOperation('ListSyncStatuses', {
        summary: 'List the sync statuses of a registry',
        description: 'Tells where the copying is of every synced repo of a group and of the groups below it.',
        request: ListSyncStatusesRequest,
        response: SyncStatusList,
        capabilities: ['repo.list'],
        scope: 'registryId',
      }),
      listed,
      { scopeType: 'group' },
    ),
  },
});
