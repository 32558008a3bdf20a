/** Makes a function that makes a value at its first call, and returns it at later ones. A call that threw made none. */
export const makeAtFirstUse = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
