import { DIFFERENCES, type Difference, PROFILE_NAMES, type ProfileName } from './profile-differences.ts';

type Differences = typeof DIFFERENCES;

/** The choices of the mock for each difference of the specification and the published interface. */
export type Profile = {
  readonly [K in keyof Differences]: Differences[K] extends Difference<infer T> ? T : never;
} & {
  readonly name: ProfileName;
  /** Its place among the profiles. */
  readonly place: number;
};

const made = PROFILE_NAMES.map((name, place): Profile => {
  const behaviours = Object.entries(DIFFERENCES).map(([key, behaviour]) => [key, behaviour[name].does]);
  return { ...(Object.fromEntries(behaviours) as Omit<Profile, 'name' | 'place'>), name, place };
});

/** The profile of a name. */
export const profileNamed = (name: ProfileName): Profile => made[PROFILE_NAMES.indexOf(name)] as Profile;

/** The default profile: the mock follows the specification. */
export const SPECIFICATION: Profile = profileNamed(PROFILE_NAMES[0]);

/** The profile of a world, by its settings. */
export const profileIn = ({ profile = SPECIFICATION }: { readonly profile?: Profile | undefined }): Profile => profile;

/** True for a profile whose answers have other names than the fields. */
export const renamesFields = ({ fieldNames }: Profile): boolean => fieldNames === 'asPublished';

/** The number of profiles. */
export const PROFILE_COUNT = PROFILE_NAMES.length;

/** Makes a value that depends on the profile only, once for each. */
export const makePerProfile = <T>(make: (profile: Profile) => T): ((profile: Profile) => T) => {
  const known = new Array<T | undefined>(PROFILE_COUNT).fill(undefined);
  return (profile) => {
    known[profile.place] ??= make(profile);
    return known[profile.place] as T;
  };
};
