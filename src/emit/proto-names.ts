const VERSION = /^v\d+(?:(?:alpha|beta)\d+)?$/;

/** The files of the types that every proto compiler knows. */
const WELL_KNOWN: ReadonlyMap<string, string> = new Map([
  ['google.protobuf.Duration', 'google/protobuf/duration.proto'],
  ['google.protobuf.Empty', 'google/protobuf/empty.proto'],
  ['google.protobuf.FieldMask', 'google/protobuf/field_mask.proto'],
  ['google.protobuf.Timestamp', 'google/protobuf/timestamp.proto'],
]);

/** The package of a full name: what stands before its first segment in capitals. */
export const packageOf = (fullName: string): string => {
  const segments = fullName.split('.');
  const first = segments.findIndex((segment) => /^[A-Z]/.test(segment));
  if (first < 1) throw new Error(`${fullName} names nothing in a package`);
  return segments.slice(0, first).join('.');
};

/** The last segment of a package that is no version: `chainguard.platform.iam.v2` is of `iam`. */
export const domainOf = (pkg: string): string => {
  const domain = pkg.split('.').findLast((segment) => !VERSION.test(segment));
  if (domain === undefined) throw new Error(`${pkg} is only a version`);
  return domain;
};

/** The version of a package; empty where it has none. */
export const versionOf = (pkg: string): string => {
  const last = pkg.split('.').at(-1) ?? '';
  return VERSION.test(last) ? last : '';
};

/** The file that a package is written in: `chainguard/platform/iam/v2/iam.proto`. */
export const fileOf = (pkg: string): string => `${pkg.replaceAll('.', '/')}/${domainOf(pkg)}.proto`;

/** Whether the type comes with every proto compiler. */
export const isWellKnown = (fullName: string): boolean => WELL_KNOWN.has(fullName);

/** The types that one file refers to: how it writes their names, and what it imports for that. */
export class References {
  readonly #imports = new Set<string>();
  readonly #pkg: string;
  readonly #declared: ReadonlySet<string>;

  /** `declared` are the full names of all messages and enums there are. */
  constructor(pkg: string, declared: ReadonlySet<string>) {
    this.#pkg = pkg;
    this.#declared = declared;
  }

  /** The files to import, sorted. */
  get imports(): readonly string[] {
    return [...this.#imports].sort();
  }

  /** Imports a file. */
  import(file: string): void {
    this.#imports.add(file);
  }

  /** The shortest name that means the type where the innermost message around is `within`. */
  name(fullName: string, within: string): string {
    const pkg = packageOf(fullName);
    if (pkg !== this.#pkg) {
      this.import(WELL_KNOWN.get(fullName) ?? fileOf(pkg));
      return fullName;
    }
    for (let scope = within; scope.length >= pkg.length; scope = scope.slice(0, scope.lastIndexOf('.'))) {
      if (!fullName.startsWith(`${scope}.`)) continue;
      const name = fullName.slice(scope.length + 1);
      if (this.#means(name, within) === fullName) return name;
    }
    return `.${fullName}`;
  }

  /** What a compiler takes a name for: it looks for its first segment, from the innermost scope outwards. */
  #means(name: string, within: string): string | undefined {
    const [first = ''] = name.split('.');
    for (let scope = within; scope.length >= this.#pkg.length; scope = scope.slice(0, scope.lastIndexOf('.'))) {
      if (this.#declared.has(`${scope}.${first}`)) return `${scope}.${name}`;
    }
    return undefined;
  }
}
