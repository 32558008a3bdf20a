import { exhausted, invalid, notFound } from '../../../kernel/errors.ts';
import type { Context, WriteContext } from '../../../kernel/resource.ts';
import { type Method, readMethod, writeMethod } from '../../../kernel/resource.ts';
import type { Rows } from '../../../kernel/rows.ts';
import { parentOf, TOP } from '../../../kernel/uid.ts';
import { repeated, string, uid } from '../../../schema/field-types.ts';
import { message, of, plain, required, type Static } from '../../../schema/message.ts';
import { checkFields } from '../../../schema/validate.ts';
import { sliceFields, sliceOf } from '../../../v1/slice.ts';
import { type AdvisoryRow, advisoryRows } from '../advisory-message.ts';
import { advisoryOperation, getAdvisory, PATH } from './advisory.ts';
import { AdvisoryEventV1, type EventInV1, eventInV1, MAX_EVENTS, PACKAGE } from './advisory-event.ts';
import { recordEvent, replaceEvent } from './record-events.ts';

const CreateAdvisoryEventRequest = message(`${PACKAGE}.CreateAdvisoryEventRequest`, 'The event to add, and where.', {
  parentId: required(1, uid(), 'The id of the advisory.'),
  advisoryEvent: required(3, of(AdvisoryEventV1), 'The event to add.'),
});

const AdvisoryEventFilter = message(`${PACKAGE}.AdvisoryEventFilter`, 'The events of which advisory to list.', {
  parentId: required(1, uid(), 'The id of the advisory.'),
  ...sliceFields,
});

const AdvisoryEventList = message(`${PACKAGE}.AdvisoryEventList`, 'The events of an advisory.', {
  parentId: plain(1, string(), 'The id of the advisory.'),
  items: plain(2, repeated(of(AdvisoryEventV1)), 'The events, in the order in which they were recorded.', {
    always: true,
  }),
});

const add = (request: Static<typeof CreateAdvisoryEventRequest>, context: WriteContext): EventInV1 => {
  const row = getAdvisory(request.parentId, context);
  const { events = [] } = row;
  if (events.length >= MAX_EVENTS) throw exhausted(`the advisory has ${MAX_EVENTS} events`);
  const taken = new Set(events.map(({ uid: own }) => own));
  const event = recordEvent(row.uid, request.advisoryEvent ?? {}, taken, context);
  context.tx.put(advisoryRows, { ...row, events: [...events, event], updateTime: context.now });
  return eventInV1(event);
};

const list = (request: Static<typeof AdvisoryEventFilter>, context: Context): Static<typeof AdvisoryEventList> => {
  const { events = [], uid: parentId } = getAdvisory(request.parentId, context);
  const { start, size, violations } = sliceOf(request, []);
  if (violations.length > 0) throw invalid(violations);
  return { parentId, items: events.slice(start, start + size).map(eventInV1) };
};

const has = ({ events = [] }: AdvisoryRow, event: string): boolean => events.some(({ uid: own }) => own === event);

/** The uid of an event's advisory: its parent, or any advisory that has it, since fixtures may set any uid. */
const holderOf = (event: string, rows: Rows): string => {
  if (event === '') return event;
  const above = parentOf(event);
  if (rows.get(advisoryRows, above)) return above;
  return rows.listWithin(advisoryRows, TOP).find((row) => has(row, event))?.uid ?? event;
};

const replace = (request: EventInV1, context: WriteContext): EventInV1 => {
  const { id = '' } = request;
  const row = getAdvisory(holderOf(id, context.rows), context);
  const previous = row.events?.find(({ uid: own }) => own === id);
  if (!previous) throw notFound({ type: 'vulnerabilities/AdvisoryEvent', name: id }, 'advisory event');
  const found = checkFields(AdvisoryEventV1, request);
  if (found.length > 0) throw invalid(found);
  const next = replaceEvent(previous, request, context);
  const events = row.events?.map((event) => (event === previous ? next : event)) ?? [];
  context.tx.put(advisoryRows, { ...row, events, updateTime: context.now });
  return eventInV1(next);
};

/** Adds an event to an advisory; only v1 can. */
export const createAdvisoryEvent: Method = writeMethod(
  advisoryOperation('CreateAdvisoryEvent', {
    summary: 'Add an event to an advisory',
    description: 'Adds an event to the end of the history of an advisory.',
    http: { method: 'POST', path: `${PATH}/{parent_id=**}/events`, body: '*' },
    request: CreateAdvisoryEventRequest,
    response: AdvisoryEventV1,
    capabilities: ['advisories.create'],
    scope: 'parentId',
    fails: ['RESOURCE_EXHAUSTED'],
  }),
  add,
);

/** Lists the events of one advisory; only v1 can. */
export const listAdvisoryEvents: Method = readMethod(
  advisoryOperation('ListAdvisoryEvents', {
    summary: 'List the events of an advisory',
    description: 'Lists the events of an advisory in the order in which they were recorded.',
    http: { method: 'GET', path: `${PATH}/{parent_id=**}/events` },
    request: AdvisoryEventFilter,
    response: AdvisoryEventList,
    capabilities: ['advisories.list'],
    scope: 'parentId',
  }),
  list,
);

/** Replaces an event of an advisory; only v1 can. */
export const updateAdvisoryEvent: Method = writeMethod(
  advisoryOperation('UpdateAdvisoryEvent', {
    summary: 'Replace an event of an advisory',
    description:
      'Replaces an event as a whole: omitted fields are reset to their zero values. Its id and the time when it was ' +
      'recorded stay.',
    http: { method: 'PUT', path: '/vulnerabilities/v1/advisory_events/{id=**}', body: '*' },
    request: AdvisoryEventV1,
    response: AdvisoryEventV1,
    capabilities: ['advisories.update'],
    scope: 'id',
  }),
  replace,
  // NOT_FOUND comes before INVALID_ARGUMENT (behaviour §12.4 V5).
  { holderOf, ownValidation: true },
);
