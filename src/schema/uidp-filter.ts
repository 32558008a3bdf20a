import { bool, repeated, uid } from './field-types.ts';
import { message, plain } from './message.ts';

/** The filter by place in the group tree that most Lists take (behaviour §4.2). */
export const UidpFilter = message(
  'chainguard.platform.common.UIDPFilter',
  'Selects resources by their place in the group tree. Several selectors must all hold.',
  {
    ancestorsOf: plain(1, uid(), 'Resources of the groups strictly above this uid.'),
    descendantsOf: plain(2, uid(), 'Resources beneath this uid, however deep.'),
    childrenOf: plain(3, uid(), 'Direct children of this uid.'),
    inRoot: plain(4, bool(), 'Resources at the root of the tree.'),
    ids: plain(5, repeated(uid()), 'These resources; the ones that do not exist are omitted.'),
  },
);
