import { capital, type Resource } from './resource.ts';

/** A resource in words, with their article: `an identity`. */
export const nameOne = ({ words }: Pick<Resource, 'words'>): string =>
  `${/^[aeiou]/.test(words.singular) ? 'an' : 'a'} ${words.singular}`;

/** The proto package of a domain's v2 interface. */
export const v2PackageOf = (domain: string): string => `chainguard.platform.${domain}.v2`;

/** The full name of the gRPC service of a resource. */
export const serviceOf = (resource: Pick<Resource, 'domain' | 'plural' | 'service'>): string =>
  `${v2PackageOf(resource.domain)}.${resource.service ?? `${capital(resource.plural)}Service`}`;
