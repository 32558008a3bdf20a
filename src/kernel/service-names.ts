import type { Resource } from './resource.ts';

/** A word with a capital letter in front. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The proto package of a domain's v2 interface. */
export const packageOf = (domain: string): string => `chainguard.platform.${domain}.v2`;

/** The full name of the gRPC service of a resource. */
export const serviceOf = (resource: Pick<Resource, 'domain' | 'plural' | 'service'>): string =>
  `${packageOf(resource.domain)}.${resource.service ?? `${capital(resource.plural)}Service`}`;
