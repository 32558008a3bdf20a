import { equals, where } from '../../kernel/filters.ts';
import { repeated, string } from '../../schema/field-types.ts';
import type { DocumentRow } from './document-message.ts';

/** The filters of Lists of documents in both versions. */
export const documentFilters = {
  id: equals(1, string(), 'id', 'Only the document of this package.'),
  cves: where(
    2,
    repeated(string()),
    'Only documents with an advisory that has one of these as its id or alias.',
    (cves) => {
      const wanted = new Set<string | undefined>(cves);
      return ({ advisories = [] }: DocumentRow) =>
        advisories.some(({ id, aliases = [] }) => wanted.has(id) || aliases.some((alias) => wanted.has(alias)));
    },
  ),
};
