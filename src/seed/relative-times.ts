import type { AnyMessage, FieldType } from '../schema/field-types.ts';
import { isJsonObject } from '../schema/json-object.ts';

/** Times that are farther away mean "never", and stay as they are: relative to a later now they would leave the calendar. */
const MAX_DISTANCE_MILLIS = 100 * 365 * 86_400_000;

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;

const spellingOf = (millis: number): string => {
  let remaining = millis;
  return UNITS.map(([unit, length]) => {
    const count = Math.floor(remaining / length);
    remaining -= count * length;
    return count === 0 ? '' : `${count}${unit}`;
  }).join('');
};

/** A timestamp as a fixture counts it from a moment, to the millisecond: `now-3d2h`; as it is where it is none, or far away. */
export const relativeTime = (text: string, nowMillis: number): string => {
  const distance = Math.floor(Date.parse(text)) - nowMillis;
  if (!(Math.abs(distance) <= MAX_DISTANCE_MILLIS)) return text;
  return distance === 0 ? 'now' : `now${distance < 0 ? '-' : '+'}${spellingOf(Math.abs(distance))}`;
};

const relativeValue = (type: FieldType, value: unknown, nowMillis: number): unknown => {
  const { kind, element, message } = type;
  if (kind === 'timestamp' && typeof value === 'string') return relativeTime(value, nowMillis);
  if (kind === 'message' && message && isJsonObject(value)) return relativeTimes(message(), value, nowMillis);
  if (kind === 'repeated' && element && Array.isArray(value)) {
    return value.map((item) => relativeValue(element, item, nowMillis));
  }
  if (kind === 'map' && element && isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, relativeValue(element, item, nowMillis)]),
    );
  }
  return value;
};

/** The values of a message, with each of its times counted from a moment. */
export const relativeTimes = (
  { fields }: AnyMessage,
  values: Readonly<Record<string, unknown>>,
  nowMillis: number,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields.get(name);
      return [name, field ? relativeValue(field.type, value, nowMillis) : value];
    }),
  );
