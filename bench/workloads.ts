import { httpRequest, type Workload } from './load.ts';
import type { Started } from './processes.ts';

/** A workload, and how many calls of it make a round. */
export interface HttpWorkload extends Workload {
  readonly calls: number;
  readonly method: string;
}

const PAGE = 50;
/** The number of pages of a walk: all of 100,000 repos. */
const MAX_PAGES = 2_000;

/** Calls a mock, and returns the text of its answer. @throws Error for an answer other than 200 */
const fetchText = async (server: Started, method: string, path: string, body?: string): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
  return text;
};

/** A repo as it is answered. */
export interface BenchRepo {
  readonly uid: string;
  readonly name: string;
  readonly createTime?: string;
  readonly updateTime?: string;
}

interface ReposPage {
  readonly repos: readonly BenchRepo[];
  readonly nextPageToken?: string;
}

/** All repos in the order of their names: the paths of the pages, each with its cursor, and the rows. */
export const walkRepos = async (
  mock: Started,
): Promise<{ readonly pages: readonly string[]; readonly repos: readonly BenchRepo[] }> => {
  const path = `/registry/v2/repos?uidp.descendants_of=${mock.orgId}&page_size=${PAGE}&order_by=name`;
  const pages: string[] = [];
  const all: BenchRepo[] = [];
  let next: string | undefined = path;
  while (next !== undefined && pages.length < MAX_PAGES) {
    pages.push(next);
    const { repos, nextPageToken } = JSON.parse(await fetchText(mock, 'GET', next)) as ReposPage;
    all.push(...repos);
    next = nextPageToken === undefined ? undefined : `${path}&page_token=${nextPageToken}`;
  }
  return { pages, repos: all };
};

/** A number that looks random, and is the same in every run. */
export const scattered = (nth: number): number => (nth * 2_654_435_761) % 4_294_967_296;

const MIXED = 5;

/** The requests that are measured, no two equal ones in a row, as with real clients. */
export const workloadsOf = async (mock: Started): Promise<readonly HttpWorkload[]> => {
  const { orgId, token } = mock;
  const { pages, repos } = await walkRepos(mock);
  const { uid: group } = JSON.parse(await fetchText(mock, 'POST', `/iam/v2/groups/${orgId}`, '{"name":"bench"}')) as {
    uid: string;
  };
  const rowAt = (nth: number): string => `/registry/v2/repos/${repos[scattered(nth) % repos.length]?.uid}`;
  const get = (nth: number): Buffer => httpRequest('GET', rowAt(nth), token);
  const patch = (nth: number): Buffer =>
    httpRequest('PATCH', rowAt(nth), token, `{"description":"change ${nth} of this repo"}`);
  const page = (nth: number): Buffer => httpRequest('GET', pages[nth % pages.length] ?? '', token);
  const create = (nth: number): Buffer =>
    httpRequest('POST', `/registry/v2/repos/${group}`, token, `{"name":"bench-${nth}"}`);
  return [
    { name: 'get, random rows', calls: 20_000, method: 'GET', request: get },
    {
      name: `list of ${PAGE}, walking ${pages.length.toLocaleString('en')} pages`,
      calls: 6_000,
      method: 'GET',
      request: page,
    },
    { name: 'create', calls: 4_000, method: 'POST', request: create },
    { name: 'patch, random rows', calls: 6_000, method: 'PATCH', request: patch },
    {
      name: 'four gets, one patch',
      calls: 15_000,
      method: 'GET',
      request: (nth) => (nth % MIXED === 0 ? patch(nth) : get(nth)),
    },
  ];
};

/** The text that a mock answers a request of a workload with. */
export const bodyOf = async (mock: Started, { request }: HttpWorkload): Promise<string> => {
  const [head = '', body = ''] = request(1_000_000_007).toString().split('\r\n\r\n');
  const [method = '', path = ''] = head.split(' ');
  return fetchText(mock, method, path, body === '' ? undefined : body);
};
