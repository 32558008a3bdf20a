/**
 * The JSON of a failure over Connect without the secrets in its texts, which `hideIn` replaces: a detail that has one is
 * replaced as a whole by `hide`.
 */
export const hideInFailure = (
  text: string,
  hideIn: (text: string) => string,
  hide: (secret: string) => string,
): string => {
  const { details, ...failure } = JSON.parse(text) as {
    readonly message?: string;
    readonly details?: readonly { readonly type: string; readonly value: string }[];
  };
  const isClean = (value: string): boolean => {
    const bytes = Buffer.from(value, 'base64').toString('latin1');
    return hideIn(bytes) === bytes;
  };
  const cleaned = details?.map(({ type, value, ...more }) =>
    isClean(value) ? { type, value, ...more } : { type, value: hide(value) },
  );
  return hideIn(JSON.stringify({ ...failure, ...(cleaned && { details: cleaned }) }));
};
