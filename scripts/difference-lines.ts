import { DIFFERENCES, PROFILE_NAMES } from '../src/schema/profile-differences.ts';

/** The table of differences for the documents; `texts` are of the profiles in the order of their names. */
export const differenceLines = Object.values(DIFFERENCES).map(({ rules, subject, ...behaviours }) => ({
  rules,
  subject,
  texts: PROFILE_NAMES.map((name) => behaviours[name].text),
}));
