import { cachesByOwner } from '../schema/bounded-cache.ts';
import type { Settings } from './context.ts';

/** The schemes that the port can speak. */
export type Scheme = 'http' | 'https';

/** The characters that a Host may have; a URL parser takes more and reads something else from it. */
const HOST = /^[\w.:[\]-]+$/;

/**
 * The origin by which a request came, from its `Host` or `:authority`: `http://platform-mock:8484`, in lower case and
 * without the port that the scheme implies; undefined if there is none. The host that a proxy was asked for
 * (`X-Forwarded-Host`) is not looked at, since any caller can send it.
 */
export const requestOrigin = (scheme: Scheme, host: string | undefined): string | undefined => {
  if (host === undefined || !HOST.test(host) || !URL.canParse(`${scheme}://${host}`)) return undefined;
  return new URL(`${scheme}://${host}`).origin;
};

/** The host that a request was sent to. */
export const hostIn = (headers: Readonly<Record<string, string | readonly string[] | undefined>>): string | undefined =>
  [headers[':authority'] ?? headers.host].flat()[0];

/** The largest number of hosts whose settings are cached, and the length above which a host is read each time. */
const MAX_HOSTS = 100;
const MAX_HOST_LENGTH = 256;

const cacheOf = cachesByOwner<Settings, Settings>(MAX_HOSTS);

const readSettings = (settings: Settings, host: string): Settings => {
  const scheme = settings.publicUrl.startsWith('https:') ? 'https' : 'http';
  const origin = requestOrigin(scheme, host);
  return origin === undefined || origin === settings.publicUrl ? settings : { ...settings, askedUrl: origin };
};

/** The settings of a call that came by a host: with its origin, if the server's URL was not given (behaviour 10.25). */
export const settingsAt = (settings: Settings, host: string | undefined): Settings => {
  if (host === undefined || settings.hasGivenUrl) return settings;
  if (host.length > MAX_HOST_LENGTH) return readSettings(settings, host);
  const cache = cacheOf(settings);
  let known = cache.get(host);
  if (!known) {
    known = readSettings(settings, host);
    cache.set(host, known);
  }
  return known;
};

/** The URL by which the caller of a call reaches the server. */
export const urlFor = ({ askedUrl, publicUrl }: Pick<Settings, 'askedUrl' | 'publicUrl'>): string =>
  askedUrl ?? publicUrl;

/** The issuer of the tokens that a call makes. */
export const issuerFor = (settings: Pick<Settings, 'askedUrl' | 'publicUrl' | 'issuer'>): string =>
  settings.issuer ?? urlFor(settings);

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
