import type { AnyMessage, EnumType, FieldType } from '../../schema/field-types.ts';

/** Messages and enums, each once. */
export interface Reachable {
  readonly messages: readonly AnyMessage[];
  readonly enums: readonly EnumType[];
}

/**
 * The given messages and all types of their fields, at any depth, in the order in which they are found.
 * @throws Error when two of them share a full name
 */
export const findReachable = (roots: Iterable<AnyMessage>): Reachable => {
  const messages = new Map<string, AnyMessage>();
  const enums = new Map<string, EnumType>();
  const keep = <T extends { readonly name: string }>(kept: Map<string, T>, found: T): boolean => {
    const earlier = kept.get(found.name);
    if (earlier && earlier !== found) throw new Error(`two types are named ${found.name}`);
    kept.set(found.name, found);
    return !earlier;
  };
  const visitType = (type: FieldType): void => {
    if (type.enum) keep(enums, type.enum);
    if (type.message) visit(type.message());
    if (type.element) visitType(type.element);
  };
  const visit = (message: AnyMessage): void => {
    if (!keep(messages, message)) return;
    for (const { type } of message.fields.values()) visitType(type);
  };
  for (const root of roots) visit(root);
  return { messages: [...messages.values()], enums: [...enums.values()] };
};
