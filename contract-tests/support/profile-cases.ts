import { profile } from './profile.ts';

/** A case that the published interface does not meet, by its file and its title. */
interface DifferingCase {
  /** The rule of the difference. */
  readonly rule: string;
  /** From `contract-tests/`. */
  readonly file: string;
  readonly title: RegExp;
}

/**
 * The cases that state what the specification has where the published interface differs. In another profile each of them
 * has to fail: one that does not is reported, so that the table has no case too many. What the profiles do there is held
 * by the cases in `contract-tests/profiles/`.
 */
const DIFFERING: readonly DifferingCase[] = [];

/** The rule by which a case differs in the profile of this run; undefined for a case that holds in it. */
export const differingRule = (file: string, title: string): string | undefined =>
  profile === 'specification'
    ? undefined
    : DIFFERING.find((known) => file.endsWith(`contract-tests/${known.file}`) && known.title.test(title))?.rule;
