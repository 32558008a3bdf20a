/** A rule between the fields of an object, as JSON Schema has it. It is no type: generators read nothing into it. */
export type Keywords = object;

/** None of these is given. */
export const noneOf = (...names: readonly string[]): Keywords => ({ propertyNames: { not: { enum: names } } });

/** At least one of these is given. */
export const someOf = (...names: readonly string[]): Keywords => ({ not: noneOf(...names) });

/** Each name excludes the names behind it. */
export const excluding = (all: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, Keywords>> =>
  Object.fromEntries(Object.entries(all).map(([name, others]) => [name, noneOf(...others)]));

/** One of two holds: what follows, or not what it follows from. */
export const eitherOf = (...forms: readonly Readonly<Record<string, Keywords>>[]): Keywords => ({
  anyOf: forms.map((properties) => ({ properties })),
});

/** Each name needs a text in another field that begins so. */
export const needing = (
  field: string,
  beginnings: Readonly<Record<string, string>>,
): Readonly<Record<string, Keywords>> =>
  Object.fromEntries(
    Object.entries(beginnings).map(([name, beginning]) => [
      name,
      { required: [field], properties: { [field]: { pattern: `^${beginning}` } } },
    ]),
  );
