const PRIVATE_V4 = [/^127\./, /^10\./, /^192\.168\./, /^172\.(?:1[6-9]|2\d|3[01])\./];
const PRIVATE_V6 = /^\[(?:::1|f[cd][0-9a-f]{2}:.*)\]$/;

/**
 * True for a host that cannot be outside a developer's machine or network: loopback and private addresses, names
 * of one label, `*.localhost` and `*.test` (behaviour §13.2, E12). Link-local addresses are not among them.
 * @param host as `URL` returns it: lower case, addresses in their canonical form, IPv6 in brackets
 */
export const isLocalHost = (host: string): boolean => {
  if (host.startsWith('[')) return PRIVATE_V6.test(host);
  if (/^\d+(?:\.\d+){3}$/.test(host)) return PRIVATE_V4.some((pattern) => pattern.test(host));
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return name !== '' && (!name.includes('.') || /\.(?:localhost|test)$/.test(name));
};
