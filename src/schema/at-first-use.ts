/** A function that makes its value with its first call, and returns that one from then on; one that failed is made anew. */
export const makeAtFirstUse = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
