/** The schemes that the port can speak. */
export type Scheme = 'http' | 'https';

/** The characters that a Host may have; a URL parser takes more and reads something else from it. */
const HOST = /^[\w.:[\]-]+$/;

/**
 * The origin by which a request came, from its `Host` or `:authority`: `http://platform-mock:8484`, in lower case and
 * without the port that the scheme implies; undefined where there is none. The host that a proxy was asked for
 * (`X-Forwarded-Host`) is not looked at, since any caller can send it.
 */
export const requestOrigin = (scheme: Scheme, host: string | undefined): string | undefined => {
  if (host === undefined || !HOST.test(host) || !URL.canParse(`${scheme}://${host}`)) return undefined;
  return new URL(`${scheme}://${host}`).origin;
};

/** The audiences that tokens may have: some in any case, and the origin by which a request itself came. */
export interface Audiences {
  readonly listed: readonly string[];
  readonly scheme: Scheme;
}

/** The audiences that a token may be for which came by a host. */
export const audiencesAt = ({ listed, scheme }: Audiences, host: string | undefined): readonly string[] => {
  const origin = requestOrigin(scheme, host);
  return origin === undefined ? listed : [...listed, origin];
};
