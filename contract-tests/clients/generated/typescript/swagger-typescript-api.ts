import { Api } from './api/api.ts';
import { type Refused, runScript, variable } from './script.ts';

const { iam, registry } = new Api({
  baseUrl: variable('BASE_URL'),
  baseApiParams: { headers: { authorization: `Bearer ${variable('TOKEN')}` } },
});

/** The data of an answer; an error is thrown. */
const dataOf = async <T>(call: Promise<{ readonly data: T }>): Promise<T> => {
  try {
    return (await call).data;
  } catch (thrown) {
    const { status, error } = thrown as Refused;
    throw { status, error } satisfies Refused;
  }
};

await runScript({
  list: (parent, pageToken) =>
    dataOf(
      iam.listGroups({
        'uidp.children_of': parent,
        page_size: 2,
        ...(pageToken !== undefined && { page_token: pageToken }),
      }),
    ),
  create: (uid, name) => dataOf(iam.createGroup(uid, { name })),
  get: (uid) => dataOf(iam.getGroup(uid)),
  update: (uid, body, updateMask) => dataOf(iam.updateGroup(uid, body, updateMask === undefined ? {} : { updateMask })),
  remove: (uid) => dataOf(iam.deleteGroup(uid)),
  // It takes what stands behind the colon for a variable of the path.
  lookup: async () => (await dataOf(iam.lookupGroup(':lookupGroup'))).group,
  role: (uid) => dataOf(iam.getRole(uid)),
  repo: (uid) => dataOf(registry.getRepo(uid)),
});
