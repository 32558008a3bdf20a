import type { Context } from '../../../kernel/resource.ts';
import { type Method, readMethod } from '../../../kernel/resource.ts';
import { bool, uid } from '../../../schema/field-types.ts';
import { message, plain, required, type Static } from '../../../schema/message.ts';
import { tagRows } from '../tag-message.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';

/** How far back counts as recent; the published interface does not say. */
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
