import type { JsonObject } from '../../src/json.ts';

/** The number of operations that must have a parameter in common for it to become a component. */
const SHARED_BY = 3;

/** An operation of a document. */
export interface PathOperation extends JsonObject {
  readonly parameters?: readonly JsonObject[];
}

/** The path items of a document, by path and method. */
export type Paths = Readonly<Record<string, Readonly<Record<string, PathOperation>>>>;

const mapOperations = (paths: Paths, change: (operation: PathOperation) => PathOperation): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, change(operation)])),
    ]),
  );

/** Paths in which the query parameters that several operations share are references, and those parameters by name. */
export const shareParameters = (paths: Paths): { readonly paths: Paths; readonly parameters: JsonObject } => {
  const counts = new Map<string, number>();
  for (const { parameters = [] } of Object.values(paths).flatMap((item) => Object.values(item))) {
    for (const text of parameters.map((parameter) => JSON.stringify(parameter))) {
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const names = new Map<string, string>();
  const parameters = new Map<string, JsonObject>();
  for (const [text, count] of counts) {
    const parameter = JSON.parse(text) as JsonObject & { readonly name: string };
    if (count < SHARED_BY || parameter.in !== 'query' || parameters.has(parameter.name)) continue;
    names.set(text, parameter.name);
    parameters.set(parameter.name, parameter);
  }
  const referToParameter = (parameter: JsonObject): JsonObject => {
    const name = names.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  };
  return {
    parameters: Object.fromEntries(parameters),
    paths: mapOperations(paths, (operation) =>
      operation.parameters ? { ...operation, parameters: operation.parameters.map(referToParameter) } : operation,
    ),
  };
};
