import { HOST_OF_CONTAINERS } from '../../schema/formats.ts';

const PRIVATE_V4 = [/^127\./, /^10\./, /^192\.168\./, /^172\.(?:1[6-9]|2\d|3[01])\./];
const LOCAL_NAME = new RegExp(`^(?:[^.]+|.*[.](?:localhost|test)|${HOST_OF_CONTAINERS})$`);
const PRIVATE_V6 = /^\[(?:::1|f[cd][0-9a-f]{2}:.*)\]$/;

/**
 * True for a host that cannot be outside a developer's machine or network: loopback and private addresses, names
 * of one label, `*.localhost`, `*.test`, and the machine of a container (behaviour §13.2, E12). Link-local addresses are
 * not among them.
 * @param host as `URL` returns it: lower case, addresses in their canonical form, IPv6 in brackets
 */
export const isLocalHost = (host: string): boolean => {
  if (host.startsWith('[')) return PRIVATE_V6.test(host);
  if (/^\d+(?:\.\d+){3}$/.test(host)) return PRIVATE_V4.some((pattern) => pattern.test(host));
  return LOCAL_NAME.test(host.endsWith('.') ? host.slice(0, -1) : host);
};

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const LABEL = '[A-Za-z0-9_-]+';
const GROUP = '[0-9a-f]{1,4}';

/** Local hosts in the spellings that URLs have, as part of a pattern. */
export const LOCAL_HOST = [
  `127(?:[.]${OCTET}){3}`,
  `10(?:[.]${OCTET}){3}`,
  `192[.]168(?:[.]${OCTET}){2}`,
  `172[.](?:1[6-9]|2[0-9]|3[01])(?:[.]${OCTET}){2}`,
  '\\[::1\\]',
  `\\[f[cd][0-9a-f]{2}(?::${GROUP}){7}\\]`,
  `\\[f[cd][0-9a-f]{2}(?::${GROUP}){0,3}::(?:${GROUP}(?::${GROUP}){0,2})?\\]`,
  '[A-Za-z_][A-Za-z0-9_-]*[.]?',
  `(?:${LABEL}[.])+(?:localhost|test)[.]?`,
  `${HOST_OF_CONTAINERS}[.]?`,
].join('|');
