import { count } from '../frame/text.ts';
import { type Call, isRetry } from './call.ts';

/** A word of a search: a text, or a key with the values of which one must be met. */
export interface Term {
  /** Empty for a text. */
  readonly key: SearchKey | '';
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

const isKey = (text: string): text is SearchKey => Object.hasOwn(SEARCH_KEYS, text);

/** The terms of a search. A word before a colon that is no key is a part of the text. */
export const termsOf = (search: string): readonly Term[] =>
  [...search.matchAll(TOKEN)].flatMap((match): readonly Term[] => {
    const [whole, minus = '', key = '', rest = ''] = match;
    const from = match.index;
    const place = { from, to: from + whole.length };
    if (whole === '' || whole === '-') return [];
    if (isKey(key)) {
      // A comma separates two values, but not within quotes.
      const values = (rest.match(/(?:"[^"]*"?|[^,"])+/g) ?? []).map((value) => value.replaceAll('"', ''));
      return [{ key, values: values.filter((value) => value !== ''), isNegated: minus === '-', ...place }];
    }
    const text = `${key === '' ? '' : `${key}:`}${rest}`.replaceAll('"', '');
    return text === '' ? [] : [{ key: '', values: [text], isNegated: minus === '-', ...place }];
  });

/** A text that completes a search, in the place of a part of it. */
export interface Suggestion {
  readonly text: string;
  /** Its meaning, or how many calls it finds. */
  readonly about: string;
  readonly from: number;
  readonly to: number;
  /** True for a term that is complete. */
  readonly isWhole: boolean;
}

/** The completions of a search at the caret: values of its key with the calls that have them, or keys. */
export const suggestionsFor = (search: string, caret: number, context: SearchContext): readonly Suggestion[] => {
  const term = termsOf(search).find(({ from, to }) => from < caret && caret <= to);
  const { from, to } = term ?? { from: caret, to: caret };
  const written = search.slice(from, to).replace(/^-/, '');
  const sign = search[from] === '-' ? '-' : '';
  const [key = '', value] = written.split(/:(.*)/s);
  if (value === undefined || !isKey(key)) {
    const keys = Object.entries(SEARCH_KEYS).filter(([name]) => name.startsWith(written));
    return keys.map(([name, about]) => ({ text: `${sign}${name}:`, about, from, to, isWhole: false }));
  }
  const earlier = value.split(',').slice(0, -1);
  const wanted = (value.split(',').at(-1) ?? '').replaceAll('"', '').toLowerCase();
  return valuesOf(key, context)
    .filter(([known]) => known.toLowerCase().includes(wanted) && known.toLowerCase() !== wanted)
    .map(([known, calls]) => {
      const isByFault = calls.every(({ faulted }) => faulted);
      const number = count(calls.length, 'call');
      const quoted = /[\s,"]/.test(known) ? `"${known.replaceAll('"', '')}"` : known;
      const about = isByFault && key === 'status' ? `${number}, by a fault` : number;
      return { text: `${sign}${key}:${[...earlier, quoted].join(',')}`, about, from, to, isWhole: true };
    });
};

/** The facts about calls that a search needs beside them. */
export interface SearchContext {
  readonly triesOf: (call: Call) => readonly Call[];
  /** The texts by which the test of a world is found. */
  readonly testOf: (world: string) => string;
  /** When the first call began, by the machine, in milliseconds since the epoch. */
  readonly beginMillis: number;
  readonly calls: readonly Call[];
}

/** A search that is understood, or what is wrong with it. */
export type Search =
  | { readonly matches: (call: Call) => boolean; readonly hasOwn: boolean }
  | { readonly error: string };

const IS: Readonly<Record<string, (call: Call, context: SearchContext) => boolean>> = {
  failed: ({ failed }) => failed,
  refused: ({ refused }) => refused,
  faulted: ({ faulted }) => faulted,
  retry: (call, { triesOf }) => isRetry(call, triesOf(call)),
  unread: ({ unread }) => unread,
  open: ({ open }) => open,
  own: ({ own }) => own,
};

/** The texts of a call that the values of some keys are looked for in. */
const TEXTS = {
  operation: ({ operation }) => operation,
  caller: ({ caller }) => caller,
  client: ({ client }) => client,
  path: ({ entry }) => entry.path,
  group: ({ entry }) => entry.about?.group ?? '',
  test: ({ world }, { testOf }) => testOf(world),
} satisfies Partial<Record<SearchKey, (call: Call, context: SearchContext) => string>>;
/** The keys whose value must match as a whole if some call has exactly it. */
const WHOLE: readonly string[] = ['operation', 'caller', 'client'];

/** Understands one value of a key, or a word: the test of a call, or what is wrong with the value. */
const valueTest = (key: Term['key'], value: string, context: SearchContext): ((call: Call) => boolean) | string => {
  const wanted = value.toLowerCase();
  switch (key) {
    case '':
      return (call) => wordsOf(call, context).includes(wanted);
    case 'status':
      if (/^[1-5]xx$/.test(wanted)) return ({ entry }) => Math.floor((entry.status ?? 0) / 100) === Number(value[0]);
      if (/^\d{3}$/.test(value)) return ({ entry }) => entry.status === Number(value);
      if (/^[A-Z_]{2,}$/.test(value)) return ({ entry }) => entry.code === value;
      return `status:${value} is not a status. Write 403, 4xx or NOT_FOUND.`;
    case 'ms': {
      const [, sign = '', digits] = /^([<>]?)(\d+(?:\.\d+)?)$/.exec(value) ?? [];
      if (digits === undefined) return `ms:${value} is not a time. Write ms:>100 or ms:<5.`;
      const millis = Number(digits);
      return ({ entry: { durationMs = 0 } }) =>
        sign === '<' ? durationMs < millis : sign === '>' ? durationMs > millis : Math.round(durationMs) === millis;
    }
    case 'at': {
      const [, from, to] = /^(\d+(?:\.\d+)?)s?\.\.(\d+(?:\.\d+)?)s?$/.exec(value) ?? [];
      if (from === undefined || to === undefined) return `at:${value} is not a time. Write at:12s..18s.`;
      return ({ millis }) => {
        const at = (millis - context.beginMillis) / 1_000;
        return at >= Number(from) && at < Number(to);
      };
    }
    case 'id':
      return ({ entry }) => entry.id === value;
    case 'changed':
      return ({ entry }) => entry.changes.some(({ type }) => type.toLowerCase() === wanted);
    case 'is': {
      const test = IS[value];
      return test ? (call) => test(call, context) : `is:${value} is not known. Write is:${Object.keys(IS).join(', ')}.`;
    }
    default: {
      const textOf = (call: Call): string => TEXTS[key](call, context).toLowerCase();
      const isWhole = WHOLE.includes(key) && context.calls.some((call) => textOf(call) === wanted);
      return (call) => (isWhole ? textOf(call) === wanted : textOf(call).includes(wanted));
    }
  }
};

/** The text of a call that words are looked for in. */
const wordsOf = ({ entry, operation, caller, world }: Call, { testOf }: SearchContext): string =>
  [
    entry.path,
    operation,
    entry.about?.name,
    entry.about?.group,
    entry.message,
    entry.reason,
    caller,
    testOf(world),
    ...entry.unread,
    ...entry.changes.map(({ name }) => name),
  ]
    .join('\n')
    .toLowerCase();

/** Understands a search: all its terms must be met. Calls of the page itself match only if they are asked for. */
export const compileSearch = (search: string, context: SearchContext): Search => {
  const terms = termsOf(search);
  const tests: ((call: Call) => boolean)[] = [];
  for (const { key, values, isNegated } of terms) {
    const anyOf: typeof tests = [];
    for (const value of values) {
      const test = valueTest(key, value, context);
      if (typeof test === 'string') return { error: test };
      anyOf.push(test);
    }
    // A key without a value is being written.
    if (anyOf.length > 0) tests.push((call) => anyOf.some((test) => test(call)) !== isNegated);
  }
  const hasOwn = terms.some(({ key, values }) => key === 'is' && values.includes('own'));
  return { hasOwn, matches: (call) => (hasOwn || !call.own) && tests.every((test) => test(call)) };
};

/** The words of a search. */
export const wordsIn = (search: string): readonly string[] => search.split(/\s+/).filter((word) => word !== '');

/** A search with a term in it once, or without it if it is there already. */
export const toggleTerm = (search: string, term: string): string => {
  const words = wordsIn(search);
  return (words.includes(term) ? words.filter((word) => word !== term) : [...words, term]).join(' ');
};

/** The values of a key that calls have, each with the calls, the most frequent first. */
const valuesOf = (key: SearchKey, context: SearchContext): readonly (readonly [string, readonly Call[]])[] => {
  const found = new Map<string, Call[]>();
  const add = (value: string, call: Call): void => {
    if (value === '') return;
    found.set(value, found.get(value) ?? []);
    found.get(value)?.push(call);
  };
  for (const call of context.calls) {
    if (key === 'status' && call.entry.status) {
      add(`${Math.floor(call.entry.status / 100)}xx`, call);
      add(String(call.entry.status), call);
    } else if (key === 'is') {
      for (const [name, test] of Object.entries(IS)) if (test(call, context)) add(name, call);
    } else if (key === 'changed') {
      for (const type of new Set(call.entry.changes.map((change) => change.type))) add(type, call);
    } else if (key in TEXTS && key !== 'path')
      add(TEXTS[key as keyof typeof TEXTS](call, context).split('\n')[0] ?? '', call);
  }
  return [...found].sort(([, one], [, other]) => other.length - one.length);
};
