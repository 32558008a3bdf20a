import { describedOperations } from '../../editions/editions.ts';
import { Code } from '../../kernel/errors.ts';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';
import { errorDetails } from '../../schema/google-rpc.ts';
import { findReachable } from '../../schema/reachable.ts';
import type { Difference } from '../compare/compare-values.ts';

/** The names that the interface has, which say nothing of a target. */
const PUBLISHED_NAMES = makeAtFirstUse((): ReadonlySet<string> => {
  const names = new Set(['status', 'headers', 'body', 'code', 'message', 'details', '@type']);
  const roots = [...errorDetails.values(), ...describedOperations.map(({ operation }) => operation.response)];
  for (const declared of findReachable(roots).values()) {
    if (!('message' in declared)) continue;
    for (const { json, proto, name } of declared.message.fields.values()) {
      for (const each of [json, proto, name]) names.add(each);
    }
  }
  return names;
});

/** The places whose values are of the protocol, with the form of those that may be told. */
const TOLD: readonly (readonly [place: RegExp, form: RegExp])[] = [
  [/^status$|^body\.code$/, /^\d{1,3}$/],
  [/^headers\.(?:content-type|www-authenticate|allow)$/, /^[\w/+, .-]{1,60}$/],
  [/^body\.details\[\d+\]\["@type"\]$/, /^type\.googleapis\.com\/google\.rpc\.\w{1,40}$/],
  [/\.reason$/, new RegExp(`^(?:${Object.keys(Code).join('|')})$`)],
];

/** A path with `*` in the place of each name that only the target has: a key of a map, or a field that is not published. */
export const publicPath = (path: string): string =>
  path
    .replace(/\["((?:[^"\\]|\\.)*)"\]/g, (step, name: string) => (PUBLISHED_NAMES().has(name) ? step : '[*]'))
    .replace(/(^|\.)([\w$-]+)/g, (step, dot: string, name: string) =>
      path.startsWith('headers.') || PUBLISHED_NAMES().has(name) ? step : `${dot}*`,
    );

const kindOf = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'number') return 'a number';
  return value === '' ? 'an empty text' : 'a text';
};

/** One of two values that differ, in words that have no value of a target. */
export const describeValue = ({ path, one, other }: Difference, side: 'one' | 'other'): string => {
  const value = side === 'one' ? one : other;
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (TOLD.some(([place, form]) => place.test(path) && form.test(text))) return text;
  const kind = kindOf(value);
  return side === 'other' && kind === kindOf(one) ? kind.replace(/^an? (?:empty )?/, 'another ') : kind;
};
