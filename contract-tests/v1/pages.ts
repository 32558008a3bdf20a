import { type Body, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { withQuery } from '../support/walk.ts';

const PAGE_LIMIT = 100;

/**
 * The items of a List of v1 that has a cursor, page after page.
 * @throws Error when the walk does not end
 */
export const walkInV1 = async (api: Api, target: string): Promise<readonly Body[]> => {
  const items: Body[] = [];
  let token = '';
  for (let page = 0; page < PAGE_LIMIT; page += 1) {
    const query = token === '' ? '' : `page_token=${encodeURIComponent(token)}`;
    const body = await api.read(withQuery(target, query));
    items.push(...rowsOf(body, 'items'));
    token = String(body.next_page_token ?? '');
    if (token === '') return items;
  }
  throw new Error(`${target} has no last page within ${PAGE_LIMIT} pages`);
};
