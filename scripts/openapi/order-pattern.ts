import { spellingsOf } from '../../src/kernel/order-by.ts';
import type { ListRule, Resource } from '../../src/kernel/resource.ts';

const LETTERS = '(?:[Aa][Ss][Cc]|[Dd][Ee][Ss][Cc])';

/** A regular expression for the texts that the reader of a List accepts (behaviour L16, L17). */
export const orderPattern = (resource: Resource, list: ListRule): string => {
  const term = `\\s*(?:${[...spellingsOf(resource, list).keys()].join('|')})(?:\\s+${LETTERS})?\\s*`;
  return `^(?:\\s*|${term}(?:,${term})*)$`;
};
