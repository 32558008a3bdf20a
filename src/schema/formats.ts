import { type FieldType, matching, text } from './field-types.ts';

/** The name of an identity, group, provider, role, repo or association (behaviour §5, validators). */
export const name = (): FieldType<string> =>
  matching(/^[a-z0-9 ._-]{1,}$/, 'name must match "^[a-z0-9 ._-]{1,}$"', 'ci-bot');

/** A URL with one of the schemes and a host. */
export const isUrl = (value: string, ...schemes: readonly string[]): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return schemes.includes(protocol.slice(0, -1)) && hostname !== '';
};

/** An e-mail address without a display name. */
export const emailAddress = (): FieldType<string> =>
  text((value) => /^[^\s@<>",;]+@[^\s@<>",;]+$/.test(value), 'must be an e-mail address');
