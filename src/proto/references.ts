import { fileOf, packageOf } from '../schema/proto-names.ts';

/** The types that one file refers to: the names that it has for them, and its imports. */
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

  /** The shortest name that resolves to the type inside the message `within`. */
  name(fullName: string, within: string): string {
    const pkg = packageOf(fullName);
    if (pkg !== this.#pkg) {
      this.import(fileOf(fullName));
      return fullName;
    }
    for (let scope = within; scope.length >= pkg.length; scope = scope.slice(0, scope.lastIndexOf('.'))) {
      if (!fullName.startsWith(`${scope}.`)) continue;
      const name = fullName.slice(scope.length + 1);
      if (this.#resolve(name, within) === fullName) return name;
    }
    return `.${fullName}`;
  }

  /** Resolves a name as a compiler does: it looks for the first segment, from the innermost scope outwards. */
  #resolve(name: string, within: string): string | undefined {
    const [first = ''] = name.split('.');
    for (let scope = within; scope.length >= this.#pkg.length; scope = scope.slice(0, scope.lastIndexOf('.'))) {
      if (this.#declared.has(`${scope}.${first}`)) return `${scope}.${name}`;
    }
    return undefined;
  }
}
