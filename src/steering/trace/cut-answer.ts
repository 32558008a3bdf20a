import type { HarEntry } from './har-entry.ts';

/** A call without the body of its answer, which says so. */
export const withoutAnswer = ({ _answer, ...entry }: HarEntry): HarEntry => {
  const { text, encoding, ...content } = entry.response.content;
  return {
    ...entry,
    response: { ...entry.response, content: { ...content, comment: 'cut to keep the bound of the trace' } },
  };
};
