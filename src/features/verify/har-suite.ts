import { readText } from '../../command/read-text.ts';
import { describedOperations } from '../../editions/editions.ts';
import { createMatcher } from '../../faces/rest/matcher.ts';
import { isObject, type JsonObject, jsonOrText, parseJson, textOrNone } from '../../json.ts';
import { operationsIn } from '../../kernel/profile-operations.ts';
import type { Resource } from '../../kernel/resource.ts';
import type { Row } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { parentOf as parentUidOf, TOP } from '../../kernel/uid.ts';
import { identities, superusers } from '../../resources/index.ts';
import { groupBy } from '../../schema/group-by.ts';
import { profileNamed } from '../../schema/profile.ts';
import { BoundComparer } from '../compare/bound-comparer.ts';
import { decodeText } from '../compare/decode-text.ts';
import { compareAnswers, type SeenAnswer } from '../compare/judge-answer.ts';
import { type Pauses, type Target, TargetRefusal } from '../compare/target.ts';
import { isHarEntry } from '../evidence/traced-call.ts';
import { rowOf } from '../import/read-rows.ts';
import { caseOf, curlOf } from './case.ts';
import { seenOf } from './exchange.ts';
import { callReference, type PlacedRow, putRows, type ReferenceOptions, startReference } from './reference.ts';
import { type CaseResult, notCompared } from './run-cases.ts';

/** A call of the API in a HAR, with its answer. */
interface Exchange {
  readonly bound: BoundOperation;
  /** The values in its path, by request field. */
  readonly values: Readonly<Record<string, string>>;
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  readonly body: string | undefined;
  /** True if it had a token, whose value the HAR may omit. */
  readonly hasToken: boolean;
  /** Of its headers only the media type counts: programs that write a HAR leave out others. */
  readonly answer: SeenAnswer;
}

/** The value of a header in a list of HAR; undefined if it is not there, or the list is none. */
const headerIn = (list: unknown, wanted: string): string | undefined => {
  const found =
    Array.isArray(list) && list.filter(isObject).find(({ name }) => textOrNone(name).toLowerCase() === wanted);
  return found && typeof found.value === 'string' ? found.value : undefined;
};

/** The exchange of an entry; none if it is no call of the API, or its answer is not in the file. */
const exchangeIn = (given: unknown, match: ReturnType<typeof createMatcher>): readonly Exchange[] => {
  if (!isHarEntry(given) || given.response.status <= 0) return [];
  const { method, url, headers: sent, postData } = given.request;
  const { status, headers: answered } = given.response;
  const content: JsonObject = isObject(given.response.content) ? given.response.content : {};
  const target = /^[a-z]+:\/\/[^/?]*(.*)$/i.exec(url)?.[1] ?? url;
  const found = match(method, decodeText(target.split('?', 1)[0] ?? ''));
  if (!found || !('bound' in found)) return [];
  const written = textOrNone(content.text);
  const text = content.encoding === 'base64' ? Buffer.from(written, 'base64').toString() : written;
  if (text === '' && content.size !== 0 && found.bound.operation.response) return [];
  return [
    {
      bound: found.bound,
      values: found.values,
      method,
      target,
      body: typeof postData?.text === 'string' ? postData.text : undefined,
      // Browsers leave out the header of a token if they write a HAR for others.
      hasToken: headerIn(sent, 'authorization') !== undefined || status !== 401,
      answer: {
        status,
        headers: { 'content-type': headerIn(answered, 'content-type') },
        body: text === '' ? undefined : jsonOrText(text),
      },
    },
  ];
};

/**
 * The calls of the API in a HAR of any program.
 * @throws TargetRefusal that names the file if it is none, or has no call of the API
 */
const readHar = async (file: string, operations: readonly BoundOperation[]): Promise<readonly Exchange[]> => {
  const text = await readText(file, (reason) => new TargetRefusal(`${file}: ${reason}`));
  const har = parseJson(text.replace(/^\uFEFF/, ''));
  const entries = isObject(har) && isObject(har.log) ? har.log.entries : undefined;
  if (!Array.isArray(entries)) throw new TargetRefusal(`${file}: it is no HAR: log.entries is missing`);
  const match = createMatcher(operations);
  const exchanges = entries.flatMap((entry) => exchangeIn(entry, match));
  if (exchanges.length > 0) return exchanges;
  throw new TargetRefusal(`${file}: none of its ${entries.length} exchanges is a call of the API with its answer`);
};

/** The rows of a service that a HAR has. */
export interface HarRows {
  /** The rows that were there before its first exchange, as it shows them first, and those that had to be made up. */
  readonly placed: readonly PlacedRow[];
  /** The number of different rows of a resource that it shows. */
  readonly counts: ReadonlyMap<string, number>;
  /** The rows that others lie below: of them only the uid is known. */
  readonly madeUp: readonly PlacedRow[];
}

const SUCCESS = 200;

/** The items of an answer that are rows of a resource of v2. */
const itemsOf = ({ bound, answer }: Exchange): readonly unknown[] => {
  const { verb, resource, list, operation } = bound;
  const { status, body } = answer;
  if (status !== SUCCESS || operation.edition.name !== 'v2' || !isObject(body)) return [];
  if (verb === 'list') {
    const items = body[list?.key ?? resource.plural];
    return Array.isArray(items) ? items : [];
  }
  return verb === 'custom' || verb === 'delete' ? [] : [body];
};

/** Finds rows in a HAR: they are put into a mock, so that it can answer as the service did. */
const rowsOfHar = (exchanges: readonly Exchange[], operations: readonly BoundOperation[]): HarRows => {
  const resources = new Map(operations.map(({ resource }) => [resource.singular, resource]));
  const parentOf = ({ parent }: Resource): Resource | undefined => resources.get(parent?.singular ?? 'group');
  /** The uids of things that its own calls have made. */
  const made = new Set<string>();
  const harRows = new Map<string, { readonly of: Resource; readonly row: Row }>();
  for (const exchange of exchanges) {
    const { resource: of, verb } = exchange.bound;
    for (const row of itemsOf(exchange).flatMap((item) => rowOf(of, item) ?? [])) {
      const key = `${of.name} ${row.uid}`;
      if (verb === 'create') made.add(row.uid);
      else if (!harRows.has(key) && !made.has(row.uid)) harRows.set(key, { of, row });
    }
  }
  const rows = [...harRows.values()];
  const counts = new Map([...groupBy(rows, ({ of }) => of.name)].map(([name, all]) => [name, all.length]));
  const known = new Set([...rows.map(({ row }) => row.uid), ...made]);
  const madeUp: PlacedRow[] = [];
  const addWithAbove = (uid: string, of: Resource | undefined): void => {
    if (uid === '' || uid === TOP || !of) return;
    if (!known.has(uid)) {
      known.add(uid);
      const row = { uid, name: `made-up-${uid.slice(-8)}`, description: '' };
      madeUp.push({ of, row });
    }
    addWithAbove(parentUidOf(uid), parentOf(of));
  };
  for (const { of, row } of rows) addWithAbove(parentUidOf(row.uid), parentOf(of));
  for (const { values, bound } of exchanges) {
    if (bound.verb === 'create') addWithAbove(textOrNone(values.parent), parentOf(bound.resource));
  }
  return { placed: [...rows, ...madeUp], counts, madeUp };
};

const CALLER = 'f'.repeat(40);
const FORBIDDEN = 403;
const UNAUTHENTICATED = 401;
const MISSING = 404;

const UID = /[0-9a-f]{40}(?:(?:\/|%2[Ff])[0-9a-f]{16})*/g;

/** Texts of the service with the texts that the mock has in their place: uids of created rows, and cursors. */
class Bindings {
  readonly #uids = new Map<string, string>();
  readonly #cursors = new Map<string, string>();

  /** Learns from two answers to the same call. */
  learn({ bound: { verb } }: Exchange, recorded: unknown, own: unknown): void {
    if (!isObject(recorded) || !isObject(own)) return;
    const [cursor, ownCursor] = [textOrNone(recorded.nextPageToken), textOrNone(own.nextPageToken)];
    if (cursor !== '' && ownCursor !== '') this.#cursors.set(cursor, ownCursor);
    const [uid, ownUid] = [textOrNone(recorded.uid), textOrNone(own.uid)];
    if (verb === 'create' && uid !== '' && ownUid !== '') this.#uids.set(uid, ownUid);
  }

  /** A path or a body as the mock is sent it. */
  translate(text: string): string {
    const withUids = text.replace(UID, (whole) => {
      const parts = whole.replaceAll(/%2f/gi, '/').split('/');
      for (let end = parts.length; end > 0; end -= 1) {
        const own = this.#uids.get(parts.slice(0, end).join('/'));
        if (own !== undefined) return [own, ...parts.slice(end)].join('/');
      }
      return whole;
    });
    return withUids.replace(/(page_?[tT]oken=)([^&]*)/, (_, name: string, value: string) => {
      const own = this.#cursors.get(decodeURIComponent(value));
      return `${name}${own === undefined ? value : encodeURIComponent(own)}`;
    });
  }
}

/** Why an exchange cannot be compared with what a mock answers. */
const whyNot = (exchange: Exchange, { counts, madeUp }: HarRows, own: SeenAnswer): string | undefined => {
  const { answer, bound, target } = exchange;
  const { body, status } = answer;
  if (status === FORBIDDEN) return 'the rights of its caller are not known';
  if (status === UNAUTHENTICATED && exchange.hasToken) return 'the token of its caller is not known';
  if (bound.operation.edition.name !== 'v2' && bound.verb === 'list')
    return 'a List of v1 does not say how much it leaves out';
  if (bound.verb === 'list' && isObject(body) && status === SUCCESS) {
    const total = Number(body.totalCount ?? 0);
    if (total > (counts.get(bound.resource.name) ?? 0) || madeUp.some(({ of }) => of.name === bound.resource.name)) {
      return 'the HAR does not show all rows of the List';
    }
    if (/page_?[tT]oken=/.test(target) && own.status !== SUCCESS) return 'the HAR does not show the page before it';
  }
  // A group has some of its fields from the one above it.
  const isGroup = bound.resource.singular === 'group' && isObject(body);
  if (isGroup && madeUp.some(({ row }) => textOrNone(body.uid).startsWith(`${row.uid}/`))) {
    return 'the HAR does not show the group above it';
  }
  if (status === SUCCESS && own.status === MISSING) return 'the HAR does not show the row';
  return bound.verb === 'custom' && bound.operation.id === 'Validate' ? 'it says who calls' : undefined;
};

const compareExchange = async (
  exchange: Exchange,
  nth: number,
  {
    mock,
    bindings,
    comparer,
    harRows,
  }: Readonly<{ mock: Target; bindings: Bindings; comparer: BoundComparer; harRows: HarRows }>,
): Promise<CaseResult> => {
  const { bound, method, target, body, hasToken } = exchange;
  const { id } = bound.operation;
  const step = { method, path: target.replace(UID, '{uid}'), ...(body !== undefined && { body: '…' }) };
  const of = { ...caseOf(['har', id], String(nth), '32.3', step), id: `har/${nth}/${id}` };
  const sent = await mock.send({
    method,
    target: bindings.translate(target),
    ...(body !== undefined && { body: Buffer.from(bindings.translate(body)) }),
    auth: hasToken ? 'caller' : 'none',
  });
  const { 'content-type': type } = exchange.answer.headers;
  const headers = { 'content-type': type && sent.headers['content-type'] };
  const own = { ...seenOf(step, bound.operation, sent), headers };
  bindings.learn(exchange, exchange.answer.body, own.body);
  const reason = whyNot(exchange, harRows, own);
  if (reason !== undefined) return notCompared(of, 'not_evaluable', reason);
  const rules = { hasSameRows: false, momentary: new Set<string>() };
  const { differences, comparisons } = compareAnswers(comparer, own, exchange.answer, rules);
  if (differences.length === 0) return { of, verdict: 'passed', comparisons };
  return { of, verdict: 'failed', comparisons, failure: { request: curlOf(step), differences } };
};

const domainIn = (exchanges: readonly Exchange[]): string | undefined => {
  for (const { answer, bound } of exchanges) {
    const [, domain] =
      new RegExp(`"domain":"${bound.operation.domain}\\.([^"]+)"`).exec(JSON.stringify(answer.body) ?? '') ?? [];
    if (domain !== undefined) return domain;
  }
  return undefined;
};

/**
 * Sends the exchanges of a HAR with the service to a mock, which has the rows that they show, and compares its answers
 * with the answers of the service, to which nothing is sent.
 * @throws TargetRefusal for a file that is no HAR of the API
 */
export const compareHar = async (
  file: string,
  options: Omit<ReferenceOptions, 'serviceDomain' | 'publicUrl'> & Pauses,
): Promise<readonly CaseResult[]> => {
  const operations = operationsIn(profileNamed(options.profile), describedOperations());
  const exchanges = await readHar(file, operations);
  const harRows = rowsOfHar(exchanges, operations);
  const reference = await startReference({
    ...options,
    serviceDomain: domainIn(exchanges) ?? 'platform.test',
    publicUrl: 'https://service.invalid',
  });
  try {
    await putRows(reference, [
      ...harRows.placed,
      { of: identities, row: { uid: CALLER, name: 'caller', description: '' } as never },
      { of: superusers, row: { uid: CALLER } },
    ]);
    const mock = await callReference(reference, CALLER, options);
    const comparing = { mock, bindings: new Bindings(), comparer: new BoundComparer(), harRows };
    const done: CaseResult[] = [];
    for (const [at, exchange] of exchanges.entries()) done.push(await compareExchange(exchange, at + 1, comparing));
    mock.close();
    return done;
  } finally {
    await reference.close();
  }
};
