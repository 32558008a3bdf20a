import type { Edition } from '../../schema/edition.ts';
import { type Domain, isOverHttp, type Operation } from '../../schema/operation.ts';

/** The service of errors for a path without an operation. */
const ELSEWHERE = 'api';

/** The first segments of a path. */
const rootOf = (path: string, segments: number): string => path.split('/', segments + 1).join('/');

/** The service that the errors of a path name, and the edition that renders them, even without such an operation. */
export interface ErrorPlace {
  readonly domain: string;
  readonly edition: Edition | undefined;
}

/** Finds the place of errors, by the first segments of a path (behaviour §9.2.11). */
export const errorPlaces = (described: readonly Operation[]): ((path: string) => ErrorPlace) => {
  const operations = described.filter(isOverHttp);
  const services = new Map<string, Domain>(operations.map(({ http, domain }) => [rootOf(http.path, 1), domain]));
  const editions = new Map<string, Edition>(operations.map(({ http, edition }) => [rootOf(http.path, 2), edition]));
  return (path) => ({
    domain: services.get(rootOf(path, 1)) ?? ELSEWHERE,
    edition: editions.get(rootOf(path, 2)),
  });
};
