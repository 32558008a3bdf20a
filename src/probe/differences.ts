import type { ExpectedWorld } from './expected-world.ts';
import type { OwnChanges } from './own-changes.ts';
import { formText, type RowForm, type Slot, type StateTable } from './row-form.ts';

/** A row that is not as the run should have made it. */
export interface Difference {
  readonly how: 'doubled' | 'missing' | 'added' | 'undeleted' | 'changed' | 'overwritten';
  readonly kind: string;
  /** Its name in the run; if it is missing there, its name in the runs without a surprise. */
  readonly name: string;
  /** If there are too many rows of one kind and name: the names of all of them; otherwise empty. */
  readonly names: readonly string[];
  readonly uid: string;
  /** Of a row that was changed: a field that differs, with its value in the run and in the others, as JSON. */
  readonly field?: string;
  readonly is?: string | undefined;
  readonly shouldBe?: string | undefined;
}

const fieldThatDiffers = (
  is: RowForm,
  shouldBe: RowForm,
  noise: ReadonlySet<string> | undefined,
): Pick<Difference, 'field' | 'is' | 'shouldBe'> => {
  const names = [...new Set([...Object.keys(is.fields), ...Object.keys(shouldBe.fields)])];
  const field = names.find((name) => !noise?.has(name) && is.fields[name] !== shouldBe.fields[name]);
  return field === undefined ? {} : { field, is: is.fields[field], shouldBe: shouldBe.fields[field] };
};

const differenceOf = (how: Difference['how'], form: RowForm, all: readonly RowForm[]): Difference => ({
  how,
  kind: form.kind,
  name: form.name,
  names: all.map(({ name }) => name),
  uid: form.uid,
});

/** Takes out pairs of equal rows; the others differ. */
const unpaired = (
  actual: readonly RowForm[],
  expected: readonly RowForm[],
  textOf: (form: RowForm) => string,
): readonly [actual: readonly RowForm[], expected: readonly RowForm[]] => {
  const remaining = [...expected];
  const others = actual.filter((form) => {
    const at = remaining.findIndex((other) => textOf(other) === textOf(form));
    if (at >= 0) remaining.splice(at, 1);
    return at < 0;
  });
  return [others, remaining];
};

/** The differences of the rows of one name from the same rows in runs without a surprise. */
const strictDifferences = (
  { before, after: actual }: Slot,
  expected: readonly RowForm[],
  noise: ReadonlySet<string> | undefined,
): readonly Difference[] => {
  const [more, less] = unpaired(actual, expected, (form) => formText(form, noise));
  const changed = more.slice(0, less.length).map((form, at) => ({
    ...differenceOf('changed', form, []),
    ...fieldThatDiffers(form, less[at] ?? form, noise),
  }));
  const tooMany = expected.length > 0 ? 'doubled' : before.length > 0 ? 'undeleted' : 'added';
  const added = more.slice(less.length).map((form) => differenceOf(tooMany, form, actual));
  const missing = less.slice(more.length).map((form) => differenceOf('missing', form, []));
  return [...changed, ...added, ...missing];
};

/** The differences of the rows of one name: each must be as it was at some moment, and none more often than ever. */
const lenientDifferences = (
  { before, after }: Slot,
  key: string,
  { ever, noise, table }: ExpectedWorld,
): readonly Difference[] => {
  const seen = ever.get(key);
  const noisy = noise.get(key);
  const began = before.map((form) => formText(form, noisy));
  const most = seen?.most ?? before.length;
  const extra = after
    .slice(most)
    .map((form) =>
      differenceOf(most > 0 || (table.get(key)?.after.length ?? 0) > 0 ? 'doubled' : 'added', form, after),
    );
  const known = (form: RowForm): boolean =>
    seen?.forms.has(formText(form, noisy)) === true || began.includes(formText(form, noisy));
  const changed = after.slice(0, most).flatMap((form) => {
    if (known(form)) return [];
    const other = table.get(key)?.after[0] ?? before[0] ?? form;
    return [{ ...differenceOf('changed', form, []), ...fieldThatDiffers(form, other, noisy) }];
  });
  const [first] = before;
  const isLost = first !== undefined && after.length === 0 && seen?.wasMissing !== true;
  return [...changed, ...extra, ...(isLost ? [differenceOf('missing', first, [])] : [])];
};

/** The final state of a run, and the expected one. */
export interface Comparison {
  readonly expected: ExpectedWorld;
  readonly table: StateTable;
  readonly own: OwnChanges;
  /** True for a run that has not succeeded: it may have ended at any moment. */
  readonly isLenient: boolean;
}

/** The changes of another caller that the run has undone. */
const overwritten = ({ own }: Comparison): readonly Difference[] =>
  own.undone.map(({ form, field, was, other }) => {
    const facts = { field, is: was, shouldBe: other };
    return { ...differenceOf('overwritten', form, []), ...facts };
  });

/** The rows of one world that are not as the run should have made them. */
export const findDifferences = (comparison: Comparison): readonly Difference[] => {
  const { expected, table, own, isLenient } = comparison;
  const keys = new Set([...expected.table.keys(), ...table.keys()]);
  const found = [...keys].flatMap((key) => {
    if (own.covers(key)) return [];
    const slot = table.get(key);
    if (isLenient)
      return slot ? lenientDifferences({ ...slot, after: slot.after.map(own.takeOut) }, key, expected) : [];
    const wanted = expected.table.get(key);
    const before = slot?.before ?? wanted?.before ?? [];
    const after = (slot?.after ?? before).map(own.takeOut);
    return strictDifferences({ before, after }, wanted ? wanted.after : before, expected.noise.get(key));
  });
  return [...found, ...overwritten(comparison)];
};
