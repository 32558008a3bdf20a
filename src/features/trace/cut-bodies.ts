import { digestMessage } from '../journal/digest-message.ts';
import type { HarEntry } from './har-entry.ts';

/** The size above which a body goes before others, in bytes. */
export const LARGE_BODY = 64 * 1024;

/** A call without the body of its answer, which says so. */
export const withoutAnswer = ({ _answer, ...entry }: HarEntry): HarEntry => {
  const { text, encoding, ...content } = entry.response.content;
  return {
    ...entry,
    response: { ...entry.response, content: { ...content, comment: 'cut to keep the bound of the trace' } },
  };
};

/** A step without its body, of which size and digest stay. */
export const withoutBody = (step: object): object => {
  if (!('body' in step)) return step;
  const { body } = step;
  return { ...step, body: digestMessage(typeof body === 'string' ? body : JSON.stringify(body)) };
};
