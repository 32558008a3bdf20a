import { nameSecrets } from './named-secrets.ts';
import type { SecretText } from './secret-text.ts';
import type { BegunFixture } from './traced-world.ts';

/** A beginning with a number in the place of each secret that is known by now: a plain word in fixtures, so that they load. */
export const cleanBeginning = (began: object, secrets: SecretText): object => {
  const cleaned: { readonly fixtures?: readonly BegunFixture[] } = secrets.replaceAllIn(began);
  const { fixtures } = cleaned;
  if (!fixtures) return cleaned;
  const named = fixtures.map(({ yaml, ...fixture }) =>
    yaml === undefined ? fixture : { ...fixture, yaml: nameSecrets(yaml) },
  );
  return { ...cleaned, fixtures: named };
};
