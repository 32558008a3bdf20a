import type { FormSettings } from '../../src/openapi/document.ts';
import { type Edition, spellingIn } from '../../src/schema/edition.ts';
import type { Spelling } from '../../src/schema/encode-json.ts';
import { type Profile, profileIn } from '../../src/schema/profile.ts';

/** The form of the answers that a document describes. */
export interface AnswerForm {
  readonly spelling: Spelling;
  readonly profile: Profile;
}

/** The form of an edition's document. */
export interface DocumentForm extends Edition, AnswerForm {
  /** The spelling of fields in bodies: as in the answers of the server. */
  readonly spelling: Spelling;
  /** The spelling of variables in paths. */
  readonly pathSpelling: Spelling;
}

/** The form of an edition's document. */
export const formOf = (edition: Edition, settings: FormSettings = {}): DocumentForm => {
  const profile = profileIn(settings);
  return {
    ...edition,
    spelling: settings.spelling ?? spellingIn(edition, { profile }),
    pathSpelling: edition.spelling,
    profile,
  };
};
