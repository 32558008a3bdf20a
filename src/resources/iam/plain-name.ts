/** A valid name for an identity, from the first of the given texts that has any valid character. */
export const toPlainName = (...names: readonly string[]): string => {
  const [first = 'user'] = names
    .map((name) =>
      name
        .toLowerCase()
        .replaceAll(/[^a-z0-9 ._-]+/g, '-')
        .replaceAll(/^-+|-+$/g, ''),
    )
    .filter((name) => name !== '');
  return first;
};
