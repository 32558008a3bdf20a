import type { AnyMessage, EnumType, FieldType } from '../schema/field-types.ts';
import type { Operation } from '../schema/operation.ts';
import { isWellKnown, packageOf } from '../schema/proto-names.ts';

/** A message or an enum, with those that are declared inside it. */
export interface Definition {
  readonly name: string;
  readonly is: { readonly message: AnyMessage } | { readonly enum: EnumType };
  readonly nested: readonly Definition[];
}

interface Growing extends Definition {
  readonly nested: Growing[];
}

/** Every message and enum that the operations refer to, in the order in which a reader finds it. */
const findReached = (operations: readonly Operation[]): ReadonlyMap<string, Definition['is']> => {
  const found = new Map<string, Definition['is']>();
  const meetType = (type: FieldType): void => {
    if (type.enum) found.set(type.enum.name, { enum: type.enum });
    if (type.message) meet(type.message());
    if (type.element) meetType(type.element);
  };
  const meet = (message: AnyMessage | undefined): void => {
    if (!message || found.has(message.name) || isWellKnown(message.name)) return;
    found.set(message.name, { message });
    for (const { type } of message.fields.values()) meetType(type);
  };
  for (const { request, response } of operations) {
    meet(request);
    meet(response);
  }
  return found;
};

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
  const found = findReached(operations);
  const growing = new Map([...found].map(([name, is]): [string, Growing] => [name, { name, is, nested: [] }]));
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
