import type { Edition } from '../schema/edition.ts';
import type { Spelling } from '../schema/encode-json.ts';

/** How the document of an edition is written. */
export interface DocumentForm extends Edition {
  /** The spelling of fields in bodies: that of the answers of the server. */
  readonly spelling: Spelling;
  /** The spelling of variables in paths. */
  readonly pathSpelling: Spelling;
}

/** The form of an edition's document. */
export const formOf = (edition: Edition, spelling = edition.spelling): DocumentForm => ({
  ...edition,
  spelling,
  pathSpelling: edition.spelling,
});
