import { type AnswerForm, type Edition, spellingIn } from '../schema/edition.ts';
import type { Spelling } from '../schema/encode-json.ts';
import { type Profile, profileIn } from '../schema/profile.ts';

/** The form of an edition's document. */
export interface DocumentForm extends Edition, AnswerForm {
  /** The spelling of fields in bodies: as in the answers of the server. */
  readonly spelling: Spelling;
  /** The spelling of variables in paths. */
  readonly pathSpelling: Spelling;
}

/** The settings that decide the form besides the edition. */
export interface FormSettings {
  readonly spelling?: Spelling | undefined;
  readonly profile?: Profile | undefined;
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
