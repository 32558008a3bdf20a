import type { AnyMessage, FieldType } from '../../schema/field-types.ts';
import { isZero } from '../../schema/scalars.ts';

/** A value with different forms in JSON and protobuf. Both forms mean the same, or are wrong in the same way. */
export class Spelled {
  readonly json: string | number;
  readonly proto: unknown;

  constructor(json: string | number, proto: unknown) {
    this.json = json;
    this.proto = proto;
  }
}

/** A request as text, for the messages of failed tests. */
export const printed = (request: Wanted): string =>
  JSON.stringify(request, (_, value: unknown) => (value instanceof Spelled ? value.json : value));

/** A request to send: canonical values by JSON name, some of them `Spelled`. */
export type Wanted = Readonly<Record<string, unknown>>;

const isUnset = (type: FieldType, value: unknown): boolean =>
  value instanceof Spelled ? value.proto === 0 : isZero(type, value);

/**
 * A message without zeros that mean the same as absence: empty lists, and zeros of scalars without presence. Unknown
 * members stay.
 */
export const withoutUnset = (of: AnyMessage, value: Wanted): Wanted =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, item]): readonly (readonly [string, unknown])[] => {
      const field = of.fields.get(name);
      if (!field) return [[name, item]];
      const { type, presence, oneof } = field;
      const isList = type.kind === 'repeated' || type.kind === 'map';
      if (isUnset(type, item) && (isList || (!presence && oneof === undefined))) return [];
      return [[name, withoutUnsetIn(type, item)]];
    }),
  );

const withoutUnsetIn = (type: FieldType, value: unknown): unknown => {
  if (value === undefined || value instanceof Spelled) return value;
  if (type.kind === 'message' && type.message) return withoutUnset(type.message(), value as Wanted);
  const { element } = type;
  if (element?.kind !== 'message') return value;
  if (Array.isArray(value)) return value.map((item) => withoutUnsetIn(element, item));
  const entries = Object.entries(value as Wanted).map(([name, item]) => [name, withoutUnsetIn(element, item)]);
  return Object.fromEntries(entries);
};
