import { createHmac, randomBytes } from 'node:crypto';
import { isObject } from '../../json.ts';
import { instant } from '../../kernel/clock.ts';
import { compareText } from '../../kernel/order-by.ts';
import type { Resource } from '../../kernel/resource.ts';
import type { Row } from '../../kernel/rows.ts';
import { UID } from '../../kernel/uid.ts';
import type { AnyMessage, FieldType, NamedField } from '../../schema/field-types.ts';

/** Longer texts are not ordered: no List is sorted by them. In characters. */
const MAX_ORDERED = 200;
/** The moment that stands in for the time of an import: all times keep their distance to it. */
export const STAND_IN_NOW = Date.UTC(2026, 0, 1);

const DIGEST = /^([a-z0-9]+:)([0-9a-f]{32,})$/;
const EMAIL = /^[^\s@<>",;]+@[^\s@<>",;]+$/;
const URL_TEXT = /^[a-z][a-z0-9+.-]*:\/\//i;
const DIGITS = /^\d+$/;
/** The names of tags that a List leaves out by default (behaviour T1): their stand-ins have the same form. */
const REFERRER = /^sha256-[0-9a-f]+/;
const DATED = /-20[0-9]{6}$/;
const EPOCH = /-r[0-9]+$/;

/** The pattern of a field that takes some words only. */
const WORD_LIST = /^(?:\^[a-z-]+\$(?:\||$))+$/;

/** The field of a value, with the resource of its row. */
interface Place {
  readonly field: NamedField;
  readonly type: FieldType;
  readonly resource: Resource;
}

/** Calls `see` with each text of a row but for capabilities, and returns the row with its results in their place. */
const walk = (
  of: AnyMessage,
  value: unknown,
  resource: Resource,
  see: (text: string, place: Place) => unknown,
): unknown => {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, value]) => {
        const field = of.fields.get(name);
        return [name, field ? walkType({ field, type: field.type, resource }, value, see) : value] as const;
      })
      .filter(([, value]) => value !== undefined),
  );
};

const walkType = (place: Place, value: unknown, see: (text: string, place: Place) => unknown): unknown => {
  const { type } = place;
  const { kind, element, message } = type;
  if (message) return walk(message(), value, place.resource, see);
  if (element && Array.isArray(value)) {
    return value.map((item) => walkType({ ...place, type: element }, item, see)).filter((item) => item !== undefined);
  }
  if (element && isObject(value)) {
    const key = { ...place, type: { ...type, kind: 'string' as const } };
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        String(see(name, key)),
        walkType({ ...place, type: element }, item, see),
      ]),
    );
  }
  const isText = kind === 'string' || kind === 'bytes' || kind === 'timestamp';
  return isText && typeof value === 'string' && value !== '' && type.names !== 'capability' ? see(value, place) : value;
};

const rankedTexts = (texts: ReadonlySet<string>): ReadonlyMap<string, number> =>
  new Map([...texts].sort(compareText).map((text, at) => [text, at + 1]));

/**
 * Stand-ins for the texts of an organization: of the same form, the same for equal texts, different for different ones,
 * and in the same order. It has to see all rows first.
 */
export class StandIns {
  readonly #key = randomBytes(32);
  readonly #texts = new Set<string>();
  readonly #segments = new Set<string>();
  readonly #reserved: ReadonlySet<string>;
  readonly #shiftMillis: number;
  #rankOfText: ReadonlyMap<string, number> = new Map();
  #rankOfSegment: ReadonlyMap<string, number> = new Map();

  /** @param reserved the uids that every world has */
  constructor(reserved: ReadonlySet<string>, nowMillis: number) {
    this.#reserved = reserved;
    this.#shiftMillis = STAND_IN_NOW - nowMillis;
  }

  /** Collects the texts of a row. */
  see(resource: Resource, fields: AnyMessage, row: Row): void {
    this.#seeUid(row.uid);
    walk(fields, row, resource, (text, { type }) => {
      if (type.kind === 'timestamp') return text;
      if (UID.test(text)) this.#seeUid(text);
      else if (text.length <= MAX_ORDERED) this.#texts.add(text);
      return text;
    });
  }

  /** Gives each text its place in the order; no row may be seen after it. */
  settle(): void {
    this.#rankOfText = rankedTexts(this.#texts);
    this.#rankOfSegment = rankedTexts(this.#segments);
    this.#texts.clear();
    this.#segments.clear();
  }

  /** A row with stand-ins for all of its texts. */
  replace(resource: Resource, fields: AnyMessage, row: Row): Row {
    const replaced = walk(fields, row, resource, (text, place) => this.#standIn(text, place)) as Row;
    return { ...replaced, uid: this.#uid(row.uid) };
  }

  #seeUid(uid: string): void {
    if (this.#reserved.has(uid)) return;
    for (const segment of uid.split('/')) this.#segments.add(segment);
  }

  #uid(uid: string): string {
    if (this.#reserved.has(uid)) return uid;
    if (!UID.test(uid)) return this.#name(uid, 'id');
    return uid
      .split('/')
      .map((segment) => (this.#rankOfSegment.get(segment) ?? 0).toString(16).padStart(segment.length, '0'))
      .join('/');
  }

  #number(text: string): string {
    const rank = this.#rankOfText.get(text);
    return rank === undefined ? this.#hash(text).slice(0, 12) : String(rank).padStart(7, '0');
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex');
  }

  #name(text: string, word: string): string {
    const number = this.#number(text);
    if (REFERRER.test(text)) return `sha256-${this.#hash(text).slice(0, 64)}`;
    if (DATED.test(text)) return `${word}-${number}-20000101`;
    return EPOCH.test(text) ? `${word}-${number}-r0` : `${word}-${number}`;
  }

  /** Stand-ins for a text in several forms, its own form first. */
  #forms(text: string, { resource, field }: Place): readonly string[] {
    const number = this.#number(text);
    const digits = (length: number): string => number.padStart(length, '0').slice(-length);
    const word = field.name === 'name' ? resource.singular.toLowerCase() : 'text';
    const host = `host-${number}.example`;
    const person = `person-${number}@mail.example`;
    const hexRank = (hex: string): string => (this.#rankOfText.get(text) ?? 0).toString(16).padStart(hex.length, '0');
    const ofItsForm: readonly (readonly [form: RegExp, standIn: string])[] = [
      [DIGEST, text.replace(DIGEST, (_, algorithm: string, hex: string) => `${algorithm}${hexRank(hex)}`)],
      [URL_TEXT, `${text.split('://', 1)[0]}://${host}`],
      [EMAIL, person],
      [DIGITS, digits(text.length)],
      // A name within others, such as the one of an image in its registry.
      [/:/, `${host}/${word}-${number}:tag`],
      [/\//, `${host}/${word}-${number}`],
      [/\//, `${word}/${number}`],
    ];
    return [
      ...ofItsForm.filter(([form]) => form.test(text)).map(([, standIn]) => standIn),
      this.#name(text, word),
      // If digits are refused.
      `${word}-${number.replace(/./g, (digit) => 'abcdefghij'[Number(digit)] ?? 'k')}`,
      ...[`https://${host}`, host, person, digits(12), `sha256:${this.#hash(text)}`, `{"standIn":"${number}"}`],
    ];
  }

  #standIn(text: string, place: Place): string | undefined {
    const { type } = place;
    if (type.kind === 'timestamp') return instant(Date.parse(text) + this.#shiftMillis);
    if (type.kind === 'bytes') return Buffer.from(this.#hash(text), 'hex').toString('base64');
    if (UID.test(text)) return this.#uid(text);
    // A word of the interface says nothing of an organization.
    if (WORD_LIST.test(String(type.keywords?.().pattern))) return text;
    return this.#forms(text, place).find((form) => type.check?.(form) === undefined);
  }
}
