import type { HttpOperation } from '../schema/operation.ts';

/** The part before the variable of a path that takes all that follows, such as `/registry/v1/repos/`. */
const findWidePrefix = ({ http: { path } }: HttpOperation): string | undefined =>
  /^([^{]*)\{[\w.]+=\*\*\}$/.exec(path)?.[1];

/** True if a variable of the path is one segment, so that a slash in its value makes another path. */
const hasSegment = ({ http: { path } }: HttpOperation): boolean => /\{[\w.]+(?:=\*)?\}/.test(path);

/**
 * The operations whose path, with a slash in the value of a one-segment variable, is that of operations with other
 * methods only: their answer is 501 then. One of these with the same method takes the call.
 */
export const findMissed = (operations: readonly HttpOperation[]): ReadonlySet<HttpOperation> =>
  new Set(
    operations.filter((operation) => {
      if (!hasSegment(operation)) return false;
      const wide = operations.filter((other) => {
        const prefix = findWidePrefix(other);
        return prefix !== undefined && operation.http.path.startsWith(prefix);
      });
      return wide.length > 0 && wide.every(({ http }) => http.method !== operation.http.method);
    }),
  );
