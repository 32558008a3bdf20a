import { UNSERVED_METHODS } from '../../../generated/unserved-methods.ts';
import { describedOperations } from '../../editions/editions.ts';
import { createMatcher } from '../../faces/rest/matcher.ts';
import { CONTROL_PREFIX } from '../../plane/prefix.ts';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';
import { findNearestName } from '../../schema/nearest-name.ts';

/** Whole services of the published interface that are not served, by the segments that name them (behaviour §12.6). */
const NOT_SERVED: readonly (readonly [segments: RegExp, about: string])[] = [
  [/^(?:raw)?sboms?$/i, 'SBOMs'],
  [/^(?:charts|helm)$/, 'charts'],
  [/^manifests?$/, 'manifests'],
  [/^(?:policies|policygates|notifications|tenant|matcher)$/, 'clusters and their policies'],
  [/^(?:argos|apk|apko|packages)$/, 'packages and builds'],
  [/^(?:entitlements|marketplace|billing|telemetry)$/, 'billing and entitlements'],
  [/^(?:actions|guardener|sandbox|skills)$/, 'parts of other products'],
];

const match = makeAtFirstUse(() => createMatcher(describedOperations()));

/** The beginnings of all paths: domain, version and collection. */
const collections = makeAtFirstUse((): readonly string[] => {
  const paths = describedOperations().flatMap(({ operation: { http } }) => (http ? [http.path] : []));
  return [...new Set(paths.flatMap((path) => /^(?:\/[^/{:]+){1,3}/.exec(path)?.[0] ?? []))];
});

const isServed = (method: string, path: string): boolean => match()(method, path) !== undefined;

const unservedMethods = makeAtFirstUse(() =>
  UNSERVED_METHODS.map(([name, method, path]) => {
    const form = path.replaceAll('**', '.+').replaceAll(/(?<!\.)\*/g, '[^/]+');
    return { name, method, path: new RegExp(`^${form}$`) };
  }),
);

/** Why a published method is not served, in words; undefined for a call of any other. */
export const whyUnservedMethod = (method: string, path: string): string | undefined => {
  const found = unservedMethods().find((each) => each.method === method && each.path.test(path));
  return found && `published, not served: ${found.name}`;
};

/** The maximum number of segments in front of a path that are recognized as a base path. */
const MAX_BASE = 4;

/**
 * Why no operation matches a path, in words: the answer of the service does not say it. `path` has no query.
 */
export const whyUnserved = (method: string, path: string): string => {
  if (path.startsWith(`${CONTROL_PREFIX}/`))
    return `no call of the control plane, which ${CONTROL_PREFIX}/openapi.yaml lists`;
  const unserved = whyUnservedMethod(method, path);
  if (unserved !== undefined) return unserved;
  if (isServed(method, path)) return 'published, not served: the profile published has it';
  const segments = path.split('/').slice(1);
  const [domain, version, again, versionAgain] = segments;
  for (let cut = 1; cut <= Math.min(MAX_BASE, segments.length - 1); cut += 1) {
    const rest = `/${segments.slice(cut).join('/')}`;
    if (!isServed(method, rest)) continue;
    const isTwice = cut === 2 && domain === again && version === versionAgain;
    if (isTwice) return `a prefix twice: /${domain}/${version} stands in the base URL and in the path`;
    return `a base path too much: without /${segments.slice(0, cut).join('/')} it is a path`;
  }
  const known = NOT_SERVED.find(([names]) => segments.slice(0, 4).some((segment) => names.test(segment)));
  if (known && (segments.length > 2 || !/^v\d/.test(version ?? '')))
    return `published, not served: the mock has no ${known[1]}`;
  const nearest = findNearestName(`/${segments.slice(0, 3).join('/')}`, collections());
  return nearest === undefined ? 'there is no such path' : `there is no such path, the nearest is ${nearest}`;
};
