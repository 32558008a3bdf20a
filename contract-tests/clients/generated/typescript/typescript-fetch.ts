import { Configuration, GroupsApi, ReposApi, ResponseError, RolesApi } from './api/index.ts';
import { type Refused, runScript, variable } from './script.ts';

const configuration = new Configuration({ basePath: variable('BASE_URL'), accessToken: variable('TOKEN') });
const groups = new GroupsApi(configuration);

/** The data of an answer; an error is thrown. */
const dataOf = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (thrown) {
    if (!(thrown instanceof ResponseError)) throw thrown;
    const { response } = thrown;
    throw { status: response.status, error: await response.json() } satisfies Refused;
  }
};

await runScript({
  list: (parent, pageToken) =>
    dataOf(
      groups.listGroups({
        uidpChildrenOf: parent,
        pageSize: 2,
        ...(pageToken !== undefined && { pageToken }),
      }),
    ),
  create: (uid, name) => dataOf(groups.createGroup({ uid, iamV2GroupInput: { name } })),
  get: (uid) => dataOf(groups.getGroup({ uid })),
  update: (uid, iamV2GroupPatch, updateMask) =>
    dataOf(groups.updateGroup({ uid, iamV2GroupPatch, ...(updateMask !== undefined && { updateMask }) })),
  remove: (uid) => dataOf(groups.deleteGroup({ uid })),
  lookup: async () => (await dataOf(groups.lookupGroup())).group,
  role: (uid) => dataOf(new RolesApi(configuration).getRole({ uid })),
  repo: (uid) => dataOf(new ReposApi(configuration).getRepo({ uid })),
});
