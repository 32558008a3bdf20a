import { BlockList, isIP } from 'node:net';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';
import { BoundedCache } from '../../schema/bounded-cache.ts';
import { HOST_OF_CONTAINERS } from '../../schema/formats.ts';

/** The scheme of the receivers that a world has itself. */
export const SINK_SCHEME = 'sink:';

const linkLocal = makeAtFirstUse(() => {
  const list = new BlockList();
  list.addSubnet('169.254.0.0', 16, 'ipv4');
  list.addSubnet('fe80::', 10, 'ipv6');
  return list;
});

/** True for an address that reaches only the same link, such as the metadata service of a cloud. */
const isLinkLocal = (address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && linkLocal().check(address, version === 6 ? 'ipv6' : 'ipv4');
};

/** The machine of a container, at the address that Podman gives it from 5.3 on. */
const HOST_IN_PODMAN = new RegExp(`^${HOST_OF_CONTAINERS}[.]? 169[.]254[.]1[.]2$`, 'i');

/** True if nothing may be sent to an address of a host. */
export const isRefused = (host: string, address: string): boolean =>
  isLinkLocal(address) && !HOST_IN_PODMAN.test(`${host} ${address}`);

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
