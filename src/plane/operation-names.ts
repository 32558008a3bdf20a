import type { BoundOperation } from '../kernel/runner.ts';
import { describeUnknownValue } from '../schema/nearest-name.ts';

/**
 * The names by which tests know an operation: its id, and for an older edition the name that its document has, such as
 * `Registry_CreateRepo`.
 */
export const namesOf = ({
  id,
  edition,
}: {
  readonly id: string;
  readonly edition: { readonly name: string };
}): readonly string[] => {
  const prefix = `${edition.name}.`;
  return id.startsWith(prefix) ? [id, id.slice(prefix.length).replaceAll('.', '_')] : [id];
};

/** The operation of a name; undefined if there is none. */
export const findNamed = (name: string, operations: readonly BoundOperation[]): BoundOperation | undefined =>
  operations.find(({ operation }) => namesOf(operation).includes(name));

/** Says that no operation has a name, with the nearest that one has. */
export const describeUnknownOperation = (name: string, operations: readonly BoundOperation[]): string =>
  describeUnknownValue(
    name,
    operations.flatMap(({ operation }) => namesOf(operation)),
  );
