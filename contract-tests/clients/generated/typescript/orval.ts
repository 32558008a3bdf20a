import {
  createGroup,
  deleteGroup,
  getGroup,
  getRepo,
  getRole,
  listGroups,
  lookupGroup,
  updateGroup,
} from './api/api.ts';
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
      listGroups({
        'uidp.children_of': parent,
        page_size: 2,
        ...(pageToken !== undefined && { page_token: pageToken }),
      }),
    ),
  create: (uid, name) => dataOf(createGroup(uid, { name })),
  get: (uid) => dataOf(getGroup(uid)),
  update: (uid, body, updateMask) => dataOf(updateGroup(uid, body, updateMask === undefined ? {} : { updateMask })),
  remove: (uid) => dataOf(deleteGroup(uid)),
  lookup: async () => (await dataOf(lookupGroup())).group,
  role: (uid) => dataOf(getRole(uid)),
  repo: (uid) => dataOf(getRepo(uid)),
});
