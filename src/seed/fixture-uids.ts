import { canonicalJson } from '../json.ts';
import { uidsFor } from '../kernel/ids.ts';
import type { Row } from '../kernel/rows.ts';
import { parentOf, TOP, UID } from '../kernel/uid.ts';
import type { Kind } from './fixture-format.ts';
import type { Item } from './read-items.ts';

/**
 * The key from which uids are derived that a fixture leaves out. It is not the seed of a server, so that tests can rely
 * on the uids.
 */
const SEED = 'fixture';

const SEGMENT = /^[0-9a-f]{16}$/;
const KEY = /^[^\s/]+(?:\/[^\s/]+)*$/;

/** The text by which an item differs from others of its kind in the same place: its name, or a substitute. */
export const identityOf = ({ kind, alias }: Pick<Item, 'kind' | 'alias'>, values: Item['values']): string => {
  const { name } = values;
  const own = kind.resource.rules.identify?.(values as Row) ?? (typeof name === 'string' ? name : '');
  if (own !== '' || !kind.inTree) return own;
  return alias ?? canonicalJson(values);
};

/** Makes a function that derives the uid of the nth thing with an identity in a place; undefined when none can be. */
export const makeUidDeriver = (kind: Kind, parent: string): ((identity: string, nth: number) => string | undefined) => {
  if (kind.inTree) return uidsFor(SEED, parent, kind.resource.singular);
  return (identity) => {
    const uid = parent === TOP ? identity : `${parent}/${identity}`;
    return KEY.test(uid) ? uid : undefined;
  };
};

/** The uid that an item contains, whole or as its last segment; undefined when it is not valid in that place. */
export const readUid = (kind: Kind, parent: string, text: string): string | undefined => {
  if (!kind.inTree) {
    const uid = parent === TOP || text.startsWith(`${parent}/`) ? text : `${parent}/${text}`;
    return KEY.test(uid) ? uid : undefined;
  }
  const uid = parent !== TOP && SEGMENT.test(text) ? `${parent}/${text}` : text;
  return UID.test(uid) && parentOf(uid) === parent ? uid : undefined;
};
