import { isDeepStrictEqual } from 'node:util';
import type { Row, Tx } from '../kernel/rows.ts';
import type { FieldViolation } from '../schema/field-violation.ts';
import { checkFields } from '../schema/validate.ts';
import type { FixtureDocument } from './fixture-document.ts';
import type { FixtureFaults } from './fixture-faults.ts';
import { stepsOf } from './read-value.ts';
import type { RowWriter, Written } from './row-writer.ts';

type Values = Readonly<Record<string | number, unknown>>;

/** The key of a fixture whose rows are put as they are written. */
export const EXACT_KEY = 'exact';

/** True for a fixture whose rows are put as they are written: an export. Another value than a boolean is a fault. */
export const isExact = (document: FixtureDocument, faults?: FixtureFaults): boolean => {
  const { [EXACT_KEY]: value = false } = document.contents;
  if (typeof value !== 'boolean') faults?.add(document, [EXACT_KEY], 'must be true or false');
  return value === true;
};

/**
 * Puts rows as a fixture has them: nothing is derived or completed, and no rule of a resource changes or refuses one,
 * since a state that was reached by calls may be one that no single call could make.
 */
export class ExactWriter implements Pick<RowWriter, 'put' | 'check' | 'clash' | 'settle'> {
  readonly #tx: Tx;

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  put(...[origin, uid, place, values, madeAt]: Parameters<RowWriter['put']>): Written | undefined {
    const { resource } = origin.kind;
    const previous = this.#tx.get(resource, uid);
    const row: Row = { ...values, uid };
    if (previous && isDeepStrictEqual(previous, row)) return undefined;
    this.#tx.put(resource, row);
    return { origin, uid, place, draft: values, previous, madeAt };
  }

  /** Checks values by the rules of their fields. A value may be missing: calls of v1 need not give it. */
  check({ origin, draft }: Written): readonly FieldViolation[] {
    const found = checkFields(origin.kind.fields, draft);
    return found.filter(({ field }) => {
      const value = stepsOf(field).reduce<unknown>((held, step) => (held as Values | undefined)?.[step], draft);
      return value !== undefined && value !== '';
    });
  }

  clash(): undefined {}

  settle(): void {}
}
