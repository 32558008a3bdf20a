import { BlockList, isIP } from 'node:net';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';
import { BoundedCache } from '../../schema/bounded-cache.ts';

/** The scheme of the receivers that a world has itself. */
export const SINK_SCHEME = 'sink:';

const linkLocal = makeAtFirstUse(() => {
  const list = new BlockList();
  list.addSubnet('169.254.0.0', 16, 'ipv4');
  list.addSubnet('fe80::', 10, 'ipv6');
  return list;
});

/** True for an address that reaches only the same link, such as the metadata service of a cloud. */
export const isLinkLocal = (address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && linkLocal().check(address, version === 6 ? 'ipv6' : 'ipv4');
};

/** The message about a host that leads to such an address. */
export const linkLocalRefusal = (host: string): string =>
  `${host} is link-local, and nothing is delivered to such hosts`;

/** The hosts that deliveries may go to: local ones, as `URL` has them, and others in lower case. */
interface Egress {
  readonly isLocal: (host: string) => boolean;
  readonly allowed: ReadonlySet<string>;
}

const refuse = (text: string, { isLocal, allowed }: Egress): string | undefined => {
  if (!URL.canParse(text)) return `${JSON.stringify(text.slice(0, 200))} is not a URL`;
  const { protocol, hostname } = new URL(text);
  if (protocol === SINK_SCHEME) return undefined;
  if (protocol !== 'http:' && protocol !== 'https:') return `${protocol} is not a scheme that events are delivered by`;
  if (isLinkLocal(hostname.replace(/^\[|\]$/g, ''))) return linkLocalRefusal(hostname);
  const name = hostname.replace(/\.$/, '');
  if (isLocal(hostname) || allowed.has(name)) return undefined;
  return `${name} is not a local host and is not named by --allow-egress`;
};

/** The reason why nothing may be delivered to a URL; undefined if it may. */
export type Refusal = (url: string) => string | undefined;

/** The maximum number of URLs whose refusals are cached. */
const MAX_REFUSALS = 100;

/** Judges URLs by the hosts that deliveries may go to (behaviour E12); each event asks again, so answers are cached. */
export const refusalsBy = (egress: Egress): Refusal => {
  const cache = new BoundedCache<string, string | undefined>(MAX_REFUSALS);
  return (url) => {
    if (!cache.has(url)) cache.set(url, refuse(url, egress));
    return cache.get(url);
  };
};
