import { alreadyExists, invalid } from '../../../kernel/errors.ts';
import type { WriteContext } from '../../../kernel/resource.ts';
import { type Method, writeMethod } from '../../../kernel/resource.ts';
import { parentOf, rootOf } from '../../../kernel/uid.ts';
import { updateRow } from '../../../kernel/write-verbs.ts';
import type { Static } from '../../../schema/message.ts';
import { checkFields } from '../../../schema/validate.ts';
import { PUSH } from '../registry-events.ts';
import { Tag, type TagRow, tagRows } from '../tag-message.ts';
import { registryOperation } from './registry-operation.ts';
import { OPTIONAL_IN_V1, TagV1, tagConversion, tagV1Of } from './tags.ts';

/** v2 has no update of tags: a create replaces the tag of the same name. Here the name may change as well. */
const replace = (given: Static<typeof TagV1>, context: WriteContext): Static<typeof TagV1> => {
  const { tx, directory } = context;
  const found = checkFields(TagV1, given);
  if (found.length > 0) throw invalid(found);
  const previous = tx.get(tagRows, given.id ?? '') as TagRow;
  const siblings = tx.childrenOf(tagRows, parentOf(previous.uid));
  const other = siblings.find(({ uid, name }) => name === given.name && uid !== previous.uid);
  if (other) throw alreadyExists({ type: 'registry/Tag', name: other.uid }, 'tag', given.name ?? '');
  const next = updateRow(directory.getResource('tag'), previous, tagConversion.newer(given), '*', context, {
    keep: OPTIONAL_IN_V1,
    waived: OPTIONAL_IN_V1,
  });
  return tagV1Of(next);
};

/** UpdateTag, which only v1 has. */
export const updateTag: Method = writeMethod(
  registryOperation('UpdateTag', {
    // In v2 a create of a name that is taken updates the tag.
    replacedBy: 'CreateTag',
    summary: 'Replace a tag',
    description: 'Replaces a tag: what is left out is reset to its zero value, but for the digest, which is kept.',
    http: { method: 'PUT', path: '/registry/v1/tags/{id=**}', body: '*' },
    request: TagV1,
    response: TagV1,
    capabilities: ['tag.update'],
    scope: 'id',
    event: {
      type: 'platform.registry.tag.updated.v1',
      audience: 'customer',
      group: rootOf,
      also: [PUSH],
      subject: ({ answer }) => String(answer.id),
      body: { message: Tag, value: ({ answer, read }) => read('tag', String(answer.id)) },
    },
    fails: ['NOT_FOUND', 'ALREADY_EXISTS'],
  }),
  replace,
  { ownValidation: true },
);
