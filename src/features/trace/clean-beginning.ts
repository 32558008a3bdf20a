import { nameSecrets } from './named-secrets.ts';
import type { SecretText } from './secret-text.ts';
import type { BegunFixture } from './traced-world.ts';

const cleanFixture = ({ yaml, ...fixture }: BegunFixture): BegunFixture =>
  yaml === undefined ? fixture : { ...fixture, yaml: nameSecrets(yaml) };

/** A beginning with a number in the place of each secret that is known by now: a plain word in fixtures, so that they load. */
export const cleanBeginning = (began: object, secrets: SecretText): object => {
  const cleaned: { readonly fixtures?: readonly BegunFixture[] } = secrets.replaceAllIn(began);
  const { fixtures } = cleaned;
  return fixtures ? { ...cleaned, fixtures: fixtures.map(cleanFixture) } : cleaned;
};
