import type { JsonObject } from './json.ts';

/** A row of the API, in the shape of v2. */
export interface Row extends JsonObject {
  readonly uid: string;
}

const nameIn = (value: unknown): string => String((value as JsonObject | undefined)?.name ?? '?');

/** What a row is called in lists: its name, or of a binding who has which role. */
export const labelOf = ({ uid, name, identity, role }: Row): string =>
  typeof name === 'string' ? name : identity === undefined ? uid : `${nameIn(identity)}: ${nameIn(role)}`;
