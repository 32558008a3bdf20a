import { type FieldType, text } from '../../../schema/field-types.ts';

const URL_PARTS = /^(https|oci|http):\/\/([^/?#]*)/i;
const AUTHORITY = /^(\[[^\]]*\]|[^:@[\]]*)(?::\d*)?$/;

/** A loopback host, as `URL` returns it: in lower case, with addresses in their canonical form. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * True for a URL that the published validator of Helm repositories accepts: https or oci, or http on a loopback host,
 * with a host and without user information (behaviour §12.5).
 */
const isHelmRepoUrl = (value: string): boolean => {
  const [start = '', scheme = '', authority = ''] = URL_PARTS.exec(value) ?? [];
  const [, host = ''] = AUTHORITY.exec(authority) ?? [];
  // Without its port, which may be any number.
  const portless = `${scheme}://${host}${value.slice(start.length)}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no URL has them
  if (host === '' || /[\u0000-\u0020\u007f]/.test(value) || !URL.canParse(portless)) return false;
  return scheme.toLowerCase() !== 'http' || LOOPBACK.test(new URL(portless).hostname);
};

/** The URL of a Helm repository. */
export const helmRepoUrl = (): FieldType<string> =>
  text(
    isHelmRepoUrl,
    'helm repository URL must be https or oci, or http on a loopback host, with a host and without user information',
  );
