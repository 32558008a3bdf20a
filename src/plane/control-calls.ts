import type { App } from './route-parts.ts';

/** A route of the control plane, as far as a call is recognized by it. */
interface Known {
  readonly operation: string;
  readonly method: string;
  readonly pattern: RegExp;
  /** The number of fixed characters of its path: of two routes that fit, the one with more is meant. */
  readonly fixed: number;
}

const NAMED = /\{\w+\}/g;

const operationsOf = (app: App, prefix: string): readonly Known[] =>
  app.openAPIRegistry.definitions
    .flatMap((each): readonly Known[] => {
      if (each.type !== 'route' || each.route.operationId === undefined) return [];
      const { method, path, operationId: operation } = each.route;
      const pattern = new RegExp(`^${prefix}${path.replace(NAMED, '[^/]+')}$`);
      return [{ operation, method: method.toUpperCase(), pattern, fixed: path.replace(NAMED, '').length }];
    })
    .sort((one, other) => other.fixed - one.fixed);

/** The calls of the control plane by their operations, of all worlds, since the mock was started. */
export class ControlCalls {
  readonly #app: App;
  readonly #prefix: string;
  readonly #counts = new Map<string, number>();
  #operations: readonly Known[] | undefined;

  constructor(app: App, prefix: string) {
    this.#app = app;
    this.#prefix = prefix;
  }

  /** Counts a call that was answered; one of no operation is not counted. */
  count(method: string, path: string): void {
    // All routes are there once one of them is called.
    this.#operations ??= operationsOf(this.#app, this.#prefix);
    const found = this.#operations.find((known) => known.method === method && known.pattern.test(path));
    if (found) this.#counts.set(found.operation, (this.#counts.get(found.operation) ?? 0) + 1);
  }

  /** The number of calls of each operation that was called, in the order of the names. */
  read(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}
