import { invalid } from '../../../kernel/errors.ts';
import { checkPeriod } from '../../../kernel/period.ts';
import type { Context } from '../../../kernel/resource.ts';
import { type Method, readMethod } from '../../../kernel/resource.ts';
import { repeated, timestamp, uid } from '../../../schema/field-types.ts';
import { message, of, optional, plain, required, type Static } from '../../../schema/message.ts';
import { type HistoryEntry, historyOf, TagHistory } from '../tag-history.ts';
import { tagRows } from '../tag-message.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';

const TagHistoryFilter = message(
  `${PACKAGE}.TagHistoryFilter`,
  'The tag whose history to list, and for which period.',
  {
    parentId: required(1, uid(), 'The id of the tag.'),
    start: optional(2, timestamp(), 'The start of the period, inclusive.'),
    end: optional(3, timestamp(), 'The end of the period, inclusive.'),
  },
);

const TagHistoryList = message(`${PACKAGE}.TagHistoryList`, 'The digests that a tag had, the oldest first.', {
  items: plain(1, repeated(of(TagHistory)), 'The digests, each with the time at which it was set.', { always: true }),
});

const listHistory = (request: Static<typeof TagHistoryFilter>, { rows }: Context): Static<typeof TagHistoryList> => {
  const { parentId = '', start = '', end = '' } = request;
  const found = checkPeriod('start', 'end')(request);
  if (found.length > 0) throw invalid(found);
  const tag = rows.get(tagRows, parentId);
  const entries = tag ? historyOf(tag, rows) : [];
  const isWithin = ({ updateTimestamp = '' }: HistoryEntry): boolean =>
    updateTimestamp >= start && (end === '' || updateTimestamp <= end);
  return { items: entries.filter(isWithin) };
};

/** Lists the history of a tag, which only v1 shows. */
export const listTagHistory: Method = readMethod(
  registryOperation('ListTagHistory', {
    summary: 'List the history of a tag',
    description: 'Lists the digests that a tag had, the oldest first, each with the time at which it was set.',
    http: { method: 'GET', path: '/registry/v1/tags/{parent_id=**}/history' },
    request: TagHistoryFilter,
    response: TagHistoryList,
    capabilities: ['tag.list'],
    scope: 'parentId',
  }),
  listHistory,
  { scopeType: 'tag' },
);
