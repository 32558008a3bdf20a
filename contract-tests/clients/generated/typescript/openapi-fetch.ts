import createClient from 'openapi-fetch';
import type { paths } from './api/api.ts';
import { type Refused, runScript, variable } from './script.ts';

const client = createClient<paths>({
  baseUrl: variable('BASE_URL'),
  headers: { authorization: `Bearer ${variable('TOKEN')}` },
});

/** The data of an answer; an error is thrown. */
const dataOf = async <T>(
  call: Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>,
): Promise<T> => {
  const { data, error, response } = await call;
  if (response.ok) return data as T;
  throw { status: response.status, error: error as Refused['error'] } satisfies Refused;
};

const of = (uid: string) => ({ params: { path: { uid } } });

await runScript({
  list: (parent, pageToken) =>
    dataOf(
      client.GET('/iam/v2/groups', {
        params: {
          query: {
            'uidp.children_of': parent,
            page_size: 2,
            ...(pageToken !== undefined && { page_token: pageToken }),
          },
        },
      }),
    ),
  create: (uid, name) => dataOf(client.POST('/iam/v2/groups/{uid}', { ...of(uid), body: { name } })),
  get: (uid) => dataOf(client.GET('/iam/v2/groups/{uid}', of(uid))),
  update: (uid, body, updateMask) =>
    dataOf(
      client.PATCH('/iam/v2/groups/{uid}', {
        params: { path: { uid }, ...(updateMask !== undefined && { query: { updateMask } }) },
        body,
      }),
    ),
  remove: (uid) => dataOf(client.DELETE('/iam/v2/groups/{uid}', of(uid))),
  lookup: async () => (await dataOf(client.GET('/iam/v2/groups:lookupGroup'))).group,
  role: (uid) => dataOf(client.GET('/iam/v2/roles/{uid}', of(uid))),
  repo: (uid) => dataOf(client.GET('/registry/v2/repos/{uid}', of(uid))),
});
