import { CapabilityEnum, capabilityOf } from './capability.ts';
import { omitUndefined } from './defined.ts';
import type { AnyMessage, FieldType, NamedField } from './field-types.ts';
import { makePerProfile, type Profile } from './profile.ts';

/** A message as a profile has it. */
type MessageForm = (of: AnyMessage) => AnyMessage;

/** The form in which the published message answers a field without a value. */
const emptyForm = ({ always, asPublished }: NamedField): Pick<NamedField, 'always' | 'nullable'> => ({
  always: always || asPublished?.empty === 'zero',
  nullable: asPublished?.empty === 'null',
});

const formIn = ({ addedFields, fieldNames, emptyFacts, hiddenCapabilities }: Profile): MessageForm => {
  const isSame = addedFields === 'answered' && fieldNames === 'lowerCamel' && emptyFacts === 'omitted';
  if (isSame && hiddenCapabilities.size === 0) return (of) => of;
  const hiddenNames = new Set([...hiddenCapabilities].flatMap((name) => capabilityOf(name) ?? []));
  const hiddenOf = ({ enum: of, names }: FieldType): ReadonlySet<string> | undefined => {
    if (of === CapabilityEnum) return hiddenCapabilities;
    return names === 'capability' ? hiddenNames : undefined;
  };
  const typeForm = (type: FieldType): FieldType => {
    const { message, element } = type;
    if (message) return { ...type, message: () => form(message()) };
    if (!element) return type;
    const hidden = hiddenOf(element);
    return { ...type, element: hidden ? { ...element, hidden } : typeForm(element) };
  };
  const fieldForm = (field: NamedField): NamedField => ({
    ...field,
    ...(fieldNames === 'asPublished' && field.asPublished),
    ...(emptyFacts === 'written' && emptyForm(field)),
    type: typeForm(field.type),
  });
  const forms = new WeakMap<AnyMessage, AnyMessage>();
  const form = (of: AnyMessage): AnyMessage => {
    const known = forms.get(of);
    if (known) return known;
    const fields = new Map(
      [...of.fields]
        .filter(([, { added }]) => !added || addedFields === 'answered')
        .map(([name, field]) => [name, fieldForm(field)]),
    );
    const find = (spelling: string): NamedField | undefined => fields.get(of.find(spelling)?.name ?? '');
    const made: AnyMessage = {
      ...omitUndefined({ rules: of.rules }),
      name: of.name,
      description: of.description,
      fields,
      find,
    };
    forms.set(of, made);
    return made;
  };
  return form;
};

/**
 * Messages as a profile has them: without the fields that it lacks, at any depth, and with the names that it answers.
 * The values of fields have the same names in each. The same message results in the same object.
 */
export const messagesIn: (profile: Profile) => MessageForm = makePerProfile(formIn);
