import type { JsonObject } from '../../json.ts';
import type { AnyMessage, EnumType, FieldType, NamedField } from '../../schema/field-types.ts';
import { string } from '../../schema/field-types.ts';
import { message, plain } from '../../schema/message.ts';
import { isZero } from '../../schema/scalars.ts';

/** A message with its value. */
interface TypedValue {
  readonly message: AnyMessage;
  readonly value: JsonObject;
}

/** A number that no published message or enum uses. */
const UNUSED = 9_999;
/** The name of the field and, in capital letters, of the value of an enum. */
const NAME = 'unpublished';
const VALUE = NAME.toUpperCase();

const added = message('mock.Unpublished', 'A field that a later version of the interface may add to a message.', {
  [NAME]: plain(UNUSED, string(), 'A field that the published messages do not have.'),
}).fields.get(NAME) as NamedField;

/** The field, which is part of every profile. */
export const unpublishedField: NamedField = { ...added, added: false };

/** A message with one field in addition, or in the place of the one with its name. */
const withField = (of: AnyMessage, field: NamedField): AnyMessage => {
  const fields = new Map([...of.fields, [field.name, field]]);
  return {
    name: of.name,
    description: of.description,
    fields,
    find: (name) => fields.get(of.find(name)?.name ?? name),
  };
};

/**
 * The value of a message with a field that no published message has: itself, and each row of a list in it (behaviour
 * F33).
 */
export const addField = ({ message: of, value }: TypedValue): TypedValue => {
  let extended: TypedValue = { message: withField(of, unpublishedField), value: { ...value, [NAME]: NAME } };
  for (const field of of.fields.values()) {
    const { element } = field.type;
    const item = field.type.kind === 'repeated' ? element?.message : undefined;
    const rows = value[field.name];
    if (!item || !Array.isArray(rows)) continue;
    const type = {
      ...field.type,
      element: { ...element, message: () => withField(item(), unpublishedField) } as FieldType,
    };
    extended = {
      message: withField(extended.message, { ...field, type }),
      value: { ...extended.value, [field.name]: rows.map((row: JsonObject) => ({ ...row, [NAME]: NAME })) },
    };
  }
  return extended;
};

/** An enum with a value that no published one has. */
export const widenEnum = (of: EnumType): EnumType => ({ ...of, values: { ...of.values, [VALUE]: UNUSED } });

/** The value of a type with an unknown value in the place of the first of an enum; undefined if it has none. */
const changeValue = (
  type: FieldType,
  value: unknown,
): { readonly type: FieldType; readonly value: unknown } | undefined => {
  const { kind, element, message: of } = type;
  if (value === undefined || isZero(type, value)) return undefined;
  if (kind === 'enum' && type.enum) return { type: { ...type, enum: widenEnum(type.enum) }, value: VALUE };
  if (kind === 'message' && of) {
    const changed = addEnumValue({ message: of(), value: value as JsonObject });
    return changed && { type: { ...type, message: () => changed.message }, value: changed.value };
  }
  if (kind !== 'repeated' || !element) return undefined;
  const items = value as readonly unknown[];
  if (element.kind === 'enum' && element.enum) {
    return { type: { ...type, element: { ...element, enum: widenEnum(element.enum) } }, value: [...items, VALUE] };
  }
  for (const [at, item] of items.entries()) {
    const changed = changeValue(element, item);
    if (changed) return { type: { ...type, element: changed.type }, value: items.with(at, changed.value) };
  }
  return undefined;
};

/**
 * The value of a message in which the first value of an enum is one that the enum does not have; undefined if it has
 * none (behaviour F34).
 */
export const addEnumValue = ({ message: of, value }: TypedValue): TypedValue | undefined => {
  for (const field of of.fields.values()) {
    const changed = changeValue(field.type, value[field.name]);
    if (!changed) continue;
    return {
      message: withField(of, { ...field, type: changed.type }),
      value: { ...value, [field.name]: changed.value },
    };
  }
  return undefined;
};

const typeHasEnum = (type: FieldType, value: unknown): boolean => {
  const { kind, element, message: of } = type;
  if (value === undefined || isZero(type, value)) return false;
  if (kind === 'enum') return true;
  if (kind === 'message' && of) return hasEnum(of(), value as JsonObject);
  if (kind !== 'repeated' || !element) return false;
  return element.kind === 'enum' || (value as readonly unknown[]).some((item) => typeHasEnum(element, item));
};

/** True if JSON of a message, in any spelling, has the value of an enum. */
export const hasEnum = (of: AnyMessage, value: JsonObject): boolean =>
  [...of.fields.values()].some(({ name, json, proto, type }) =>
    typeHasEnum(type, value[name] ?? value[json] ?? value[proto]),
  );
