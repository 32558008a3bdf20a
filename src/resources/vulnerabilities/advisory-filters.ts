import type { JsonObject } from '../../json.ts';
import { anyOf, passEveryRow, where } from '../../kernel/filters.ts';
import type { Filter } from '../../kernel/resource.ts';
import { enumOf, enumType, repeated, string } from '../../schema/field-types.ts';
import { ReviewState, type StoredEvent } from './advisory-events.ts';
import type { AdvisoryRow } from './advisory-message.ts';
import { prefixed } from './findings.ts';

/** The type of an event, for filters. */
export const EventTypeFilter = enumType(
  'chainguard.platform.vulnerabilities.v2.EventTypeFilter',
  'The type of an event, for filters.',
  prefixed('EVENT_TYPE_FILTER_', [
    ...(['DETECTION', 'TRUE_POSITIVE_DETERMINATION', 'FIXED', 'FALSE_POSITIVE_DETERMINATION'] as const),
    ...(['ANALYSIS_NOT_PLANNED', 'FIX_NOT_PLANNED', 'PENDING_UPSTREAM_FIX', 'PATCHED'] as const),
  ]),
);

/** True for an event of the type that a value of the filter names, by its member; the zero value names none. */
const isOfType = (event: StoredEvent, type: string): boolean => {
  const words = type.replace(/^EVENT_TYPE_FILTER_/, '').toLowerCase();
  const member = words.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return (event as JsonObject)[member] !== undefined;
};

/** The approved event that was recorded last; of two with the same time, the later one in the list. */
const findLatestApproved = (events: readonly StoredEvent[]): StoredEvent | undefined =>
  events
    .filter(({ reviewState }) => reviewState === 'REVIEW_STATE_APPROVED')
    .reduce<StoredEvent | undefined>(
      (latest, event) => ((event.createTime ?? '') >= (latest?.createTime ?? '') ? event : latest),
      undefined,
    );

/** Advisories with at least one event by, reviewed by, or in the state of one of the values. */
const someEvent = (number: number, field: 'author' | 'reviewer', description: string): Filter =>
  where(number, repeated(string()), description, (values) => {
    const wanted = new Set<string | undefined>(values);
    return ({ events = [] }: AdvisoryRow) => events.some((event) => wanted.has(event[field]));
  });

/**
 * The test of `artifactNames` and `origin`: with an origin, names are ignored, since it covers the names of all its
 * artifacts (behaviour §5.13). An artifact without an origin is its own origin.
 */
export const testArtifacts = (
  request: Readonly<Record<string, unknown>>,
): ((row: AdvisoryRow) => boolean) | undefined => {
  const { origin, artifactNames } = request as { origin?: string; artifactNames?: readonly string[] };
  if (origin !== undefined) return (row) => (row.origin || row.artifactName) === origin;
  if (artifactNames === undefined) return undefined;
  const wanted = new Set<string | undefined>(artifactNames);
  return ({ artifactName }) => wanted.has(artifactName);
};

/** The filters of a List of advisories: a row matches any of the values of one filter, and all filters. */
export const advisoryFilters: Readonly<Record<string, Filter>> = {
  advisoryIds: anyOf(2, string(), 'advisoryId', 'Only these advisory ids.', { query: 'advisoryIds' }),
  legacyAdvisoryIds: anyOf(
    3,
    string(),
    'legacyAdvisoryId',
    'Only advisories that had one of these ids before they were migrated.',
  ),
  artifactNames: where(4, repeated(string()), 'Only artifacts of exactly these names.', passEveryRow, {
    query: 'artifactNames',
  }),
  artifactTypes: anyOf(5, string(), 'artifactType', 'Only artifacts of these types.'),
  artifactArchitectures: anyOf(6, string(), 'artifactArchitecture', 'Only artifacts for these architectures.'),
  componentNames: anyOf(7, string(), 'componentName', 'Only components of exactly these names.'),
  componentTypes: anyOf(8, string(), 'componentType', 'Only components of these types.'),
  componentLocations: anyOf(9, string(), 'componentLocation', 'Only components at these locations in the artifact.'),
  aliases: anyOf(10, string(), 'aliases', 'Only advisories about these vulnerabilities, by CVE, GHSA or other id.'),
  origin: where(
    11,
    string(),
    'Only artifacts built from this package; `artifactNames` is then ignored.',
    passEveryRow,
    { presence: true },
  ),
  eventReviewStates: where(
    21,
    repeated(enumOf(ReviewState)),
    'Only advisories with an event in one of these review states.',
    (states) => {
      const wanted = new Set<string | undefined>(states);
      return ({ events = [] }: AdvisoryRow) => events.some(({ reviewState }) => wanted.has(reviewState));
    },
  ),
  eventAuthors: someEvent(22, 'author', 'Only advisories with an event by one of these authors.'),
  excludeEventAuthors: where(
    23,
    repeated(string()),
    'Only advisories without an event by any of these authors.',
    (authors) => {
      const unwanted = new Set<string | undefined>(authors);
      return ({ events = [] }: AdvisoryRow) => !events.some(({ author }) => unwanted.has(author));
    },
  ),
  eventReviewers: someEvent(24, 'reviewer', 'Only advisories with an event reviewed by one of these people.'),
  eventTypes: where(
    25,
    repeated(enumOf(EventTypeFilter)),
    'Only advisories with an event of one of these types.',
    (types) =>
      ({ events = [] }: AdvisoryRow) =>
        events.some((event) => types.some((type) => isOfType(event, type))),
  ),
  latestEventType: where(
    26,
    enumOf(EventTypeFilter),
    'Only advisories whose most recent approved event is of this type.',
    (type) =>
      ({ events = [] }: AdvisoryRow) => {
        const latest = findLatestApproved(events);
        return latest !== undefined && isOfType(latest, type);
      },
    { presence: true },
  ),
  query: where(
    35,
    string(),
    'Only advisories with this text, in any case, in the artifact name, the component name or an alias.',
    (query) => {
      const wanted = query.toLowerCase();
      return ({ artifactName = '', componentName = '', aliases = [] }: AdvisoryRow) =>
        [artifactName, componentName, ...aliases].some((text) => text.toLowerCase().includes(wanted));
    },
  ),
};
