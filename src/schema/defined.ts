/** The type of an object without its undefined members: those that may be undefined become optional. */
export type Defined<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Copies an object without its undefined members, for types whose optional members must not be `undefined`. Keeps every
 * other value, `null`, `''`, 0 and `false` too.
 */
export const omitUndefined = <T extends object>(given: T): Defined<T> => {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(given)) {
    const value = given[key as keyof T];
    if (value === undefined) continue;
    // Members of every object, such as __proto__, are not set by an assignment.
    if (key in copy) Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true });
    else copy[key] = value;
  }
  return copy as Defined<T>;
};
