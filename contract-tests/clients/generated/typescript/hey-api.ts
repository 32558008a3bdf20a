import { client } from './api/client.gen.ts';
import {
  createGroup,
  deleteGroup,
  getGroup,
  getRepo,
  getRole,
  listGroups,
  lookupGroup,
  updateGroup,
} from './api/index.ts';
import { type Refused, runScript, variable } from './script.ts';

client.setConfig({ baseUrl: variable('BASE_URL'), auth: variable('TOKEN') });

/** The data of an answer; an error is thrown. */
const dataOf = async <T>(
  call: Promise<{ readonly data?: T; readonly error?: unknown; readonly response?: Response | undefined }>,
): Promise<T> => {
  const { data, error, response } = await call;
  if (response?.ok && data !== undefined) return data;
  throw { status: response?.status ?? 0, error: error as Refused['error'] } satisfies Refused;
};

await runScript({
  list: (parent, pageToken) =>
    dataOf(
      listGroups({
        query: { 'uidp.children_of': parent, page_size: 2, ...(pageToken !== undefined && { page_token: pageToken }) },
      }),
    ),
  create: (uid, name) => dataOf(createGroup({ path: { uid }, body: { name } })),
  get: (uid) => dataOf(getGroup({ path: { uid } })),
  update: (uid, body, updateMask) =>
    dataOf(updateGroup({ path: { uid }, body, query: updateMask === undefined ? {} : { updateMask } })),
  remove: (uid) => dataOf(deleteGroup({ path: { uid } })),
  lookup: async () => (await dataOf(lookupGroup())).group,
  role: (uid) => dataOf(getRole({ path: { uid } })),
  repo: (uid) => dataOf(getRepo({ path: { uid } })),
});
