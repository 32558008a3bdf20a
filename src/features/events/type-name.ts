import type { EventDraft } from '../../kernel/events.ts';

/** The prefix of the types of operations; the vendor's other events have it without its last word. */
const DEFAULT_PREFIX = 'dev.chainguard.api';

const LAST_WORD = /\.api$/;

/** The whole name of a type: with the prefix of its family, if that has one. */
export const typeName = (family: EventDraft['family'], type: string, prefix = DEFAULT_PREFIX): string => {
  if (family === 'own') return type;
  return `${family === 'api' ? prefix : prefix.replace(LAST_WORD, '')}.${type}`;
};
