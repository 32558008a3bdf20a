import type { Operation } from '../../src/schema/operation.ts';
import { type Declared, findReachable } from '../../src/schema/reachable.ts';
import { isWellKnown, packageOf } from './names.ts';

/** A message or an enum, with those that are declared inside it. */
export interface Definition {
  readonly name: string;
  readonly is: Declared;
  readonly nested: readonly Definition[];
}

interface Growing extends Definition {
  readonly nested: Growing[];
}

/** The messages and enums of each package that the operations refer to. */
export interface Definitions {
  readonly names: ReadonlySet<string>;
  readonly byPackage: ReadonlyMap<string, readonly Definition[]>;
}

/** A message that nothing refers to, for the definitions that are declared inside it. */
const holderOf = (name: string): Growing => ({
  name,
  is: {
    message: {
      name,
      description: 'Contains only the definitions inside it.',
      fields: new Map(),
      find: () => undefined,
    },
  },
  nested: [],
});

/** Collects the definitions that the operations refer to, each inside the message that its full name names. */
export const definitionsOf = (operations: readonly Operation[]): Definitions => {
  const found = [...findReachable(operations.flatMap(({ request, response }) => [request, response]))];
  const own = found.filter(([name]) => !isWellKnown(name));
  const growing = new Map(own.map(([name, is]): [string, Growing] => [name, { name, is, nested: [] }]));
  const byPackage = new Map<string, Growing[]>();
  // A holder is added during the iteration, which therefore reaches it after its contents.
  for (const definition of growing.values()) {
    const { name } = definition;
    const pkg = packageOf(name);
    const outer = name.slice(0, name.lastIndexOf('.'));
    if (outer === pkg) {
      byPackage.set(pkg, [...(byPackage.get(pkg) ?? []), definition]);
      continue;
    }
    const around = growing.get(outer) ?? holderOf(outer);
    growing.set(outer, around);
    around.nested.push(definition);
  }
  return { names: new Set(growing.keys()), byPackage };
};
