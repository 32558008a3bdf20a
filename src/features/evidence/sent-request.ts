import type { JournalEntry } from '../../../generated/nouns.ts';
import { isObject, type JsonObject } from '../../json.ts';

/** The number of parts of a path before its values: the domain, the version and the collection, each behind a slash. */
const FIXED_PARTS = 4;

/** The fields of a request beside those that its path names. */
const omitPathValues = ({ request = {}, path }: JournalEntry): JsonObject => {
  const named = decodeURIComponent(path).split('/').slice(FIXED_PARTS).join('/');
  return Object.fromEntries(
    Object.entries(request).filter(([, value]) => typeof value !== 'string' || value === '' || !named.includes(value)),
  );
};

const flatten = (value: unknown, name: string): readonly (readonly [string, string])[] => {
  if (Array.isArray(value)) return value.flatMap((item) => flatten(item, name));
  if (!isObject(value)) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, name === '' ? key : `${name}.${key}`));
};

/** The JSON body and the query of a request over HTTP; made of the fields of the request if the entry has neither. */
export const sentOf = (entry: JournalEntry): NonNullable<JournalEntry['sent']> => {
  if (entry.sent) return entry.sent;
  if (entry.protocol !== 'rest') return { body: entry.request ?? {}, query: '' };
  const { updateMask, ...rest } = omitPathValues(entry);
  const toQuery = (fields: JsonObject): string =>
    new URLSearchParams(flatten(fields, '').map(([name, value]): [string, string] => [name, value])).toString();
  if (entry.method === 'GET' || entry.method === 'DELETE') return { query: toQuery(rest) };
  const query = updateMask === undefined ? '' : toQuery({ updateMask });
  const values = Object.values(rest);
  const isWhole = values.length === 1 && /(?:^|\.)(?:Create|Update)/.test(entry.operation ?? '');
  return { body: isWhole ? values[0] : rest, query };
};
