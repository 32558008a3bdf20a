import type { Spelling } from './encode-json.ts';
import { type Profile, profileIn } from './profile.ts';

/** A published version of the interface, such as v2: how it renders the results of its operations. */
export interface Edition {
  /** The name, such as `v2`, also in the names of its documents. */
  readonly name: string;
  /** The spelling of fields in JSON answers and documents; the settings of a server may override it. */
  readonly spelling: Spelling;
  /** True if errors have typed details beside their code and message. */
  readonly errorDetails: boolean;
  /** The name of the field with a resource's identifier. */
  readonly identifier: string;
  /** True if a missing row is returned as an empty message, so that any field may have its zero value. */
  readonly missingIsEmpty: boolean;
}

/** The current interface (behaviour §9.2). */
export const V2: Edition = {
  name: 'v2',
  spelling: 'json',
  errorDetails: true,
  identifier: 'uid',
  missingIsEmpty: false,
};

/** The spelling of names in the answers of an edition: the settings', else the profile's, else its own. */
export const spellingIn = (
  { name, spelling }: Pick<Edition, 'name' | 'spelling'>,
  { spellings, profile }: { readonly spellings?: Readonly<Record<string, Spelling>>; readonly profile?: Profile },
): Spelling => spellings?.[name] ?? (profileIn({ profile }).spelling === 'json' ? 'json' : spelling);
