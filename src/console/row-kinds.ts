import type { Resource } from '../kernel/resource.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import { omitUndefined } from '../schema/defined.ts';
import { V2 } from '../schema/edition.ts';
import type { RowKind } from './row-kind.ts';

/** The kinds that are looked at most, in the order of their tabs; all others follow in the order of the resources. */
const FIRST = ['repos', 'tags', 'identities', 'roleBindings', 'roles', 'groups'];

const rankOf = ({ name }: RowKind): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/** Words of a resource as a title. */
const titleOf = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** True for the List of v2 of rows that live below a group, and can be read, created and deleted one by one. */
const listsTree = ({ verb, operation, resource: { verbs } }: BoundOperation): boolean =>
  verb === 'list' &&
  operation.edition === V2 &&
  [verbs.list?.uidp, verbs.get, verbs.create, verbs.delete].every((rule) => rule !== undefined);

const kindOf = (
  { operation, resource }: BoundOperation,
  operations: readonly BoundOperation[],
  sampleOf: (resource: Resource) => object,
): RowKind => {
  const { plural, words, parent, verbs } = resource;
  const above = operations.find(({ resource: { singular } }) => singular === parent?.singular)?.resource;
  const older = operations.find(({ verb, wraps }) => verb === 'list' && wraps?.operation.id === operation.id);
  const sample = sampleOf(resource);
  return {
    name: verbs.list?.key ?? plural,
    title: titleOf(words.plural),
    path: operation.http?.path ?? '',
    ...omitUndefined({ olderPath: older?.operation.http?.path }),
    orderBy: verbs.list?.sortable.includes('name') ? 'name' : 'uid',
    place: parent?.singular === 'group' ? 'uidp.children_of' : 'uidp.descendants_of',
    parent: titleOf(above?.words.singular ?? 'group'),
    // The name of the example is mostly that of a row which is there.
    sample: 'name' in sample ? { ...sample, name: `new-${words.singular.replaceAll(' ', '-')}` } : { ...sample },
  };
};

/** The kinds of rows that the tree shows, by the operations of the API; `sampleOf` is an example of a new row. */
export const rowKindsOf = (
  operations: readonly BoundOperation[],
  sampleOf: (resource: Resource) => object,
): readonly RowKind[] =>
  operations
    .filter(listsTree)
    .map((list) => kindOf(list, operations, sampleOf))
    .sort((a, b) => rankOf(a) - rankOf(b));
