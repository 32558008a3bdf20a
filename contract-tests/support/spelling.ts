/** A name in snake case as camel case has it. */
export const camelName = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A name in camel case as snake case has it. */
export const snakeName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A JSON value with every name within it in camel case. */
export const camelNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(camelNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [camelName(name), camelNames(item)]));
};
