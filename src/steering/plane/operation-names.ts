import type { Operation } from '../../schema/operation.ts';

/**
 * The names by which tests know an operation: its id, and for an older edition the name that its document has, such as
 * `Registry_CreateRepo`.
 */
export const namesOf = ({ id, edition }: Operation): readonly string[] => {
  const prefix = `${edition.name}.`;
  return id.startsWith(prefix) ? [id, id.slice(prefix.length).replaceAll('.', '_')] : [id];
};
