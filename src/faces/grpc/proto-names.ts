const VERSION = /^v\d+(?:(?:alpha|beta)\d*)?$/;

/** Files that others publish under names of their own; a package's name where the whole package is one file. */
const KNOWN_FILES: ReadonlyMap<string, string> = new Map([
  ['google.protobuf.Any', 'google/protobuf/any.proto'],
  ['google.protobuf.Duration', 'google/protobuf/duration.proto'],
  ['google.protobuf.Empty', 'google/protobuf/empty.proto'],
  ['google.protobuf.FieldMask', 'google/protobuf/field_mask.proto'],
  ['google.protobuf.Timestamp', 'google/protobuf/timestamp.proto'],
  ['google.api', 'google/api/http.proto'],
  ['google.api.FieldBehavior', 'google/api/field_behavior.proto'],
  ['google.rpc.Status', 'google/rpc/status.proto'],
  ['google.rpc', 'google/rpc/error_details.proto'],
]);

/** The segments of a full name that are its package: names of types begin with a capital, packages do not. */
export const packageOf = (fullName: string): string => {
  const segments = fullName.split('.');
  const type = segments.findIndex((segment) => /^[A-Z]/.test(segment));
  return segments.slice(0, type === -1 ? segments.length : type).join('.');
};

/** A full name without its package: `Identity.ClaimMatch`. */
export const nameInPackage = (fullName: string): string => fullName.slice(packageOf(fullName).length + 1);

/** The file that declares a type: the package as folders, then its last segment that is no version. */
export const fileOf = (fullName: string): string => {
  const pkg = packageOf(fullName);
  const known = KNOWN_FILES.get(fullName) ?? KNOWN_FILES.get(pkg);
  if (known !== undefined) return known;
  const segments = pkg.split('.');
  return `${segments.join('/')}/${segments.findLast((segment) => !VERSION.test(segment))}.proto`;
};

/** True for what is part of protobuf itself and is never declared anew. */
export const isWellKnown = (fullName: string): boolean => fullName.startsWith('google.protobuf.');

/**
 * The name under which a v2 package, type, service or HTTP path is offered a second time (behaviour B5);
 * undefined for what is not of a v2 package.
 */
export const betaOf = (name: string): string | undefined =>
  /(?<=[./])v2(?=[./]|$)/.test(name) ? name.replace(/(?<=[./])v2(?=[./]|$)/, 'v2beta1') : undefined;
