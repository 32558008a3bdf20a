/** The reason of OpenSSL within an error of Node, which also has the place in its source; undefined for other errors. */
export const tlsReason = ({ message }: Error): string | undefined => {
  const [, said] = /:SSL routines:[^:]*:([^:]+)/.exec(message) ?? [];
  return said === 'wrong version number' ? 'it does not speak TLS' : said && `TLS failed: ${said}`;
};
