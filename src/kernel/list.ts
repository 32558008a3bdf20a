import { querySpelling } from '../schema/decode-query.ts';
import type { Operation } from '../schema/operation.ts';
import { isZero } from '../schema/scalars.ts';
import { intervalOf, type Reach } from './access.ts';
import type { Context, Violations } from './context.ts';
import { denied, type FieldViolation, invalid } from './errors.ts';
import { DEFAULT_PAGE_SIZE, sliceOf } from './list-slice.ts';
import { type Order, orderReader } from './order-by.ts';
import { type Cursor, openCursor, PAGE_TOKEN_LIFE_MILLIS, sealCursor } from './page-token.ts';
import type { ListRule, Resource } from './resource.ts';
import type { Entry, Row, Selected, Selection } from './rows.ts';
import { type Scope, scopeOf, type Uidp } from './scope.ts';
import { TOP } from './uid.ts';

const MAX_PAGE_SIZE = 200;

/** A page of rows, before any face has given it a form. */
export interface Page {
  readonly entries: readonly Entry[];
  readonly nextPageToken?: string;
  readonly totalCount: number;
  readonly skipped: number;
}

type Request = Readonly<Record<string, unknown>>;

/** What a List request asks for once it has been read and checked. */
interface Query {
  readonly order: Order;
  readonly filters: Request;
  readonly cursor: Cursor | undefined;
  readonly pageSize: number;
  readonly skip: number;
}

const PAGING = new Set(['pageSize', 'pageToken', 'orderBy', 'skip', 'offset', 'page', 'limit']);

/** Runs one List operation. Built once; holds nothing of a call. */
export class Lister {
  readonly #resource: Resource;
  readonly #rule: ListRule;
  readonly #operation: Operation;
  readonly #readOrder: (text: string) => Order | string;
  /** What requests came to, for faces that hand in the same one again. */
  readonly #read = new WeakMap<Request, { readonly query: Query; readonly key: string }>();
  /** The last cursor sealed: calls that ask the same in the same millisecond are given the same. */
  #sealed: { readonly query: Query; readonly last: Entry; readonly millis: number; readonly token: string } | undefined;

  constructor(operation: Operation, resource: Resource, rule: ListRule) {
    this.#operation = operation;
    this.#resource = resource;
    this.#rule = rule;
    this.#readOrder = orderReader(resource, rule);
  }

  /**
   * One page. `faults` are what reading the request found; every fault of the stage is told at once (L22).
   * `demand` refuses callers who may not look where the path says.
   * @throws ApiError INVALID_ARGUMENT, then PERMISSION_DENIED or NOT_FOUND.
   */
  page(
    request: Request,
    faults: readonly FieldViolation[],
    context: Context,
    pageTokenKey: string,
    demand: () => void,
  ): Page {
    const query = this.#readOnce(request, faults, context, pageTokenKey);
    demand();
    const selected = this.#select(query, context);
    const { cursor, pageSize, skip } = query;
    const start = (cursor ? selected.after(cursor.values, cursor.uid) : 0) + skip;
    const end = Math.min(start + pageSize, selected.size);
    const entries: Entry[] = [];
    for (let index = start; index < end; index += 1) entries.push(selected.at(index));
    const last = entries.at(-1);
    const page = { entries, totalCount: selected.size, skipped: skip };
    if (!last || end >= selected.size) return page;
    return { ...page, nextPageToken: this.#seal(query, last, context.nowMillis, pageTokenKey) };
  }

  /**
   * All rows that match, or the slice of them that the request asks for by `offset` or `page` (behaviour §12.4 V8).
   * @throws ApiError as `page` does
   */
  slice(request: Request, faults: readonly FieldViolation[], context: Context, demand: () => void): Page {
    const slice = sliceOf(request, faults);
    const { pageSize: _, pageToken: __, skip: ___, ...filters } = request;
    const query = this.#readRequest(filters, slice.faults, context, '');
    demand();
    const selected = this.#select(query, context);
    const end = Math.min(slice.start + slice.size, selected.size);
    const entries: Entry[] = [];
    for (let index = slice.start; index < end; index += 1) entries.push(selected.at(index));
    return { entries, totalCount: selected.size, skipped: Math.min(slice.start, selected.size) };
  }

  #seal(query: Query, last: Entry, millis: number, key: string): string {
    const known = this.#sealed;
    if (known?.query === query && known.last === last && known.millis === millis) return known.token;
    const { order, filters } = query;
    const token = sealCursor(key, {
      operation: this.#operation.id,
      order: order.text,
      filters,
      values: order.keys.map(({ sortValue }) => sortValue(last.row)),
      uid: last.uid,
      issuedMillis: millis,
    });
    this.#sealed = { query, last, millis, token };
    return token;
  }

  #readOnce(request: Request, faults: readonly FieldViolation[], context: Context, key: string): Query {
    const known = this.#read.get(request);
    // A cursor counts for as long as it lives, and in the world that sealed it.
    if (known && known.key === key && !isExpired(known.query.cursor, context)) return known.query;
    const query = this.#readRequest(request, faults, context, key);
    // An expired cursor is read anew: a reset of the clock brings it back to life.
    if (query.cursor || (request.pageToken ?? '') === '') this.#read.set(request, { query, key });
    return query;
  }

  #readRequest(request: Request, faults: readonly FieldViolation[], context: Context, key: string): Query {
    const found: Violations = [...faults];
    const { pageSize = 0, skip = 0 } = request as { pageSize?: number; skip?: number };
    if (pageSize < 0) found.push({ field: 'page_size', description: 'page_size must not be negative' });
    if (skip < 0) found.push({ field: 'skip', description: 'skip must not be negative' });
    const orderBy = String(request.orderBy ?? '');
    let order = this.#readOrder(orderBy);
    if (typeof order === 'string') found.push({ field: 'order_by', description: order });
    let filters = this.#filtersOf(request, found);
    found.push(...(this.#rule.validate?.(filters) ?? []));
    const token = String(request.pageToken ?? '');
    let cursor = token === '' ? undefined : openCursor(key, token);
    if (token !== '' && cursor?.operation !== this.#operation.id) {
      found.push({ field: 'page_token', description: 'page_token is invalid' });
      cursor = undefined;
    }
    // An expired cursor restarts the walk and is no error (L14); only then may it differ (L13).
    if (isExpired(cursor, context)) cursor = undefined;
    if (cursor) {
      const before = cursor.filters;
      const orderDiffers = orderBy.trim() !== '' && typeof order !== 'string' && order.text !== cursor.order;
      const filterDiffers = Object.entries(filters).some(([name, value]) => !sameFilter(before[name], value));
      if (orderDiffers || filterDiffers) {
        found.push({ field: 'page_token', description: 'page_token does not match the request parameters' });
      }
      order = this.#readOrder(cursor.order);
      filters = before;
    } else {
      this.#demandRequired(filters, found);
    }
    if (found.length > 0 || typeof order === 'string') throw invalid(...this.#inTableOrder(found));
    return {
      order,
      filters,
      cursor,
      pageSize: pageSize === 0 ? DEFAULT_PAGE_SIZE : Math.min(pageSize, MAX_PAGE_SIZE),
      skip,
    };
  }

  /** The filters that a request sets, canonical: without those that are empty (behaviour §3.12). */
  #filtersOf(request: Request, found: Violations): Request {
    const filters: Record<string, unknown> = {};
    for (const field of this.#operation.request.fields.values()) {
      const value = request[field.name];
      if (PAGING.has(field.name) || isZero(field.type, value)) continue;
      if (field.type.kind === 'message') {
        const set = Object.entries(value as Request).filter(([name, item]) => {
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

  #demandRequired(filters: Request, found: Violations): void {
    for (const [name, filter] of Object.entries(this.#rule.filters)) {
      const field = this.#operation.request.fields.get(name);
      if (!filter.required || !field || filters[name] !== undefined) continue;
      const spelling = querySpelling(field);
      if (found.some((violation) => violation.field === spelling)) continue;
      found.push({ field: spelling, description: `${spelling} is required` });
    }
  }

  #inTableOrder(found: Violations): Violations {
    const rank = new Map([...this.#operation.request.fields.values()].map((field, at) => [querySpelling(field), at]));
    const of = ({ field }: FieldViolation): number => rank.get(field.split('.')[0] ?? '') ?? rank.size;
    return [...found].sort((a, b) => of(a) - of(b));
  }

  #reach({ access }: Context): Reach {
    const { capabilities, scope } = this.#operation;
    if (scope !== undefined || capabilities.length === 0) return [TOP];
    const reach = access.reach(capabilities);
    if (reach.length > 0) return this.#rule.outsideTree ? [TOP] : reach;
    const lacking = capabilities.find((capability) => access.reach([capability]).length === 0) ?? capabilities[0];
    throw denied(`missing capability "${lacking}"`);
  }

  #scope(query: Query, reach: Reach, context: Context): Scope {
    const uidp = (query.filters.uidp ?? {}) as Uidp;
    if (this.#rule.outsideTree || this.#operation.scope !== undefined) {
      return { key: '', intervals: [intervalOf(TOP)], tests: [] };
    }
    return scopeOf(this.#resource, uidp, reach, this.#operation.capabilities, context);
  }

  #select(query: Query, context: Context): Selected {
    const scope = this.#scope(query, this.#reach(context), context);
    const located = this.#rule.locate?.(query.filters, context);
    const tests: ((row: Row) => boolean)[] = [...scope.tests];
    if (located?.where) tests.push(located.where.test);
    const visible = this.#rule.visible?.(query.filters);
    if (visible) tests.push(visible);
    let equal: Selection['equal'];
    let { uids } = scope;
    for (const [name, filter] of Object.entries(this.#rule.filters)) {
      const value = query.filters[name];
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
    const { uidp: _, ...others } = query.filters;
    const { id, version } = this.#operation;
    const filtersKey = Object.keys(others).length === 0 ? '' : JSON.stringify(others);
    return context.rows.select(this.#resource, {
      // The same filters may select other rows in v1: the key is not shared with v2, nor between the Lists of v1.
      key: `${version === undefined ? '' : id}|${scope.key}|${located?.parent ?? ''}|${located?.where?.key ?? ''}|${filtersKey}|${query.order.text}`,
      intervals: scope.intervals,
      order: query.order.keys,
      ...(parent === undefined ? {} : { parent }),
      ...(uids === undefined ? {} : { uids }),
      ...(equal === undefined ? {} : { equal }),
      ...(tests.length === 0 ? {} : { where: (row: Row) => tests.every((test) => test(row)) }),
    });
  }
}

const isExpired = (cursor: Cursor | undefined, { nowMillis }: Context): boolean =>
  cursor !== undefined && nowMillis - cursor.issuedMillis > PAGE_TOKEN_LIFE_MILLIS;

const sameFilter = (before: unknown, now: unknown): boolean =>
  before === now ||
  // A client that follows a cursor says the same in the same order; only others are put in one.
  JSON.stringify(before) === JSON.stringify(now) ||
  canonicalText(before) === canonicalText(now);

const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  ) ?? '';
