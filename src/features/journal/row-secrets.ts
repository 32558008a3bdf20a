import { allResources } from '../../editions/editions.ts';
import { namedTokens } from '../../identity/authenticator.ts';
import { fieldOf, type Rows } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';

/** The resources with fields that are secret, each with their names. */
const secretFields = allResources.flatMap((resource) => {
  const names = [...resource.message.fields.values()].filter(({ secret }) => secret).map(({ name }) => name);
  return names.length === 0 ? [] : [{ resource, names }];
});

/** The secrets that rows hold: tokens by name, and the values of secret fields. */
export const secretsIn = (rows: Rows): readonly string[] =>
  [
    ...rows.listWithin(namedTokens, TOP).map(({ uid }) => uid),
    ...secretFields.flatMap(({ resource, names }) =>
      rows.listWithin(resource, TOP).flatMap((row) => names.map((name) => fieldOf(row, name))),
    ),
  ].filter((value): value is string => typeof value === 'string' && value !== '');
