import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../json.ts';
import { accessAt } from '../kernel/access.ts';
import { instant } from '../kernel/clock.ts';
import type { Caller, Settings, Violations } from '../kernel/context.ts';
import type { Directory, RowWriteContext } from '../kernel/resource.ts';
import type { Row, Tx } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import { everyCapability } from '../schema/capability.ts';
import { V2 } from '../schema/edition.ts';
import type { FieldViolation } from '../schema/field-violation.ts';
import { message } from '../schema/message.ts';
import type { Operation } from '../schema/operation.ts';
import { checkFields } from '../schema/validate.ts';
import type { FixtureDocument, Path } from './fixture-error.ts';
import type { Kind } from './fixture-format.ts';
import type { FixtureMistakes } from './fixture-mistakes.ts';
import { type Lookup, stepsOf } from './read-value.ts';

type Stored = Row & JsonObject;

/** The origin of a row in a fixture: an item, or a block that makes many. */
export interface Origin {
  readonly kind: Kind;
  readonly path: Path;
  /** The path of its fields. */
  readonly fieldsAt: Path;
  readonly lookups: readonly Lookup[];
}

/** A row that was written, with the facts to check it once all rows are written. */
export interface Written {
  readonly origin: Origin;
  readonly uid: string;
  readonly place: string;
  /** The values of the fixture, as in a create or an update. */
  readonly draft: JsonObject;
  readonly previous: Row | undefined;
  /** The moment that is now for the rules: when the row was made. */
  readonly madeAt: string;
}

const LOADING: Operation = {
  id: 'LoadFixture',
  service: 'mock.Fixtures',
  domain: 'iam',
  summary: 'Load a fixture',
  description: 'Puts the rows of a fixture into a world.',
  http: { method: 'POST', path: '/' },
  request: message('mock.LoadFixtureRequest', 'The rows of a fixture.', {}),
  response: undefined,
  capabilities: [],
  auth: 'token',
  edition: V2,
  origin: 'spec',
  fails: [],
};

/** The row that another one clashes with, and the value that clashes. */
export interface Clash {
  readonly row: Pick<Row, 'uid'>;
  readonly label: string;
}

/** The parts that are the same for every row. */
interface Around {
  readonly tx: Tx;
  readonly directory: Directory;
  readonly settings: Settings;
}

const NOBODY: Caller = { identity: '' };
const EVERYTHING = accessAt(TOP, everyCapability);

/** A row with the values of a fixture; a member of a oneof replaces the other members. */
const mergeValues = ({ fields }: Kind, previous: Stored, values: JsonObject): JsonObject => {
  const unaffected = Object.entries(previous).filter(([name]) => {
    const oneof = fields.fields.get(name)?.oneof;
    return oneof === undefined || !Object.keys(values).some((key) => fields.fields.get(key)?.oneof === oneof);
  });
  return { ...Object.fromEntries(unaffected), ...values };
};

/** The context of the rules of one row. A class, since an object with this number of fields is slow to make. */
class LoadingContext implements RowWriteContext {
  readonly operation = LOADING;
  readonly caller = NOBODY;
  readonly access = EVERYTHING;
  // No rule seals a cursor.
  readonly pageTokenKey = '';
  readonly rows: Tx;
  readonly tx: Tx;
  readonly directory: Directory;
  readonly settings: Settings;
  readonly parent: string;
  readonly now: string;
  readonly touched: ReadonlySet<string>;

  constructor({ tx, directory, settings }: Around, parent: string, now: string, touched: ReadonlySet<string>) {
    this.rows = tx;
    this.tx = tx;
    this.directory = directory;
    this.settings = settings;
    this.parent = parent;
    this.now = now;
    this.touched = touched;
  }

  /** The time, made of the text when a rule reads it, as few do. */
  get nowMillis(): number {
    return Date.parse(this.now);
  }
}

/** Writes rows as if a caller who may do everything had made each of them at its createTime. */
export class RowWriter {
  readonly #tx: Tx;
  readonly #around: Around;
  readonly #now: string;
  #touched: { readonly by: Origin; readonly fields: ReadonlySet<string> } | undefined;
  /** The context of the row that was looked at last: several rules may be asked about it. */
  #last: { readonly written: Written; readonly context: RowWriteContext } | undefined;

  constructor(tx: Tx, directory: Directory, settings: Settings, now: string) {
    this.#tx = tx;
    this.#around = { tx, directory, settings };
    this.#now = now;
  }

  /**
   * Puts a row, or adds the values of a fixture to the row of its uid. Returns undefined when that changes nothing.
   * @throws ApiError when a rule of the resource refuses it
   */
  put(origin: Origin, uid: string, place: string, values: JsonObject, time: string): Written | undefined {
    const { kind } = origin;
    const { resource } = kind;
    const previous = this.#tx.get(resource, uid) as Stored | undefined;
    const madeAt = String(values.createTime ?? previous?.createTime ?? time);
    const draft = previous ? mergeValues(kind, previous, values) : values;
    const made = { origin, uid, place, draft, previous, madeAt };
    const row = this.#withStated(kind, previous ? this.#updateChanged(made, previous) : this.#makeNew(made), values);
    if (previous && isDeepStrictEqual(row, previous)) return undefined;
    const isTimeGiven = values.updateTime !== undefined || row.updateTime === undefined;
    this.#tx.put(resource, previous && !isTimeGiven ? { ...row, updateTime: this.#now } : row);
    return made;
  }

  /**
   * The rules that a written row breaks; the field is empty for a rule about the row as a whole.
   * @throws ApiError when a rule refuses it in its own words
   */
  check(written: Written): readonly FieldViolation[] {
    const { origin, uid, draft, previous } = written;
    const { kind } = origin;
    const { rules } = kind.resource;
    const found: Violations = [...checkFields(kind.fields, draft)];
    rules.validate?.(Object.assign({ uid }, draft), this.#context(written), found, previous);
    return found;
  }

  /**
   * The row with which a written one clashes; in a place that existed before also a row that a create would replace.
   */
  clash(written: Written, isNewPlace: boolean): Clash | undefined {
    const { origin, uid, draft } = written;
    const { clash, replaces } = origin.kind.resource.rules;
    if (!clash && (!replaces || isNewPlace)) return undefined;
    const context = this.#context(written);
    const row: Row = Object.assign({ uid }, draft);
    const replaced = isNewPlace ? undefined : replaces?.(row, context);
    // As in a create, too: a draft has no uid, and so may not stay as it is.
    const clashing =
      clash?.(row, context) ?? (written.previous ? undefined : clash?.(draft as unknown as Row, context));
    const found = clashing ?? (replaced && { row: replaced, label: String(draft.name) });
    return found?.row.uid === uid ? undefined : found;
  }

  /** Completes a row that was checked, by the rows that were written after it. */
  settle(written: Written): void {
    const { resource } = written.origin.kind;
    const row = this.#tx.get(resource, written.uid);
    const settled = row && resource.rules.settle?.(row, this.#context(written));
    if (settled && !isDeepStrictEqual(settled, row)) this.#tx.put(resource, settled);
  }

  #makeNew(written: Written): Stored {
    const { origin, uid, draft, madeAt } = written;
    const { kind } = origin;
    // Not a spread, which takes ten times as long and is most of the cost of a generated row.
    const row: Stored = kind.fields.fields.has('createTime')
      ? Object.assign({ uid, createTime: madeAt, updateTime: madeAt }, draft)
      : Object.assign({ uid }, draft);
    return (kind.resource.rules.beforeCreate?.(row, this.#context(written)) ?? row) as Stored;
  }

  #updateChanged(written: Written, previous: Stored): Stored {
    const { origin, uid, draft } = written;
    const row = { ...draft, uid };
    if (isDeepStrictEqual(row, previous)) return previous;
    return (origin.kind.resource.rules.beforeUpdate?.(row, previous, this.#context(written)) ?? row) as Stored;
  }

  /** Replaces output fields by the values of the fixture. */
  #withStated({ fields }: Kind, row: Stored, values: JsonObject): Stored {
    let result = row;
    for (const name in values) {
      if (row[name] === values[name] || fields.fields.get(name)?.behaviour !== 'output') continue;
      result = { ...result, [name]: values[name] };
    }
    return result;
  }

  #context(written: Written): RowWriteContext {
    if (this.#last?.written !== written) this.#last = { written, context: this.#rowContextOf(written) };
    return this.#last.context;
  }

  #rowContextOf({ origin, place, madeAt, draft }: Written): RowWriteContext {
    // All rows of a block have the same fields.
    if (this.#touched?.by !== origin) this.#touched = { by: origin, fields: new Set(Object.keys(draft)) };
    return new LoadingContext(this.#around, place, madeAt, this.#touched.fields);
  }
}

type Values = Readonly<Record<string | number, unknown>>;

/** The key of a fixture whose rows are put as they are written. */
export const EXACT_KEY = 'exact';

/** True for a fixture whose rows are put as they are written: an export. Another value than a boolean is a mistake. */
export const isExact = (document: FixtureDocument, mistakes?: FixtureMistakes): boolean => {
  const { [EXACT_KEY]: value = false } = document.contents;
  if (typeof value !== 'boolean') mistakes?.add(document, [EXACT_KEY], 'must be true or false');
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
      const value = stepsOf(field).reduce<unknown>((inner, step) => (inner as Values | undefined)?.[step], draft);
      return value !== undefined && value !== '';
    });
  }

  clash(): undefined {}

  settle(): void {}
}

const MINUTE_MILLIS = 60_000;
/** The part of a timestamp that all moments of a minute share. */
const MINUTE_LENGTH = 'YYYY-MM-DDThh:mm:'.length;

/**
 * Makes a function that returns the createTime of one row after the other: each a second later than the one before, so
 * that ordering by it is unambiguous; or always now, when a fixture has no start.
 */
export const rowTimes = (startMillis: number | undefined, nowMillis: number): (() => string) => {
  if (startMillis === undefined) {
    const now = instant(nowMillis);
    return () => now;
  }
  const fraction = instant(startMillis).slice(-'.000Z'.length);
  let next = startMillis;
  let minute = Number.NaN;
  let prefix = '';
  return () => {
    // A date is made once a minute: it costs more than everything else in generating a row.
    const current = Math.floor(next / MINUTE_MILLIS);
    if (current !== minute) {
      minute = current;
      prefix = instant(current * MINUTE_MILLIS).slice(0, MINUTE_LENGTH);
    }
    const second = Math.floor((next - current * MINUTE_MILLIS) / 1000);
    next += 1000;
    return `${prefix}${second < 10 ? '0' : ''}${second}${fraction}`;
  };
};
