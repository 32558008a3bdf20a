import { enumType } from '../../../schema/field-types.ts';

/** The proto package of libraries in v1. */
export const PACKAGE = 'chainguard.platform.libraries';

/** The language that a library is for, as v1 names it; v2 has only the first three values. */
export const EcosystemV1 = enumType(`${PACKAGE}.Ecosystem`, 'The language that a library is for.', {
  UNKNOWN: 0,
  JAVA: 1,
  PYTHON: 2,
  JAVASCRIPT: 3,
  JAVA_ATHENA: 4,
  PYTHON_ATHENA: 5,
  JAVASCRIPT_ATHENA: 6,
  DOTNET: 7,
  DOTNET_ATHENA: 8,
  GO: 9,
  GO_ATHENA: 10,
});

/** The value of v2 for an ecosystem of v1; ecosystems without one have no rows. */
export const toStoredEcosystem = (name: keyof (typeof EcosystemV1)['values']): string =>
  `ECOSYSTEM_${name === 'UNKNOWN' ? 'UNSPECIFIED' : name}`;
