import type { AccessPolicy, ModeNote } from '../../kernel/access-policy.ts';
import type { Rows, Store } from '../../kernel/rows.ts';
import type { SharedRecord } from '../../store/notes.ts';
import type { KeptEntry } from '../journal/kept-entry.ts';
import { lackedOf, type ShownParts } from '../journal/shown-entry.ts';

/** What a policy is shared with. */
interface SharedPolicyParts extends Pick<ShownParts, 'directory'> {
  readonly store: Store;
}

/** That the mode was set, and the name of the place where that was. */
interface PlacedNote extends ModeNote {
  readonly at: string | undefined;
}

const MODE = 'access mode';

/** Makes the record of a policy that of all processes which share the world; returns what records a call. */
export const sharePolicy = (
  { notes, places }: SharedRecord,
  policy: AccessPolicy,
  { store, directory }: SharedPolicyParts,
): ((entry: KeptEntry) => void) => {
  const rowsAt = (name: string | undefined): Rows => {
    const place = name === undefined ? undefined : places.placeOf(name);
    const isHeld = place !== undefined && place >= store.log.oldest && place <= store.log.place;
    return store.fork(isHeld ? place : undefined).rows;
  };
  notes.on(MODE, ({ text }) => {
    const { at, ...note }: PlacedNote = JSON.parse(text);
    policy.hear(note, rowsAt(at));
  });
  policy.shareBy((note) => {
    const placed: PlacedNote = { ...note, at: places.nameOf(store.log.place) };
    return notes.announce(MODE, JSON.stringify(placed));
  });
  const { rows } = store;
  return (entry) => {
    const { conditions, operation, caller, needs = [] } = entry;
    if (conditions?.access !== 'report' || !operation || !caller || caller.identity === '') return;
    const lacked = lackedOf(entry, { directory, rows }).map(({ capability, at }) => ({
      capability,
      group: at === 'anywhere' ? '' : at,
    }));
    policy.count({ operation: operation.id, identity: caller.identity, needs, lacked });
  };
};
