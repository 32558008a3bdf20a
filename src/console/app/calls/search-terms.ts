/** A word of a search: a text, or a key with the values of which one must be met. */
export interface Term {
  /** Empty for a text. */
  readonly key: string;
  readonly values: readonly string[];
  readonly isNegated: boolean;
  /** Its place in the text of the search. */
  readonly from: number;
  readonly to: number;
}

/** The keys of a search, with what each is about. */
export const SEARCH_KEYS = {
  status: 'a status, 4xx or NOT_FOUND',
  operation: 'the name of an operation',
  caller: 'who called',
  client: 'what the client calls itself',
  path: 'a part of the path',
  group: 'a part of the group, by names',
  test: 'a part of the title, file or world of a test',
  changed: 'the kind of a row that it changed',
  is: 'failed, refused, faulted, retry, unread, open or own',
  ms: 'how long it took, such as >100',
  id: 'its number in its world',
  at: 'when it began, such as 12s..18s',
} as const;

export type SearchKey = keyof typeof SEARCH_KEYS;

const TOKEN = /(-?)(?:([a-z]+):)?((?:"[^"]*"?|[^\s"])*)/g;

const isKey = (text: string | undefined): text is SearchKey => text !== undefined && Object.hasOwn(SEARCH_KEYS, text);

/** The values of a token: a comma separates two, but not within quotes. */
const valuesOf = (text: string): readonly string[] =>
  (text.match(/(?:"[^"]*"?|[^,"])+/g) ?? []).map((value) => value.replaceAll('"', '')).filter((value) => value !== '');

/** The terms of a search. A word before a colon that is no key is a part of the text. */
export const termsOf = (search: string): readonly Term[] =>
  [...search.matchAll(TOKEN)].flatMap((match): readonly Term[] => {
    const [whole, minus = '', key, rest = ''] = match;
    const from = match.index;
    const place = { from, to: from + whole.length };
    if (whole === '' || whole === '-') return [];
    if (isKey(key)) return [{ key, values: valuesOf(rest), isNegated: minus === '-', ...place }];
    const text = `${key === undefined ? '' : `${key}:`}${rest}`.replaceAll('"', '');
    return text === '' ? [] : [{ key: '', values: [text], isNegated: minus === '-', ...place }];
  });

/** A value as a search has it: in quotes if it has a blank or a comma. */
export const quoteValue = (value: string): string => (/[\s,"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value);
