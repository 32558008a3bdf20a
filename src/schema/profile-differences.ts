/** The names of the profiles, the default first. */
export const PROFILE_NAMES = ['specification', 'published'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

/** The behaviour of the mock in one profile: the word that the code reads, and a sentence for the documents. */
interface Behaviour<T> {
  readonly does: T;
  readonly text: string;
}

/** A difference between the specification and the published interface of the same service. */
export interface Difference<T> {
  /** The rules that describe it. */
  readonly rules: readonly string[];
  readonly subject: string;
  readonly specification: Behaviour<T>;
  readonly published: Behaviour<T>;
}

const difference = <const T extends string | ReadonlySet<string>>(
  rules: readonly string[],
  subject: string,
  specification: readonly [does: T, text: string],
  published: readonly [does: T, text: string],
): Difference<T> => ({
  rules,
  subject,
  specification: { does: specification[0], text: specification[1] },
  published: { does: published[0], text: published[1] },
});

const NO_CAPABILITIES: ReadonlySet<string> = new Set<string>();
const UNPUBLISHED_CAPABILITIES: ReadonlySet<string> = new Set([
  'CAP_LIBRARIES_REMOTE_REGISTRIES_CREATE',
  'CAP_LIBRARIES_REMOTE_REGISTRIES_LIST',
  'CAP_LIBRARIES_REMOTE_REGISTRIES_DELETE',
]);

/** Every difference between the profiles, by the name under which the code reads it (behaviour §16). */
export const DIFFERENCES = {
  skipped: difference(
    ['C2'],
    '`skipped` of a List',
    ['request', 'the `skip` of the request'],
    ['walk', 'what all requests so far have skipped, up to this page'],
  ),
  fieldNames: difference(
    ['C3'],
    'JSON name of `syncConfig`',
    ['lowerCamel', '`syncConfig`'],
    ['asPublished', '`sync_config`'],
  ),
  addedFields: difference(
    ['C4', 'C5', 'C11'],
    'Fields that only the specification has, numbered from 100: times and uids, slices of v1 Lists',
    ['answered', 'answered and read'],
    ['absent', 'never answered; unknown in requests. v1 Lists without a cursor answer everything'],
  ),
  emptyAnswer: difference(['C7'], 'Body of a delete over HTTP', ['', 'none'], ['{}', '`{}`']),
  repeatedDelete: difference(
    ['C9'],
    'Delete of a missing role binding or account association',
    ['missing', '404'],
    ['done', '200, if the caller may delete there'],
  ),
  spelling: difference(['C10'], 'Names in answers of v1', ['edition', 'snake case'], ['json', 'camel case']),
  publishedPaths: difference(
    ['C12'],
    '`/events/v1` and `/ping/v1` over HTTP',
    ['absent', '404; over gRPC only'],
    ['served', 'served'],
  ),
  addedLists: difference(
    ['C16'],
    'Lists of `/advisory/v2/documents` and `/advisory/v2/images/resolvedVulns`',
    ['paged', 'in pages, with `totalCount` and `skipped`'],
    ['whole', 'everything at once'],
  ),
  otherKeys: difference(
    ['C20'],
    'Unknown key in the body of a PATCH with `updateMask`',
    ['ignored', 'ignored'],
    ['refused', 'INVALID_ARGUMENT'],
  ),
  addedCalls: difference(
    ['C22'],
    'PATCH of group invites and of external group role mappings',
    ['served', 'served'],
    ['absent', 'no such call: 501'],
  ),
  eventsOfV1: difference(
    ['C35'],
    'Events of writes through v1',
    ['newer', 'body and source of v2'],
    ['own', 'body and source of v1'],
  ),
  emptyFacts: difference(
    ['C37'],
    'Facts about the end of life of a tag that have no value',
    ['omitted', 'omitted'],
    ['written', 'their zero values, or `null`'],
  ),
  registrySource: difference(
    ['C36'],
    'Source of pushes and pulls',
    ['url', 'the URL of the collection of repos'],
    ['host', '`cgr.dev`'],
  ),
  hiddenCapabilities: difference(
    ['C34'],
    'Capabilities `CAP_LIBRARIES_REMOTE_REGISTRIES_*`',
    [NO_CAPABILITIES, 'roles have them; a new role may have them, too'],
    [UNPUBLISHED_CAPABILITIES, 'no role has them, and a new role may not'],
  ),
};
