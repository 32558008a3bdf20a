import { isObject, type JsonObject, textOrNone } from '../../json.ts';
import type { Resource } from '../../kernel/resource.ts';
import type { Row } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { decodeJson } from '../../schema/decode-json.ts';
import { snake } from '../../schema/message.ts';
import type { ReadAnswer } from '../compare/target.ts';
import { wholeMessage } from '../compare/whole-message.ts';

/** Calls a service with a path and a query, to read. */
export type Read = (path: string) => Promise<Pick<ReadAnswer, 'status' | 'json'>>;

/** Rows of one resource, as a mock stores them, or why the resource could not be read. */
export type ReadRows =
  | { readonly resource: Resource; readonly rows: readonly Row[] }
  | { readonly resource: Resource; readonly missing: string };

export interface ReadWhat {
  /** The group whose organization is read: itself, and what lies below it. */
  readonly group: string;
  readonly operations: readonly BoundOperation[];
  /** The maximum number of rows of a resource that are read; all unless given. */
  readonly maxRows?: number;
}

const PAGE_SIZE = 200;

/** The fields of rows in whose place answers have the named row itself: each with the name that it has there. */
const NAMED_BY_VIEW: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  roleBinding: { identityUid: 'identity', roleUid: 'role' },
};

const isOfV2 = ({ operation }: BoundOperation): boolean => operation.edition.name === 'v2';

/** The row of an item of an answer; undefined if it is none. */
export const rowOf = (resource: Resource, item: unknown): Row | undefined => {
  if (!isObject(item)) return undefined;
  const { value } = decodeJson(wholeMessage(resource.message), item, { keepOutput: true });
  const views = NAMED_BY_VIEW[resource.singular] ?? {};
  const named = Object.entries(views).map(([field, view]) => [field, value[field] ?? uidIn(value[view])] as const);
  const fields = Object.entries(value).filter(([name]) => !isView(resource, name));
  const uid = textOrNone(value.uid);
  return uid === '' ? undefined : { ...Object.fromEntries(fields), ...Object.fromEntries(named), uid };
};

const uidIn = (view: unknown): string => textOrNone((view as JsonObject | undefined)?.uid);

/** True for a field in which answers have other rows. */
const isView = ({ message, hydrate }: Resource, name: string): boolean => {
  const field = message.fields.get(name);
  return hydrate !== undefined && field?.behaviour === 'output' && field.type.kind === 'message';
};

const NO_RIGHT = new Set([401, 403]);

const whyMissing = ({ status }: Pick<ReadAnswer, 'status'>, { operation }: BoundOperation): string =>
  NO_RIGHT.has(status) ? `the caller lacks ${operation.capabilities.join(', ')}` : `the service answered ${status}`;

/** The pages of a List at a path with the beginning of its query, which ends with `?` or `&`. */
async function* pagesOf(
  read: Read,
  bound: BoundOperation,
  path: string,
  maxRows = Number.POSITIVE_INFINITY,
): AsyncGenerator<ReadRows> {
  const { resource, list } = bound;
  const key = list?.key ?? resource.plural;
  const seen = new Set<string>();
  let count = 0;
  for (let token = ''; ; ) {
    const answer = await read(`${path}page_size=${PAGE_SIZE}${token && `&page_token=${encodeURIComponent(token)}`}`);
    const { json: body } = answer;
    if (answer.status !== 200 || !isObject(body)) {
      yield { resource, missing: whyMissing(answer, bound) };
      return;
    }
    const total = Number(body.totalCount ?? 0);
    if (total > maxRows) {
      yield { resource, missing: `there are ${total}, more than the ${maxRows} that are compared` };
      return;
    }
    const items = Array.isArray(body[key]) ? body[key] : [];
    const rows = items.flatMap((item) => rowOf(resource, item) ?? []);
    count += rows.length;
    if (rows.length > 0) yield { resource, rows };
    token = textOrNone(body.nextPageToken);
    if (token === '') break;
    if (seen.has(token) || seen.size > 1_000_000) {
      yield { resource, missing: 'a cursor of the service leads back to a page that was read' };
      return;
    }
    seen.add(token);
  }
  if (count === 0) yield { resource, rows: [] };
}

/** A group, with the groups above it that can be read. */
export async function* readGroupsAbove(read: Read, { group, operations }: ReadWhat): AsyncGenerator<ReadRows> {
  const resource = operations.find(({ operation }) => operation.id === 'ListGroups')?.resource;
  if (!resource) return;
  const steps = group.split('/');
  for (const [at] of steps.entries()) {
    const uid = steps.slice(0, at + 1).join('/');
    const { status, json } = await read(`/iam/v2/groups/${uid}`);
    // The rows below a group need it.
    const standIn = { uid, name: 'not readable', description: '' } as Row;
    yield { resource, rows: [(status === 200 && rowOf(resource, json)) || standIn] };
  }
}

/** The Lists of rows that lie in the tree of groups. */
const listsIn = (operations: readonly BoundOperation[]): readonly BoundOperation[] =>
  operations.filter((bound) => isOfV2(bound) && bound.list?.uidp && !bound.list.outsideTree && bound.resource.served);

/** The path of a List that leaves out nothing below a group: some hide kinds of rows unless asked for (behaviour T1). */
const pathBelow = ({ operation, list }: BoundOperation, group: string): string => {
  const including = Object.entries(list?.filters ?? {})
    .filter(([name, { type }]) => type.kind === 'bool' && name.startsWith('include'))
    .map(([name]) => `${snake(name)}=true&`);
  return `${operation.http?.path}?uidp.descendants_of=${group}&${including.join('')}`;
};

/**
 * Reads the rows of an organization by calls that only read, a page after the other: groups first, then what lies below
 * them. A resource that cannot be read is reported once.
 */
export async function* readRows(read: Read, what: ReadWhat): AsyncGenerator<ReadRows> {
  const { group, operations, maxRows } = what;
  const lists = listsIn(operations);
  const groups = lists.find(({ resource }) => resource.singular === 'group');
  const places: string[] = [group];
  if (groups) {
    yield* readGroupsAbove(read, what);
    for await (const page of pagesOf(read, groups, pathBelow(groups, group), maxRows)) {
      if ('rows' in page) places.push(...page.rows.map(({ uid }) => uid));
      yield page;
    }
  }
  for (const bound of lists) if (bound !== groups) yield* pagesOf(read, bound, pathBelow(bound, group), maxRows);
  for (const bound of operations.filter((each) => isOfV2(each) && each.list?.scope?.type === 'group')) {
    // What holds for a group is listed for those below it, too.
    const seen = new Set<string>();
    for (const place of places) {
      const path = `${bound.operation.http?.path.replace(/\{[^}]*\}/, place)}?`;
      for await (const page of pagesOf(read, bound, path, maxRows)) {
        yield 'rows' in page ? { ...page, rows: page.rows.filter(({ uid }) => seen.size < seen.add(uid).size) } : page;
      }
    }
  }
}

/**
 * Reads what `readRows` does, and then the readme of each repo by a call of its own, while the repos are listed once
 * more, so that only a page of them is in memory.
 */
export async function* readWithReadmes(read: Read, what: ReadWhat): AsyncGenerator<ReadRows> {
  yield* readRows(read, what);
  const repos = listsIn(what.operations).find(({ resource }) => resource.singular === 'repo');
  const readme = what.operations.find(({ operation }) => operation.id === 'GetRepoReadme');
  if (!repos || !readme) return;
  const { resource } = readme;
  for await (const page of pagesOf(read, repos, pathBelow(repos, what.group), what.maxRows)) {
    for (const { uid } of 'rows' in page ? page.rows : []) {
      const answer = await read(`/registry/v2/repos/${uid}/readme`);
      if (NO_RIGHT.has(answer.status)) {
        yield { resource, missing: whyMissing(answer, readme) };
        return;
      }
      const row = answer.status === 200 && isObject(answer.json) && rowOf(resource, { uid, ...answer.json });
      const isEmpty = row && Object.entries(row).every(([name, value]) => name === 'uid' || value === '');
      if (row && !isEmpty) yield { resource, rows: [row] };
    }
  }
}
