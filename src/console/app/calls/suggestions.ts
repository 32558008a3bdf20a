import { count } from '../frame/bits.tsx';
import { keysLike, type SearchContext, valuesOf } from './search.ts';
import { quoteValue, SEARCH_KEYS, type SearchKey, termsOf } from './search-terms.ts';

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

const isKey = (text: string): text is SearchKey => Object.hasOwn(SEARCH_KEYS, text);

/** The completions of a search at the caret: values of its key with the calls that have them, or keys. */
export const suggestionsFor = (search: string, caret: number, context: SearchContext): readonly Suggestion[] => {
  const term = termsOf(search).find(({ from, to }) => from < caret && caret <= to);
  const { from, to } = term ?? { from: caret, to: caret };
  const written = search.slice(from, to).replace(/^-/, '');
  const sign = search[from] === '-' ? '-' : '';
  const [key = '', value] = written.split(/:(.*)/s);
  if (value === undefined || !isKey(key)) {
    return keysLike(written).map((name) => ({
      text: `${sign}${name}:`,
      about: SEARCH_KEYS[name],
      from,
      to,
      isWhole: false,
    }));
  }
  const earlier = value.split(',').slice(0, -1);
  const wanted = (value.split(',').at(-1) ?? '').replaceAll('"', '').toLowerCase();
  return valuesOf(key, context)
    .filter(([known]) => known.toLowerCase().includes(wanted) && known.toLowerCase() !== wanted)
    .map(([known, calls]) => {
      const isByFault = calls.every(({ faulted }) => faulted);
      const number = count(calls.length, 'call');
      return {
        text: `${sign}${key}:${[...earlier, quoteValue(known)].join(',')}`,
        about: isByFault && key === 'status' ? `${number}, by a fault` : number,
        from,
        to,
        isWhole: true,
      };
    });
};
