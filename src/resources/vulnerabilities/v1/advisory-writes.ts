import { makeFreshUid, secretFor } from '../../../kernel/ids.ts';
import type { WriteContext } from '../../../kernel/resource.ts';
import { type Method, writeMethod } from '../../../kernel/resource.ts';
import type { Row } from '../../../kernel/rows.ts';
import { uid } from '../../../schema/field-types.ts';
import { message, of, required, type Static } from '../../../schema/message.ts';
import { Advisory, type AdvisoryRow, advisoryRows } from '../advisory-message.ts';
import { type AdvisoryInV1, AdvisoryV1, advisoryConversion, advisoryOperation, getAdvisory, PATH } from './advisory.ts';
import { PACKAGE } from './advisory-event.ts';
import { recordEvents } from './record-events.ts';

const CreateAdvisoryRequest = message(`${PACKAGE}.CreateAdvisoryRequest`, 'The advisory to create, and where.', {
  parentId: required(1, uid(), 'The id of the parent group.'),
  advisory: required(2, of(AdvisoryV1), 'The advisory to create.'),
});

const DeleteAdvisoryRequest = message(`${PACKAGE}.DeleteAdvisoryRequest`, 'Which advisory to withdraw.', {
  id: required(1, uid(), 'The id of the advisory.'),
});

/** The letters of public ids: no two look alike, and they form no words. */
const LETTERS = '23456789cfghjmpqrvwx';

/** The public id of an advisory, unique because it is derived from the uid. */
const makePublicId = (seed: string, advisory: string): string => {
  const bytes = Buffer.from(secretFor(seed, 'advisory', advisory), 'hex');
  const letters = [...bytes.subarray(0, 12)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `CGA-${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
};

/** The stored form of the fields of an advisory that callers set, without its events. */
const toDraft = (given: AdvisoryInV1): Omit<AdvisoryRow, 'uid' | 'events'> => {
  const { uid: _, events: __, ...draft } = advisoryConversion.newer(given);
  return draft;
};

const create = (request: Static<typeof CreateAdvisoryRequest>, context: WriteContext): AdvisoryInV1 => {
  const { tx, now, settings, directory } = context;
  const { parentId = '', advisory = {} } = request;
  const draft = toDraft(advisory);
  const { rules, singular } = directory.getResource('advisory');
  const own = makeFreshUid(context, parentId, singular, rules.identify?.(draft as Row) ?? '');
  const row: AdvisoryRow = {
    ...draft,
    uid: own,
    advisoryId: makePublicId(settings.seed, own),
    createTime: now,
    updateTime: now,
    events: recordEvents(own, advisory.events, [], context),
  };
  tx.put(advisoryRows, row);
  return advisoryConversion.older(row);
};

/** The fields that callers set; the last is read-only in v2. A replacement does not change any others. */
const WRITABLE = new Set([
  ...[...Advisory.fields.values()].filter(({ behaviour }) => behaviour !== 'output').map(({ name }) => name),
  'legacyAdvisoryId',
]);

const update = (request: AdvisoryInV1, context: WriteContext): AdvisoryInV1 => {
  const previous = getAdvisory(request.id, context);
  const row: AdvisoryRow = {
    ...Object.fromEntries(Object.entries(previous).filter(([name]) => !WRITABLE.has(name))),
    uid: previous.uid,
    ...toDraft(request),
    updateTime: context.now,
    events: recordEvents(previous.uid, request.events, previous.events, context),
  };
  context.tx.put(advisoryRows, row);
  return advisoryConversion.older(row);
};

/** Withdraws an advisory. It stays listed, with the time when it was withdrawn (behaviour §5.13). */
const withdraw = ({ id }: Static<typeof DeleteAdvisoryRequest>, context: WriteContext): void => {
  const { tx, now } = context;
  const row = getAdvisory(id, context);
  if (row.deleteTime === undefined) tx.put(advisoryRows, { ...row, deleteTime: now, updateTime: now });
};

/** Creates an advisory; only v1 can. */
export const createAdvisory: Method = writeMethod(
  advisoryOperation('Create', {
    summary: 'Create an advisory',
    description: 'Creates an advisory in a group, with the events that it is given. The service makes its public id.',
    http: { method: 'POST', path: PATH, body: '*' },
    request: CreateAdvisoryRequest,
    response: AdvisoryV1,
    capabilities: ['advisories.create'],
    scope: 'parentId',
  }),
  create,
  { scopeType: 'group' },
);

/** Replaces an advisory; only v1 can. */
export const updateAdvisory: Method = writeMethod(
  advisoryOperation('Update', {
    summary: 'Replace an advisory',
    description:
      'Replaces an advisory as a whole: omitted fields are reset to their zero values. Events that are given with their ' +
      'id replace those events; the others are new.',
    http: { method: 'PUT', path: `${PATH}/{id=**}`, body: '*' },
    request: AdvisoryV1,
    response: AdvisoryV1,
    capabilities: ['advisories.update'],
    scope: 'id',
  }),
  update,
);

/** Withdraws an advisory; only v1 can. */
export const deleteAdvisory: Method = writeMethod(
  advisoryOperation('Delete', {
    summary: 'Withdraw an advisory',
    description: 'Withdraws an advisory. It is still listed, with the time when it was withdrawn.',
    http: { method: 'DELETE', path: `${PATH}/{id=**}` },
    request: DeleteAdvisoryRequest,
    response: undefined,
    capabilities: ['advisories.delete'],
    scope: 'id',
  }),
  withdraw,
);
