import type { ChangedRow, Row } from '../kernel/rows.ts';
import type { Naming } from './naming.ts';
import { type RowForm, RowForms, slotKey } from './row-form.ts';
import { kinds, Places } from './row-place.ts';
import type { Stage } from './run-record.ts';

/** The changes that the surprise itself has made in a world; they are not the client's. */
export interface OwnChanges {
  /** True for rows that the surprise has made or removed, and the client has not touched. */
  readonly covers: (key: string) => boolean;
  /** A row without the changes of the surprise. */
  readonly takeOut: (form: RowForm) => RowForm;
  /** The fields that the surprise has changed, and that have their earlier value again. */
  readonly undone: readonly {
    readonly form: RowForm;
    readonly field: string;
    readonly was: string;
    readonly other: string;
  }[];
}

/** The changes of a surprise that changes nothing. */
export const NO_CHANGES: OwnChanges = { covers: () => false, takeOut: (form) => form, undone: [] };

const MISSING = 'null';

const updatesOf = (changes: readonly ChangedRow[], forms: RowForms) =>
  changes.flatMap(({ of: { name: kind }, uid, before, after }) => {
    if (!before || !after) return [];
    const [was, other] = [forms.form(kind, before).fields, forms.form(kind, after).fields];
    return [...new Set([...Object.keys(was), ...Object.keys(other)])]
      .filter((field) => was[field] !== other[field])
      .map((field) => ({ kind, uid, field, was: was[field] ?? MISSING, other: other[field] ?? MISSING }));
  });

/** The changes of a surprise in the world that it met, whose stage this is. */
export const ownChangesIn = (stage: Stage, changes: readonly ChangedRow[], naming: Naming): OwnChanges => {
  const served = changes.filter(({ of }) => kinds.has(of.name));
  if (served.length === 0) return NO_CHANGES;
  const forms = new RowForms(new Places(stage.began, stage.now), naming);
  const byClient = new Set(stage.calls.flatMap(({ changed }) => changed));
  const keyOf = (kind: string, row: Row): string | undefined => {
    const path = forms.pathOf(kind, row);
    return path && slotKey(kind, path);
  };
  // A name that the client has made anew is its own, too, and has another uid.
  const remade = new Set(
    stage.touched.flatMap(({ kind, uid, after }) => (after && byClient.has(uid) ? [keyOf(kind, after)] : [])),
  );
  const keys = new Set(
    served.flatMap(({ of: { name: kind }, uid, before, after }) => {
      const row = before && after ? undefined : (after ?? before);
      const key = row && !byClient.has(uid) ? keyOf(kind, row) : undefined;
      return key === undefined || remade.has(key) ? [] : [key];
    }),
  );
  const updates = updatesOf(served, forms);
  const undone = updates.flatMap(({ kind, uid, field, was, other }) => {
    const of = kinds.get(kind);
    const row = of && stage.now.get(of, uid);
    const form = row && forms.form(kind, row);
    return form && (form.fields[field] ?? MISSING) === was ? [{ form, field, was, other }] : [];
  });
  return {
    covers: (key) => keys.has(key),
    takeOut: (form) => {
      const own = updates.filter(({ uid, field, other }) => uid === form.uid && form.fields[field] === other);
      const fields = Object.fromEntries(own.map(({ field, was }) => [field, was]));
      return own.length === 0 ? form : { ...form, fields: { ...form.fields, ...fields } };
    },
    undone,
  };
};
