import { anyOf, equals } from '../../kernel/filters.ts';
import { string } from '../../schema/field-types.ts';

const MAX_IDS = 1000;

/** The filters of Lists of metadata in both versions. */
export const metadataFilters = {
  id: equals(1, string(), 'id', 'Only this vulnerability.'),
  ids: anyOf(2, string(), 'id', `Only these vulnerabilities, at most ${MAX_IDS} different ones.`, {
    validate: (ids) => (new Set(ids).size > MAX_IDS ? `must have at most ${MAX_IDS} different ids` : undefined),
  }),
};
