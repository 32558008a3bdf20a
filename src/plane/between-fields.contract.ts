/** A rule between the fields of an object, as JSON Schema has it. It is no type: generators read nothing into it. */
export type Keywords = object;

/** Demands that none of these is given. */
export const noneOf = (...names: readonly string[]): Keywords => ({ propertyNames: { not: { enum: names } } });

/** Demands that at least one of these is given. */
export const someOf = (...names: readonly string[]): Keywords => ({ not: noneOf(...names) });

/** Demands that with each name none of the names behind it is given. */
export const excluding = (all: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, Keywords>> =>
  Object.fromEntries(Object.entries(all).map(([name, others]) => [name, noneOf(...others)]));

/** Demands that one of several forms holds. An implication has two: the conclusion, or the premise negated. */
export const eitherOf = (...forms: readonly Readonly<Record<string, Keywords>>[]): Keywords => ({
  anyOf: forms.map((properties) => ({ properties })),
});

/** Demands that with each name `field` is given, with a text that begins in the way of that name. */
export const needing = (
  field: string,
  beginnings: Readonly<Record<string, string>>,
): Readonly<Record<string, Keywords>> =>
  Object.fromEntries(
    Object.entries(beginnings).map(([name, beginning]) => [
      name,
      { required: [field], properties: { [field]: { type: 'string', pattern: `^${beginning}` } } },
    ]),
  );
