import { type Answer, ok } from './answer.ts';
import type { Api } from './api.ts';

const LISTS = [
  'registry/v2/repos',
  'registry/v2/tags',
  'iam/v2/groups',
  'iam/v2/identities',
  'iam/v2/roleBindings',
] as const;

/** The texts of all pages of some Lists, as they came. */
export const walkState = async (there: Api): Promise<readonly string[]> => {
  const pages: string[] = [];
  for (const list of LISTS) {
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const answer: Answer = await there.get(
        `/${list}?page_size=20&order_by=create_time${cursor && `&page_token=${cursor}`}`,
      );
      pages.push(answer.text);
      cursor = ok(answer).nextPageToken || undefined;
    }
  }
  return pages;
};
