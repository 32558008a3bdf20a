import * as api from './api/api.ts';
import { type Refused, runScript, variable } from './script.ts';

// Its functions take paths, unless it gets a base URL when it generates.
const base = variable('BASE_URL');
const plainFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${variable('TOKEN')}`);
  return plainFetch(`${base}${String(input)}`, { ...init, headers });
};

type Answered = { readonly status: number; readonly data: unknown };

/** The data of an answer; an error is thrown. */
const dataOf = async <A extends Answered>(call: Promise<A>): Promise<Extract<A, { readonly status: 200 }>['data']> => {
  const { status, data } = await call;
  if (status === 200) return data as Extract<A, { readonly status: 200 }>['data'];
  throw { status, error: data as Refused['error'] } satisfies Refused;
};

await runScript({
  list: (parent, pageToken) =>
    dataOf(
      api.listGroups({
        'uidp.children_of': parent,
        page_size: 2,
        ...(pageToken !== undefined && { page_token: pageToken }),
      }),
    ),
  create: (uid, name) => dataOf(api.createGroup(uid, { name })),
  get: (uid) => dataOf(api.getGroup(uid)),
  update: (uid, body, updateMask) => dataOf(api.updateGroup(uid, body, updateMask === undefined ? {} : { updateMask })),
  remove: (uid) => dataOf(api.deleteGroup(uid)),
  lookup: async () => (await dataOf(api.lookupGroup())).group,
  role: (uid) => dataOf(api.getRole(uid)),
  repo: (uid) => dataOf(api.getRepo(uid)),
});
