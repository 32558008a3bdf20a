import type { JournalEntry } from '../../../../generated/nouns.ts';
import { isObject, type JsonObject } from '../../../features/evidence/json-value.ts';
import { sentOf } from '../../../features/evidence/sent-request.ts';

/** A request as far as the journal has it: its body, its query, and the paths in it that nobody read. */
export interface SentRequest {
  readonly query: string;
  readonly body: unknown;
  readonly unread: ReadonlySet<string>;
}

const withPath = (value: unknown, [name, ...rest]: readonly string[], put: unknown): unknown => {
  if (name === undefined) return put;
  if (Array.isArray(value)) return value.map((item, nth) => (String(nth) === name ? withPath(item, rest, put) : item));
  const known = isObject(value) ? value : {};
  return { ...known, [name]: withPath(known[name], rest, put) };
};

const partsOf = (path: string): readonly string[] => path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');

/** The request of an entry, with the unread fields in their places. */
export const sentRequest = (entry: JournalEntry): SentRequest => {
  const { unread, unreadValues = {}, method, largeRequest } = entry;
  const { query, body } = sentOf(entry);
  const hasBody = method !== 'GET' && method !== 'DELETE' && !largeRequest;
  const known = unread.filter((path) => Object.hasOwn(unreadValues, path));
  if (entry.sent) return { query, body, unread: new Set(unread) };
  if (!hasBody) {
    const further = known.map((path): [string, string] => [path, String(unreadValues[path])]);
    const more = new URLSearchParams(further).toString();
    return { query: [query, more].filter((text) => text !== '').join('&'), body: undefined, unread: new Set(unread) };
  }
  const whole = known.reduce<unknown>((value, path) => withPath(value, partsOf(path), unreadValues[path]), body ?? {});
  return { query, body: entry.body === undefined ? whole : undefined, unread: new Set(unread) };
};

/** The fields that an answer, or a request, has: those that a misspelt one may be meant as. */
export const nearestField = (name: string, known: JsonObject): string | undefined => {
  const distance = (one: string, other: string): number => {
    let row = Array.from({ length: other.length + 1 }, (_, nth) => nth);
    for (const [at, character] of [...one].entries()) {
      const next = [at + 1];
      for (const [nth, compared] of [...other].entries()) {
        const cost = character === compared ? 0 : 1;
        next.push(Math.min((row[nth] ?? 0) + cost, (row[nth + 1] ?? 0) + 1, (next[nth] ?? 0) + 1));
      }
      row = next;
    }
    return row.at(-1) ?? 0;
  };
  const ranked = Object.keys(known)
    .map((field) => [distance(name.toLowerCase(), field.toLowerCase()), field] as const)
    .sort(([one], [other]) => one - other);
  const [best] = ranked;
  return best && best[0] > 0 && best[0] <= 2 ? best[1] : undefined;
};
