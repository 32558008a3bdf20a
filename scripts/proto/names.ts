import type { NamedField } from '../../src/schema/field-types.ts';

const VERSION = /^v\d+(?:(?:alpha|beta)\d*)?$/;

/** The files of foreign types, by type, or by package if the whole package is one file. */
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

/**
 * The package of a full name: the segments before the first one that begins with a capital.
 * @throws Error for a name without a package, and for a package without a name
 */
export const packageOf = (fullName: string): string => {
  const segments = fullName.split('.');
  const first = segments.findIndex((segment) => /^[A-Z]/.test(segment));
  if (first < 1) throw new Error(`${fullName} names nothing in a package`);
  return segments.slice(0, first).join('.');
};

/** A full name without its package: `Identity.ClaimMatch`. */
export const nameInPackage = (fullName: string): string => fullName.slice(packageOf(fullName).length + 1);

/** The last segment of a package that is not a version: `iam` of `chainguard.platform.iam.v2`. */
export const domainOf = (pkg: string): string => {
  const domain = pkg.split('.').findLast((segment) => !VERSION.test(segment));
  if (domain === undefined) throw new Error(`${pkg} is only a version`);
  return domain;
};

/** The version of a package; empty if it has none. */
export const versionOf = (pkg: string): string => {
  const last = pkg.split('.').at(-1) ?? '';
  return VERSION.test(last) ? last : '';
};

/** The file of one of our packages: `chainguard/platform/iam/v2/iam.proto`. */
export const fileOfPackage = (pkg: string): string => `${pkg.replaceAll('.', '/')}/${domainOf(pkg)}.proto`;

/** The packages of the code that is generated from a package. */
export const codePackages = (pkg: string): { readonly goPackage: string; readonly javaPackage: string } => {
  const [, service, version] = /^grpc\.(\w+)\.(\w+)$/.exec(pkg) ?? [];
  if (service) {
    const goPackage = `google.golang.org/grpc/${service}/grpc_${service}_${version}`;
    return { goPackage, javaPackage: `io.${pkg}` };
  }
  const goPackage = `platform-mock/gen/${pkg.replaceAll('.', '/')};${domainOf(pkg)}${versionOf(pkg)}`;
  return { goPackage, javaPackage: `platformmock.gen.${pkg}` };
};

/** The file that declares a type or a service, by its full name. */
export const fileOf = (fullName: string): string => {
  const pkg = packageOf(fullName);
  return KNOWN_FILES.get(fullName) ?? KNOWN_FILES.get(pkg) ?? fileOfPackage(pkg);
};

/** True for a type of protobuf itself, which our files do not declare. */
export const isWellKnown = (fullName: string): boolean => fullName.startsWith('google.protobuf.');

const BEHAVIOURS = {
  required: ['REQUIRED'],
  optional: ['OPTIONAL'],
  output: ['OUTPUT_ONLY'],
  input: ['INPUT_ONLY'],
  plain: [],
} as const;

/** The names in AIP-203 of who may set a field, and when. */
export const behaviourNames = ({ behaviour, immutable }: Pick<NamedField, 'behaviour' | 'immutable'>) => [
  ...BEHAVIOURS[behaviour],
  ...(immutable ? (['IMMUTABLE'] as const) : []),
];
