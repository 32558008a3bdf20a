import type { AnyMessage, FieldType, NamedField } from '../../schema/field-types.ts';
import { unpublishedField, widenEnum } from '../faults/unpublished.ts';

const wholeType = (type: FieldType): FieldType => {
  const { message, element } = type;
  if (message) return { ...type, message: () => wholeMessage(message()) };
  if (type.enum) return { ...type, enum: widenEnum(type.enum) };
  return element ? { ...type, element: wholeType(element) } : type;
};

const wholeField = (field: NamedField): NamedField => ({
  ...field,
  behaviour: 'plain',
  once: false,
  type: wholeType(field.type),
});

const known = new WeakMap<AnyMessage, AnyMessage>();

/**
 * A message whose fields anybody may set and see, with what faults add to answers: the codecs then read answers as clients
 * do, and write requests.
 */
export const wholeMessage = (of: AnyMessage): AnyMessage => {
  let made = known.get(of);
  if (!made) {
    const fields = new Map([...of.fields].map(([name, field]) => [name, wholeField(field)]));
    fields.set(unpublishedField.name, unpublishedField);
    made = { ...of, fields, find: (spelling) => fields.get(of.find(spelling)?.name ?? spelling) };
    known.set(of, made);
  }
  return made;
};
