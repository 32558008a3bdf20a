import { fileOf, packageOf } from '../schema/proto-names.ts';

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
      this.import(fileOf(fullName));
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
