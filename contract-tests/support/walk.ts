import { type Body, rowsOf } from './answer.ts';
import type { Api } from './api.ts';

const PAGE_LIMIT = 1_000;

/** Adds parameters to a target that may have some already. */
export const withQuery = (target: string, query: string): string =>
  query === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${query}`;

/**
 * The pages of a List from the first to the last, following the cursor.
 * @throws Error when the walk does not end
 */
export async function* pagesOf(api: Api, target: string): AsyncGenerator<Body> {
  let token: string | undefined;
  for (let page = 0; page < PAGE_LIMIT; page += 1) {
    const query = token === undefined ? '' : `page_token=${encodeURIComponent(token)}`;
    const body = await api.read(withQuery(target, query));
    yield body;
    token = body.nextPageToken;
    if (token === undefined || token === '') return;
  }
  throw new Error(`${target} has no last page within ${PAGE_LIMIT} pages`);
}

/** Every row of a List by its cursor, page after page. */
export const walk = async (api: Api, target: string, key: string): Promise<readonly Body[]> => {
  const rows: Body[] = [];
  for await (const page of pagesOf(api, target)) rows.push(...rowsOf(page, key));
  return rows;
};

/** Every row of a List in as few pages as can be. */
export const everyRow = (api: Api, target: string, key: string): Promise<readonly Body[]> =>
  walk(api, withQuery(target, 'page_size=200'), key);
