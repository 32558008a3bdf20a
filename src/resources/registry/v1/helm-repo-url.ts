import { type FieldType, text } from '../../../schema/field-types.ts';

const URL_PARTS = /^(https|oci|http):\/\/([^/?#]*)/i;
const AUTHORITY = /^(\[[^\]]*\]|[^:@[\]]*)(:\d*)?$/;

/** A loopback host, as `URL` returns it: in lower case, with addresses in their canonical form. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * True for a URL that the published validator of Helm repositories accepts: https or oci, or http on a loopback host,
 * with a host and without user information, and with any port (behaviour §12.5).
 */
const isHelmRepoUrl = (value: string): boolean => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no URL has them
  if (/[\u0000-\u0020\u007f]/.test(value)) return false;
  const [, scheme = '', authority = ''] = URL_PARTS.exec(value) ?? [];
  const [, host = '', port = ''] = AUTHORITY.exec(authority) ?? [];
  // The published validator looks at no port, also not at one that there cannot be.
  const url = value.replace(authority, authority.slice(0, authority.length - port.length));
  if (host === '' || !URL.canParse(url)) return false;
  return scheme.toLowerCase() !== 'http' || LOOPBACK.test(new URL(url).hostname);
};

/** The URL of a Helm repository. */
export const helmRepoUrl = (): FieldType<string> =>
  text(
    isHelmRepoUrl,
    'helm repository URL must be https or oci, or http on a loopback host, with a host and without user information',
  );
