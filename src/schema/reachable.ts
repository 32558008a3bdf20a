import type { AnyMessage, EnumType, FieldType } from './field-types.ts';

/** A message or an enum. */
export type Declared = { readonly message: AnyMessage } | { readonly enum: EnumType };

/**
 * The given messages and all types of their fields, at any depth, by their names in the order in which they are found.
 * @throws Error when two of them share a full name
 */
export const findReachable = (roots: Iterable<AnyMessage | undefined>): ReadonlyMap<string, Declared> => {
  const found = new Map<string, Declared>();
  const types = new Map<string, AnyMessage | EnumType>();
  /** Notes a type; true for one that has not been found before. */
  const note = (type: AnyMessage | EnumType, declared: Declared): boolean => {
    const earlier = types.get(type.name);
    if (earlier && earlier !== type) throw new Error(`two types are named ${type.name}`);
    types.set(type.name, type);
    found.set(type.name, declared);
    return !earlier;
  };
  const visitType = (type: FieldType): void => {
    if (type.enum) note(type.enum, { enum: type.enum });
    if (type.message) visit(type.message());
    if (type.element) visitType(type.element);
  };
  const visit = (message: AnyMessage): void => {
    if (!note(message, { message })) return;
    for (const { type } of message.fields.values()) visitType(type);
  };
  for (const root of roots) if (root) visit(root);
  return found;
};
