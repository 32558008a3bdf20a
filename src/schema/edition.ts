import type { Spelling } from './encode-json.ts';

/** A published version of the interface, such as v2: how it renders what its operations return. */
export interface Edition {
  /** The name, such as `v2`, also in the names of its documents. */
  readonly name: string;
  /** How fields are spelled in JSON answers and documents; the settings of a server may override it. */
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
  spelling: 'name',
  errorDetails: true,
  identifier: 'uid',
  missingIsEmpty: false,
};
