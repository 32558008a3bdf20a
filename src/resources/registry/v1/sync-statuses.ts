import type { Context } from '../../../kernel/resource.ts';
import { defineResource, type RowOf, readMethod } from '../../../kernel/resource.ts';
import { type Collection, collection, type Rows } from '../../../kernel/rows.ts';
import { omitUndefined } from '../../../schema/defined.ts';
import { enumOf, enumType, repeated, timestamp, uid } from '../../../schema/field-types.ts';
import { message, of, optional, output, plain, required, type Static } from '../../../schema/message.ts';
import { repoRows } from '../repo-message.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';

const Status = enumType(`${PACKAGE}.SyncStatus.Status`, 'The sync status of a repo.', {
  UNKNOWN: 0,
  QUEUED: 1,
  IN_PROGRESS: 2,
  FAILED: 3,
});

const SyncStatus = message(`${PACKAGE}.SyncStatus`, 'The sync status of a repo, and since when it holds.', {
  status: plain(1, enumOf(Status), 'The status.', { always: true }),
  createTime: plain(2, timestamp(), 'Since when.'),
});

const RepoSyncStatus = message(`${PACKAGE}.RepoSyncStatus`, 'The sync status of one repo.', {
  repoId: plain(1, uid(), 'The id of the repo.', { always: true }),
  repoStatus: plain(2, of(SyncStatus), 'The status.'),
});

const SyncStatusList = message(`${PACKAGE}.SyncStatusList`, 'The sync statuses of repos.', {
  items: plain(1, repeated(of(RepoSyncStatus)), 'The synced repos.', { always: true }),
});

const GetSyncStatusRequest = message(`${PACKAGE}.GetSyncStatusRequest`, 'The repo to get information about.', {
  repoId: required(1, uid(), 'The id of the repo.'),
});

const ListSyncStatusesRequest = message(`${PACKAGE}.ListSyncStatusesRequest`, 'The group whose repos to report on.', {
  registryId: required(1, uid(), 'The id of the group that the repos are in, or below.', {
    example: '398b803fffbcf8cbc364eba13b65ac7bd90ff292',
  }),
});

const StoredSyncStatus = message('mock.SyncStatus', 'The sync status of a repo, which only fixtures set.', {
  uid: output(1, uid(), 'The uid of the repo.'),
  status: optional(2, enumOf(Status), 'The status.'),
  createTime: output(3, timestamp(), 'Since when.'),
  updateTime: output(4, timestamp(), 'When the status was last reported.'),
});

type SyncStatusRow = RowOf<typeof StoredSyncStatus>;

const statusRows: Collection<SyncStatusRow> = collection<SyncStatusRow>('repoSyncStatuses');

/** The sync status of a repo; empty if no fixture sets it. */
const statusOf = (repo: string, rows: Rows): Static<typeof SyncStatus> => {
  const { status, createTime } = rows.get(statusRows, repo) ?? {};
  return omitUndefined({ status, createTime });
};

const listStatuses = (
  { registryId = '' }: Static<typeof ListSyncStatusesRequest>,
  { rows }: Context,
): Static<typeof SyncStatusList> => ({
  items: rows
    .listWithin(repoRows, registryId)
    .filter(({ uid: repo, syncConfig }) => syncConfig !== undefined || rows.get(statusRows, repo) !== undefined)
    .map(({ uid: repoId }) => ({ repoId, repoStatus: statusOf(repoId, rows) })),
});

/** Sync statuses of repos, which only v1 shows. */
export const syncStatuses = defineResource({
  domain: 'registry',
  type: 'SyncStatus',
  singular: 'repoSyncStatus',
  plural: 'repoSyncStatuses',
  words: { singular: 'sync status', plural: 'sync statuses' },
  description: 'The sync status of a repo.',
  message: StoredSyncStatus,
  served: false,
  sharesParentUid: true,
  parent: { singular: 'repo', onDelete: 'cascade' },
  methods: {
    getSyncStatus: readMethod(
      registryOperation('GetSyncStatus', {
        summary: 'Get the sync status of a repo',
        description: 'Gets the sync status of a repo.',
        http: { method: 'GET', path: '/registry/v1/repos/{repo_id=**}:syncstatus' },
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
        description: 'Lists the sync statuses of the synced repos of a group and of the groups below it.',
        http: { method: 'GET', path: '/registry/v1/syncstatuses' },
        request: ListSyncStatusesRequest,
        response: SyncStatusList,
        capabilities: ['repo.list'],
        scope: 'registryId',
      }),
      listStatuses,
      { scopeType: 'group' },
    ),
  },
});
