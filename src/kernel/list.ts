import { canonicalJson, type JsonObject } from '../json.ts';
import { querySpelling } from '../schema/decode-query.ts';
import { type FieldViolation, violationByName, violationByPath } from '../schema/field-violation.ts';
import type { Operation } from '../schema/operation.ts';
import { profileIn } from '../schema/profile.ts';
import { isZero } from '../schema/scalars.ts';
import { sortByFields } from '../schema/validate.ts';
import { EVERYWHERE, intervalOf } from './access.ts';
import type { Violations } from './context.ts';
import { invalid } from './errors.ts';
import { type Order, orderReader } from './order-by.ts';
import { type Cursor, openCursor, PAGE_TOKEN_LIFE_MILLIS, sealCursor, type Walk } from './page-token.ts';
import type { Context, ListReading, ListRule, Resource } from './resource.ts';
import type { Entry, Row, Selected, Selection, SortKey, SortValue } from './rows.ts';
import { type Scope, scopeOf, type Uidp } from './scope.ts';
import { TOP } from './uid.ts';

interface Place {
  readonly values: readonly SortValue[];
  readonly uid: string;
}

const comparePlaces = (keys: readonly SortKey[], one: Place, other: Place): number => {
  for (const [at, { compare, descending }] of keys.entries()) {
    const difference = compare(one.values[at], other.values[at]);
    if (difference !== 0) return descending ? -difference : difference;
  }
  return one.uid < other.uid ? -1 : one.uid > other.uid ? 1 : 0;
};

const entryOf = (row: Row): Entry => ({
  uid: row.uid,
  row,
  stamp: 0,
  json: undefined,
  jsonIsAscii: false,
  jsonVersion: 0,
  bytes: undefined,
  bytesVersion: 0,
});

/** Rows that a List joins from others, as a selection in its order (behaviour L19). */
const combineRows = (
  selected: Selected,
  combine: (rows: readonly Row[]) => readonly Row[],
  keys: readonly SortKey[],
): Selected => {
  const placeOf = (row: Row): Place => ({ values: keys.map(({ sortValue }) => sortValue(row)), uid: row.uid });
  const placed = combine(selected.slice(0, selected.size).map(({ row }) => row))
    .map((row) => ({ row, place: placeOf(row) }))
    .sort((a, b) => comparePlaces(keys, a.place, b.place));
  return {
    size: placed.length,
    at: (index) => {
      const found = placed[index];
      if (!found) throw new RangeError(`no row ${index} in a selection of ${placed.length}`);
      return entryOf(found.row);
    },
    slice: (from, to) => placed.slice(from, to).map(({ row }) => entryOf(row)),
    after: (values, uid) => {
      const next = placed.findIndex(({ place }) => comparePlaces(keys, place, { values, uid }) > 0);
      return next < 0 ? placed.length : next;
    },
  };
};

/** The size of a page when the request has none (behaviour L1). */
export const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

/** A page of rows, before a face renders it. */
export interface Page {
  readonly entries: readonly Entry[];
  readonly nextPageToken?: string;
  readonly totalCount: number;
  readonly skipped: number;
}

/** A List request, after it was read and checked. */
interface Query {
  readonly walk: Walk;
  readonly order: Order;
  readonly cursor: Cursor | undefined;
  readonly pageSize: number;
  readonly skip: number;
}

const PAGING = new Set(['pageSize', 'pageToken', 'orderBy', 'skip']);

const WHOLE_TREE: Scope = { key: '', intervals: [intervalOf(TOP)], tests: [] };

/** Runs one List operation. It is built once and serves every world. */
export class Lister {
  readonly #resource: Resource;
  readonly #rule: ListRule;
  readonly #operation: Operation;
  readonly #viewsOf: string;
  readonly #readOrder: (text: string) => Order | string;
  /** The queries of first pages, for faces that pass the same request object again. */
  readonly #read = new WeakMap<JsonObject, Query>();

  /** `viewsOf` separates the cached views from other Lists of the resource that have another rule. */
  constructor(operation: Operation, resource: Resource, rule: ListRule, viewsOf = '') {
    this.#viewsOf = viewsOf;
    this.#operation = operation;
    this.#resource = resource;
    this.#rule = rule;
    this.#readOrder = orderReader(resource, rule);
  }

  /**
   * Returns one page. `violations` are the violations that reading the request found; all violations of the stage are
   * reported at the same time (behaviour L22).
   * `demand` refuses callers who may not list at the place that the path names, if it names one.
   * @throws ApiError INVALID_ARGUMENT, then PERMISSION_DENIED or NOT_FOUND
   */
  page(request: JsonObject, violations: readonly FieldViolation[], context: Context, demand?: () => void): Page {
    const query = this.#readOnce(request, violations, context);
    demand?.();
    const selected = this.#select(query, context);
    const { cursor, pageSize, skip } = query;
    const start = (cursor ? placeAfter(cursor, query.order, selected) : 0) + skip;
    const whole = Math.min(start + pageSize, selected.size);
    const end = context.reading?.rowsOf ? shorten(start, whole, context.reading) : whole;
    const entries = selected.slice(start, end);
    // The cursor of a page without rows that is not the last one stands behind the row before the page.
    const last = entries.at(-1) ?? (end < whole && end > 0 ? selected.at(end - 1) : undefined);
    const skipsInAll = profileIn(context.settings).skipped === 'walk';
    const before = skipsInAll ? (cursor?.skipped ?? 0) : 0;
    const totalCount = selected.size;
    const skipped = before + skip;
    if (end >= totalCount) return { entries, totalCount, skipped };
    const nextPageToken = sealCursor(context.pageTokenKey, {
      walk: query.walk,
      values: last ? query.order.keys.map(({ sortValue }) => sortValue(last.row)) : [],
      uid: last?.uid ?? BEGINNING,
      issuedMillis: context.nowMillis,
      at: end,
      skipped: skipsInAll ? skipped : 0,
    });
    return { entries, totalCount, skipped, nextPageToken };
  }

  /**
   * Returns at most `size` matching rows from the index `start` on. `size` may be Infinity. The request has no paging.
   * @throws ApiError as `page` does
   */
  slice(
    { start, size }: { readonly start: number; readonly size: number },
    request: JsonObject,
    violations: readonly FieldViolation[],
    context: Context,
    demand?: () => void,
  ): Page {
    const query = this.#readRequest(request, violations, context);
    demand?.();
    const selected = this.#select(query, context);
    const end = Math.min(start + size, selected.size);
    const entries = selected.slice(start, end);
    return { entries, totalCount: selected.size, skipped: Math.min(start, selected.size) };
  }

  /** Refuses a caller who may not list by a uidp filter. @throws ApiError NOT_FOUND or PERMISSION_DENIED */
  demand(uidp: Uidp, context: Context): void {
    this.#scope(uidp, context);
  }

  #readOnce(request: JsonObject, violations: readonly FieldViolation[], context: Context): Query {
    // A request with a cursor is seldom repeated, and the cursor is valid for some time and in one world only.
    if ((request.pageToken ?? '') !== '') return this.#readRequest(request, violations, context);
    let query = this.#read.get(request);
    if (!query) {
      query = this.#readRequest(request, violations, context);
      this.#read.set(request, query);
    }
    return query;
  }

  #readRequest(request: JsonObject, violations: readonly FieldViolation[], context: Context): Query {
    const found: Violations = [...violations];
    const { pageSize = 0, skip = 0 } = request as { pageSize?: number; skip?: number };
    if (pageSize < 0) found.push(violationByName('page_size', 'must not be negative'));
    if (skip < 0) found.push(violationByName('skip', 'must not be negative'));
    const orderBy = String(request.orderBy ?? '');
    let order = this.#readOrder(orderBy);
    if (typeof order === 'string') found.push({ field: 'order_by', description: order });
    const filters = this.#filtersOf(request, found);
    found.push(...(this.#rule.validate?.(filters) ?? []));
    const token = String(request.pageToken ?? '');
    let cursor = token === '' ? undefined : openCursor(context.pageTokenKey, token);
    if (token !== '' && cursor?.walk.operation !== this.#operation.id) {
      found.push(violationByName('page_token', 'is invalid'));
      cursor = undefined;
    }
    // An expired cursor restarts the walk and is no error (behaviour L14); its request may then be another (behaviour
    // L13).
    if (cursor && (context.nowMillis - cursor.issuedMillis > PAGE_TOKEN_LIFE_MILLIS || context.reading?.isExpired)) {
      cursor = undefined;
      context.reading?.differs();
    }
    if (cursor) {
      const before = cursor.walk.filters;
      const ordered = this.#readOrder(cursor.walk.order);
      const orderDiffers =
        orderBy.trim() !== '' &&
        typeof order !== 'string' &&
        (typeof ordered === 'string' || order.text !== ordered.text);
      const filterDiffers = Object.entries(filters).some(([name, value]) => !isSameFilter(before[name], value));
      if (orderDiffers || filterDiffers) {
        found.push(violationByName('page_token', 'does not match the request parameters'));
      }
      order = ordered;
    } else {
      this.#demandRequired(filters, found);
    }
    if (found.length > 0 || typeof order === 'string') throw invalid(sortByFields(this.#operation.request, found));
    return {
      walk: cursor?.walk ?? { operation: this.#operation.id, order: order.text, filters },
      order,
      cursor,
      pageSize: pageSize === 0 ? DEFAULT_PAGE_SIZE : Math.min(pageSize, MAX_PAGE_SIZE),
      skip,
    };
  }

  /** The filters that a request sets, without empty ones (behaviour §3.12). */
  #filtersOf(request: JsonObject, found: Violations): JsonObject {
    const filters: Record<string, unknown> = {};
    for (const field of this.#operation.request.fields.values()) {
      const value = request[field.name];
      if (PAGING.has(field.name) || isZero(field.type, value)) continue;
      if (field.type.kind === 'message') {
        const set = Object.entries(value as JsonObject).filter(([name, item]) => {
          const member = field.type.message?.().fields.get(name);
          return member !== undefined && !isZero(member.type, item);
        });
        if (set.length > 0) filters[field.name] = Object.fromEntries(set);
        continue;
      }
      filters[field.name] = value;
      const wrong = this.#rule.filters[field.name]?.validate?.(value);
      if (wrong !== undefined) found.push({ field: querySpelling(field), description: wrong });
    }
    return filters;
  }

  #demandRequired(filters: JsonObject, found: Violations): void {
    for (const [name, filter] of Object.entries(this.#rule.filters)) {
      const field = this.#operation.request.fields.get(name);
      if (!filter.required || !field || filters[name] !== undefined) continue;
      const spelling = querySpelling(field);
      if (found.some((violation) => violation.field === spelling)) continue;
      found.push(violationByPath(spelling, 'is required'));
    }
  }

  #scope(uidp: Uidp, context: Context): Scope {
    const { capabilities, scope } = this.#operation;
    const isFree = scope !== undefined || capabilities.length === 0;
    const reach = isFree ? EVERYWHERE : context.access.demandReach(capabilities);
    if (this.#rule.outsideTree || scope !== undefined) return WHOLE_TREE;
    return scopeOf(this.#resource, uidp, reach, capabilities, context);
  }

  #select({ walk: { filters }, order }: Query, context: Context): Selected {
    const scope = this.#scope((filters.uidp ?? {}) as Uidp, context);
    const located = this.#rule.locate?.(filters, context);
    const tests: ((row: Row) => boolean)[] = [...scope.tests];
    if (located?.where) tests.push(located.where.test);
    const visible = this.#rule.visible?.(filters);
    if (visible) tests.push(visible);
    let equal: Selection['equal'];
    let { uids } = scope;
    for (const [name, filter] of Object.entries(this.#rule.filters)) {
      const value = filters[name];
      if (value === undefined) continue;
      if (filter.equals === 'uid') {
        uids = (uids ?? [String(value)]).filter((uid) => uid === value);
        continue;
      }
      tests.push(filter.matches(value, context.rows));
      if (filter.equals !== undefined && this.#resource.indexes.includes(filter.equals)) {
        equal = { field: filter.equals, value: String(value) };
      }
    }
    const parent = located?.parent ?? scope.parent;
    const { uidp: _, ...others } = filters;
    const filtersKey = Object.keys(others).length === 0 ? '' : JSON.stringify(others);
    const selected = context.rows.select(this.#resource, {
      key: `${this.#viewsOf}|${scope.key}|${located?.parent ?? ''}|${located?.where?.key ?? ''}|${filtersKey}|${order.text}`,
      intervals: scope.intervals,
      order: order.keys,
      ...(parent === undefined ? {} : { parent }),
      ...(uids === undefined ? {} : { uids }),
      ...(equal === undefined ? {} : { equal }),
      ...(tests.length === 0 ? {} : { where: (row: Row) => tests.every((test) => test(row)) }),
    });
    const combine = this.#rule.combine?.(filters);
    return combine ? combineRows(selected, combine, order.keys) : selected;
  }
}

/** The uid of a cursor that stands before the first row: no row has it. */
const BEGINNING = '';

/** The end of a page that a fault shortens (behaviour F30). */
const shorten = (start: number, end: number, { rowsOf, differs }: ListReading): number => {
  const count = Math.max(0, end - start);
  const wanted = Math.min(rowsOf?.(count) ?? count, count);
  if (wanted >= count) return end;
  differs();
  return start + wanted;
};

/**
 * The index of the first row behind a cursor. The row of the cursor is mostly where it was on the earlier page, and a
 * binary search would read many rows.
 */
const placeAfter = ({ at, uid, values }: Cursor, { keys }: Order, selected: Selected): number => {
  if (uid === BEGINNING) return 0;
  const last = at > 0 && at <= selected.size ? selected.at(at - 1) : undefined;
  const isThere = last?.uid === uid && keys.every(({ sortValue }, nth) => sortValue(last.row) === values[nth]);
  return isThere ? at : selected.after(values, uid);
};

const isSameFilter = (before: unknown, now: unknown): boolean =>
  before === now || hasSameMembers(before, now) || canonicalJson(before) === canonicalJson(now);

/** True for two objects with equal texts and numbers in the same order, as a client that follows a cursor sends them. */
const hasSameMembers = (before: unknown, now: unknown): boolean => {
  if (typeof before !== 'object' || typeof now !== 'object' || !before || !now) return false;
  const names = Object.keys(before);
  if (names.length !== Object.keys(now).length) return false;
  for (const name of names) if ((before as JsonObject)[name] !== (now as JsonObject)[name]) return false;
  return true;
};
