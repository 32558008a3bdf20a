import { call, type Platform, type Repo } from './api.ts';
import { mistaken } from './mistakes.ts';

interface Page {
  readonly repos: readonly Repo[];
  readonly nextPageToken?: string;
}

const PAGE_SIZE = 8;

/** All repos that the caller sees. */
export const listRepos = async (platform: Platform): Promise<readonly Repo[]> => {
  const found = new Map<string, Repo>();
  for (let token = ''; ; ) {
    const query = new URLSearchParams({ page_size: String(PAGE_SIZE), page_token: token });
    const { repos, nextPageToken = '' } = await call<Page>(platform, 'GET', `/registry/v2/repos?${query}`);
    // A walk may begin again: a uid is one row, on whichever pages it is.
    for (const repo of repos) found.set(repo.uid, repo);
    // The mistake takes a page that is not full for the last one.
    if (mistaken('pages') ? repos.length < PAGE_SIZE : nextPageToken === '') return [...found.values()];
    token = nextPageToken;
  }
};
