import type { V1Casing } from '../kernel/context.ts';
import type { Spelling } from '../schema/encode-json.ts';
import type { Operation } from '../schema/operation.ts';

/** What a document of one version writes otherwise than one of another. */
export interface DocumentForm {
  /** The version that it describes; v2 is the one without a name. */
  readonly version: Operation['version'];
  /** Which of its two spellings a field of a body is written by. */
  readonly spelling: Spelling;
}

/** How v2 is written down: by JSON names. */
export const FORM_OF_V2: DocumentForm = { version: undefined, spelling: 'name' };

/** How v1 is written down: as the server answers it, which is by proto names unless it is told otherwise. */
export const formOfV1 = (casing: V1Casing = 'snake'): DocumentForm => ({
  version: 'v1',
  spelling: casing === 'camel' ? 'name' : 'proto',
});
