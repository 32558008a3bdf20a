import { client } from './api/client.gen.ts';
import * as api from './api/index.ts';
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
      api.listGroups({
        query: { 'uidp.children_of': parent, page_size: 2, ...(pageToken !== undefined && { page_token: pageToken }) },
      }),
    ),
  create: (uid, name) => dataOf(api.createGroup({ path: { uid }, body: { name } })),
  get: (uid) => dataOf(api.getGroup({ path: { uid } })),
  update: (uid, body, updateMask) =>
    dataOf(api.updateGroup({ path: { uid }, body, query: updateMask === undefined ? {} : { updateMask } })),
  remove: (uid) => dataOf(api.deleteGroup({ path: { uid } })),
  lookup: async () => (await dataOf(api.lookupGroup())).group,
  role: (uid) => dataOf(api.getRole({ path: { uid } })),
  repo: (uid) => dataOf(api.getRepo({ path: { uid } })),
});
