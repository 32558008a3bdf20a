import { nextPageTokenField, pageSizeField, pageTokenField } from '../../../kernel/cursor-fields.ts';
import { equals, where } from '../../../kernel/filters.ts';
import type { Filter } from '../../../kernel/resource.ts';
import { omitUndefined } from '../../../schema/defined.ts';
import { enumOf, enumType, int64, repeated, string, uid } from '../../../schema/field-types.ts';
import { optional, plain } from '../../../schema/message.ts';
import type { V1Form } from '../../../v1/form.ts';
import { advisoryFilters, EventTypeFilter, testArtifacts } from '../advisory-filters.ts';
import { AdvisoryV1, advisoryConversion } from './advisory.ts';
import { PACKAGE, ReviewStatus } from './advisory-event.ts';

const EventTypeFilterV1 = enumType(`${PACKAGE}.EventTypeFilter`, EventTypeFilter.description, {
  ...EventTypeFilter.values,
  EVENT_TYPE_FILTER_COMPONENT_LOCATION_CHANGED: 9,
});

const OrderBy = enumType(`${PACKAGE}.OrderBy`, 'What advisories are sorted by.', {
  ORDER_BY_UNSPECIFIED: 0,
  ID_ASC: 1,
  ID_DESC: 2,
  CREATED_AT_ASC: 3,
  CREATED_AT_DESC: 4,
  ALIASES_ASC: 5,
  ALIASES_DESC: 6,
  UPDATED_AT_ASC: 7,
  UPDATED_AT_DESC: 8,
  DELETED_AT_ASC: 9,
  DELETED_AT_DESC: 10,
});

/** The v2 names of the fields that v1 sorts by. */
const SORTED_BY: Readonly<Record<string, string>> = {
  ID: 'uid',
  CREATED_AT: 'createTime',
  ALIASES: 'aliases',
  UPDATED_AT: 'updateTime',
  DELETED_AT: 'deleteTime',
};

const orderOf = (given: unknown): string => {
  const [, name = '', direction = ''] = /^(\w+)_(ASC|DESC)$/.exec(String(given)) ?? [];
  return name === '' ? '' : `${SORTED_BY[name]} ${direction.toLowerCase()}`;
};

/** A filter of v2 with its number in v1, and another type if one is given. */
const renumberFilter = (number: number, name: string, type?: Filter['type']): Filter => {
  const filter = advisoryFilters[name];
  if (!filter) throw new Error(`advisories have no filter ${name}`);
  return { ...filter, number, ...omitUndefined({ type }) };
};

const events = repeated(enumOf(EventTypeFilterV1));

/** Advisories in v1. The writes are methods of their own, since v2 has no counterpart. */
export const advisoriesV1: V1Form = {
  service: `${PACKAGE}.Advisories`,
  path: '/vulnerabilities/v1/advisories',
  message: AdvisoryV1,
  conversion: advisoryConversion,
  list: {
    request: `${PACKAGE}.AdvisoryFilter`,
    response: `${PACKAGE}.AdvisoriesList`,
    uidp: 16,
    filters: {
      advisoryIds: renumberFilter(23, 'advisoryIds'),
      legacyAdvisoryIds: renumberFilter(24, 'legacyAdvisoryIds'),
      id: equals(17, uid(), 'uid', 'The advisory of this id.'),
      artifactType: renumberFilter(2, 'artifactTypes'),
      artifactName: renumberFilter(3, 'artifactNames'),
      componentName: renumberFilter(5, 'componentNames'),
      componentType: renumberFilter(6, 'componentTypes'),
      componentLocation: renumberFilter(20, 'componentLocations'),
      aliases: renumberFilter(7, 'aliases'),
      artifactArchitecture: renumberFilter(8, 'artifactArchitectures'),
      eventStatuses: where(
        11,
        repeated(enumOf(ReviewStatus)),
        'Only advisories with an event of one of these review statuses.',
        (statuses, rows) => {
          const states = statuses.map((status) => `REVIEW_STATE_${status === 'UNKNOWN' ? 'UNSPECIFIED' : status}`);
          return renumberFilter(11, 'eventReviewStates').matches(states, rows);
        },
      ),
      eventAuthor: renumberFilter(12, 'eventAuthors'),
      eventReviewer: renumberFilter(18, 'eventReviewers'),
      eventTypes: renumberFilter(13, 'eventTypes', events),
      excludeEventAuthor: renumberFilter(15, 'excludeEventAuthors'),
      latestEventType: renumberFilter(19, 'latestEventType', enumOf(EventTypeFilterV1)),
      origin: renumberFilter(22, 'origin'),
    },
    visible: ({ artifactName, origin }) => testArtifacts({ artifactNames: artifactName, origin }),
    cursor: {
      asks: {
        pageSize: pageSizeField(10, int64(), '50'),
        pageToken: pageTokenField(9),
        orderBy: optional(14, enumOf(OrderBy), 'What to sort by: the id by default.'),
      },
      read: ({ pageSize = '0', orderBy, ...request }) => ({
        ...request,
        pageSize: Number(pageSize),
        orderBy: orderOf(orderBy),
      }),
      itemsNumber: 2,
      returns: {
        id: plain(1, string(), 'Always empty: a list has no id.'),
        nextPageToken: nextPageTokenField(3),
        totalCount: plain(4, int64(), 'How many results match across all pages.', {
          always: true,
          presence: true,
          example: '12',
        }),
      },
      answer: ({ nextPageToken, totalCount }) => ({ nextPageToken, totalCount: String(totalCount) }),
    },
  },
};
