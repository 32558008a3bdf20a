import type { Resource } from '../../kernel/resource.ts';
import type { Row } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { decodeJson } from '../../schema/decode-json.ts';
import { isJsonObject, type JsonObject, textOrNone } from '../../schema/json-object.ts';
import { snake } from '../../schema/message.ts';
import { wholeMessage } from '../compare/whole-message.ts';
import { parseJson } from '../evidence/json-value.ts';

/** An answer to a call that reads. */
export interface ReadAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Calls a service with a path and a query, to read. */
export type Read = (path: string) => Promise<ReadAnswer>;

/** Rows of one resource, as a mock stores them, or why a resource is not among the rows. */
export type ReadRows =
  | { readonly resource: Resource; readonly rows: readonly Row[] }
  | { readonly resource: Resource; readonly missing: string };

/** What is read of a service. */
export interface ReadWhat {
  /** The group whose organization is read: itself, and what lies below it. */
  readonly group: string;
  readonly operations: readonly BoundOperation[];
  /** How many rows of a resource are read at most; all unless given. */
  readonly maxRows?: number;
}

const PAGE_SIZE = 200;
/** Up to how many repos each is asked for its readme, which takes a call. */
const MAX_READMES = 200;

/** Fields of rows that answers have as the things they name. */
const NAMED_BY_VIEW: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  roleBinding: { identityUid: 'identity', roleUid: 'role' },
};

/** The parameters by which a List leaves out nothing: some hide kinds of rows unless asked for (behaviour T1). */
const wholeQuery = ({ list }: BoundOperation): string =>
  Object.entries(list?.filters ?? {})
    .flatMap(([name, { type }]) => (type.kind === 'bool' && name.startsWith('include') ? [`&${snake(name)}=true`] : []))
    .join('');

/** The path of a List whose rows belong to a group that the path names. */
const pathAtGroup = ({ list, operation }: BoundOperation, group: string): string | undefined =>
  list?.scope?.type === 'group' ? operation.http?.path.replace(/\{[^}]*\}/, group) : undefined;

/** True for a List of rows that lie in the tree of groups. */
const isInTree = ({ list, resource }: BoundOperation): boolean =>
  list !== undefined && list.uidp !== undefined && !list.outsideTree && resource.served;

const isOfV2 = ({ operation }: BoundOperation): boolean => operation.edition.name === 'v2';

/** The row of an item of an answer; undefined if it is none. */
export const rowOf = (resource: Resource, item: unknown): Row | undefined => {
  if (!isJsonObject(item)) return undefined;
  const { value } = decodeJson(wholeMessage(resource.message), item, { keepOutput: true });
  const views = NAMED_BY_VIEW[resource.singular] ?? {};
  const named = Object.entries(views).map(([field, view]) => [field, value[field] ?? uidIn(value[view])] as const);
  const shown = Object.entries(value).filter(([name]) => !isView(resource, name));
  const uid = textOrNone(value.uid);
  return uid === '' ? undefined : { ...Object.fromEntries(shown), ...Object.fromEntries(named), uid };
};

const uidIn = (view: unknown): string => textOrNone((view as JsonObject | undefined)?.uid);

/** True for a message that an answer has of other rows. */
const isView = ({ message, hydrate }: Resource, name: string): boolean => {
  const field = message.fields.get(name);
  return hydrate !== undefined && field?.behaviour === 'output' && field.type.kind === 'message';
};

const NO_RIGHT = new Set([401, 403]);

const whyMissing = ({ status }: ReadAnswer, { operation }: BoundOperation): string =>
  NO_RIGHT.has(status) ? `the caller lacks ${operation.capabilities.join(', ')}` : `the service answered ${status}`;

/** Where a List is read, and how much of it. */
interface Reading {
  readonly path: string;
  /** Further parameters, each behind a `&`. */
  readonly query: string;
  readonly maxRows: number;
}

/** The pages of a List. */
async function* pagesOf(
  read: Read,
  bound: BoundOperation,
  { path, query, maxRows }: Reading,
): AsyncGenerator<ReadRows> {
  const { resource, list } = bound;
  const key = list?.key ?? resource.plural;
  const seen = new Set<string>();
  let count = 0;
  for (let token = ''; ; ) {
    const answer = await read(
      `${path}?page_size=${PAGE_SIZE}${query}${token && `&page_token=${encodeURIComponent(token)}`}`,
    );
    const { body } = answer;
    if (answer.status !== 200 || !isJsonObject(body)) {
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
export async function* readGroupsAbove(
  read: Read,
  { resource }: BoundOperation,
  group: string,
): AsyncGenerator<ReadRows> {
  const steps = group.split('/');
  for (const [at] of steps.entries()) {
    const uid = steps.slice(0, at + 1).join('/');
    const { status, body } = await read(`/iam/v2/groups/${uid}`);
    const row = status === 200 ? rowOf(resource, body) : undefined;
    if (row) yield { resource, rows: [row] };
    // What lies below it needs it.
    else yield { resource, rows: [{ uid, name: 'not readable', description: '' } as Row] };
  }
}

/** The rows of things that are read one by one, by the uid of what they belong to. */
async function* singles(
  read: Read,
  resource: Resource,
  uids: readonly string[],
  pathTo: (uid: string) => string,
): AsyncGenerator<ReadRows> {
  for (const uid of uids) {
    const { status, body } = await read(pathTo(uid));
    const row = status === 200 ? rowOf(resource, isJsonObject(body) ? { uid, ...body } : undefined) : undefined;
    const isEmpty = row && Object.entries(row).every(([name, value]) => name === 'uid' || value === '');
    if (row && !isEmpty) yield { resource, rows: [row] };
  }
}

/**
 * Reads the rows of an organization by calls that only read, a page after the other: groups first, then what lies below
 * them. What cannot be read is said once for each resource.
 */
export async function* readRows(read: Read, { group, operations, maxRows }: ReadWhat): AsyncGenerator<ReadRows> {
  const limit = maxRows ?? Number.POSITIVE_INFINITY;
  const ofV2 = operations.filter(isOfV2);
  const lists = ofV2.filter(isInTree);
  const groups = lists.find(({ resource }) => resource.singular === 'group');
  const others = lists.filter((bound) => bound !== groups);
  const repos: string[] = [];
  const places: string[] = [group];
  const below = (bound: BoundOperation): Reading => ({
    path: bound.operation.http?.path ?? '',
    query: `&uidp.descendants_of=${group}${wholeQuery(bound)}`,
    maxRows: limit,
  });
  if (groups) {
    yield* readGroupsAbove(read, groups, group);
    for await (const page of pagesOf(read, groups, below(groups))) {
      if ('rows' in page) places.push(...page.rows.map(({ uid }) => uid));
      yield page;
    }
  }
  for (const bound of others) {
    for await (const page of pagesOf(read, bound, below(bound))) {
      if ('rows' in page && bound.resource.singular === 'repo' && repos.length <= MAX_READMES) {
        repos.push(...page.rows.map(({ uid }) => uid));
      }
      yield page;
    }
  }
  for (const bound of ofV2.filter((each) => pathAtGroup(each, group) !== undefined)) {
    // What holds for a group is listed for those below it, too.
    const seen = new Set<string>();
    for (const place of places) {
      for await (const page of pagesOf(read, bound, {
        path: pathAtGroup(bound, place) ?? '',
        query: '',
        maxRows: limit,
      })) {
        yield 'rows' in page ? { ...page, rows: page.rows.filter(({ uid }) => seen.size < seen.add(uid).size) } : page;
      }
    }
  }
  const readmes = ofV2.find(({ operation }) => operation.id === 'GetRepoReadme');
  if (!readmes) return;
  const { resource } = readmes;
  if (repos.length > MAX_READMES) {
    yield { resource, missing: `one call for each of more than ${MAX_READMES} repos` };
    return;
  }
  yield* singles(read, resource, repos, (uid) => `/registry/v2/repos/${uid}/readme`);
}

/** Reads by a function that sends calls. */
export const readBy =
  (send: (path: string) => Promise<{ readonly status: number; readonly body: Buffer }>): Read =>
  async (path) => {
    const { status, body } = await send(path);
    return { status, body: parseJson(body.toString()) };
  };
