import type { CoverageAnswer, UnknownPath } from '../../../generated/nouns.ts';
import { brief } from '../../schema/field-violation.ts';
import type { KeptEntry } from '../journal/kept-entry.ts';
import { redactText } from '../journal/redacted.ts';

/** How many different requests for unknown paths are kept. */
const MAX_PATHS = 200;
const MAX_PATH_LENGTH = 500;

/** A uid in a path, its slashes also if they are escaped. */
const UIDS = /[0-9a-f]{40}(?:(?:\/|%2f)[0-9a-f]{16})*/gi;

/** Requests for unknown operations, by client, method and path (behaviour K5). */
export class UnknownPaths {
  readonly #counted = new Map<string, UnknownPath & { count: number }>();
  #dropped = 0;

  /** The number of requests left out. */
  get dropped(): number {
    return this.#dropped;
  }

  add(client: string, { method, target }: KeptEntry, { status, code }: CoverageAnswer): void {
    const [plain = ''] = target.split(/[?#]/, 1);
    const path = brief(redactText(plain.replace(UIDS, '{uid}')), MAX_PATH_LENGTH);
    const key = JSON.stringify([client, method, path, status, code]);
    const known = this.#counted.get(key);
    if (known) known.count += 1;
    else if (this.#counted.size >= MAX_PATHS) this.#dropped += 1;
    else this.#counted.set(key, { client, method, path, status, code, count: 1 });
  }

  counts(): readonly UnknownPath[] {
    return [...this.#counted.values()].map((counted) => ({ ...counted }));
  }

  clear(): void {
    this.#counted.clear();
    this.#dropped = 0;
  }
}
