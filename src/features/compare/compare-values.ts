/** A value as JSON, up to a length; undefined as `nothing`. */
export const valueText = (value: unknown, maxLength: number): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
};

/** A place within a JSON value: names of fields and places in lists, from the outside to the inside. */
export type ValuePath = readonly (string | number)[];

/** Two values that differ; undefined stands for one that is missing. */
export interface Difference {
  /** Such as `repos[0].uid`; empty for the whole. */
  readonly path: string;
  readonly one: unknown;
  readonly other: unknown;
}

/**
 * Says whether two values stand for each other. It is asked of each pair of values that have nothing inside, or of which
 * one is missing, in the order of the fields of the first, equal ones included: it can learn from those.
 */
export type AreSame = (one: unknown, other: unknown, path: ValuePath) => boolean;

/** A list or an object with something inside. */
type Branch = Readonly<Record<string, unknown>> | readonly unknown[];

const NAME = /^[\w$-]+$/;

/** A path as people read it. */
export const formatPath = (path: ValuePath): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!NAME.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null;

const stepsOf = (one: Branch, other: Branch): readonly (string | number)[] =>
  Array.isArray(one)
    ? Array.from({ length: Math.max(one.length, (other as readonly unknown[]).length) }, (_, at) => at)
    : [...new Set([...Object.keys(one), ...Object.keys(other)])];

const valueAt = (of: Branch, step: string | number): unknown =>
  Object.hasOwn(of, step) ? (of as Readonly<Record<string | number, unknown>>)[step] : undefined;

function* compare(one: unknown, other: unknown, areSame: AreSame, path: ValuePath): Generator<Difference> {
  if (isBranch(one) && isBranch(other) && Array.isArray(one) === Array.isArray(other)) {
    for (const step of stepsOf(one, other)) {
      yield* compare(valueAt(one, step), valueAt(other, step), areSame, [...path, step]);
    }
    return;
  }
  if (!areSame(one, other, path)) yield { path: formatPath(path), one, other };
}

/** The places at which two JSON values differ, in the order of the first. Nothing is ever the same as a missing value. */
export const differencesOf = (one: unknown, other: unknown, areSame: AreSame = Object.is): readonly Difference[] => [
  ...compare(one, other, areSame, []),
];
