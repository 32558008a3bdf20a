import type { AnyMessage } from '../schema/field-types.ts';
import type { Operation } from '../schema/operation.ts';
import { zeroOf } from '../schema/scalars.ts';
import { checkFields } from '../schema/validate.ts';
import { type Access, narrowed, noAccess } from './access.ts';
import { instant } from './clock.ts';
import type { Caller, Context, WriteContext } from './context.ts';
import { Directory, missing } from './directory.ts';
import { ApiError, denied, type FieldViolation, invalid, invalidField } from './errors.ts';
import { Lister, type Page } from './list.ts';
import { isByCursor, sizeOf } from './list-slice.ts';
import type { Method, Resource } from './resource.ts';
import type { Entry, Row, Rows } from './rows.ts';
import { type BoundOperation, isRead, operationsOf } from './standard-operations.ts';
import { parentOf, TOP } from './uid.ts';
import { missingIsEmpty, pathInV1, spelledInV1, v1Error } from './v1-errors.ts';
import type { V1Adapter } from './v1-operations.ts';
import type { World } from './world.ts';
import { createRow, deleteRow, updateRow } from './write-verbs.ts';

type Value = Readonly<Record<string, unknown>>;

/** A request as a face has read it. */
export interface Incoming {
  /** Canonical, by the operation's request message. */
  readonly request: Value;
  /** What was wrong with its form; told together with what the kernel finds at the same stage. */
  readonly faults: readonly FieldViolation[];
  /** The fields that the body of a PATCH gives. */
  readonly paths: readonly string[];
  /** For an update of v1, the fields that stay when they are left out. */
  readonly keep?: readonly string[];
}

/** What a call comes to, before a face gives it a form. */
export type Answer =
  | { readonly kind: 'row'; readonly resource: Resource; readonly entry: Entry; readonly rows: Rows }
  | {
      readonly kind: 'page';
      readonly resource: Resource;
      readonly page: Page;
      readonly rows: Rows;
      readonly key: string;
    }
  | {
      readonly kind: 'message';
      readonly message: AnyMessage;
      readonly value: Value;
      readonly once: boolean;
      /** Set for answers in v1's form. */
      readonly version?: 'v1';
    }
  | { readonly kind: 'empty' };

const EMPTY: Answer = { kind: 'empty' };

/** An answer in v1's form; `once` where it may tell what only the creating call may see. */
const inV1 = (message: AnyMessage, value: Value, once = false): Answer => ({
  kind: 'message',
  message,
  value,
  once,
  version: 'v1',
});

/** What an answer of v2 has to show, before any face gives it a form. */
const shownBy = (answer: Answer): Value => {
  if (answer.kind === 'message') return answer.value;
  if (answer.kind !== 'row') return {};
  const { entry, resource, rows } = answer;
  return { ...entry.row, ...resource.hydrate?.answer(entry.row, rows) };
};

/** Nothing, as a message tells it: what it always shows is zero, also where zero and nothing are told apart. */
const zeros = ({ fields }: AnyMessage): Value =>
  Object.fromEntries([...fields.values()].flatMap(({ name, type, always }) => (always ? [[name, zeroOf(type)]] : [])));

/** What a call of v1 comes to that failed: what is not there is answered as nothing (behaviour §12.4 V3, V4). */
const failedInV1 = (runner: Runner, error: unknown): Answer => {
  if (!(error instanceof ApiError)) throw error;
  const { operation, resource, verb, v1 } = runner;
  if (error.code === 'NOT_FOUND' && missingIsEmpty(runner)) {
    return operation.response ? inV1(operation.response, zeros(operation.response)) : EMPTY;
  }
  throw v1Error(error, resource, verb, v1?.pathOf ?? pathInV1(operation));
};

const listerOf = (bound: BoundOperation): { readonly lister?: Lister } => {
  const { verb, v1, resource, operation } = bound;
  const rule = v1 ? v1.list?.rule : resource.verbs.list;
  return verb === 'list' && rule ? { lister: new Lister(operation, resource, rule) } : {};
};

interface Runner extends BoundOperation {
  readonly lister?: Lister;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Runs operations: the same for every face. */
export class Kernel {
  readonly directory: Directory;
  readonly operations: readonly BoundOperation[];
  readonly #runners: ReadonlyMap<string, Runner>;
  readonly #accessOf: (identity: string, rows: Rows) => Access;

  constructor(resources: readonly Resource[], accessOf: (identity: string, rows: Rows) => Access) {
    this.directory = new Directory(resources);
    this.operations = resources.flatMap(operationsOf);
    this.#accessOf = accessOf;
    this.#runners = new Map(this.operations.map((bound) => [bound.operation.id, { ...bound, ...listerOf(bound) }]));
  }

  /**
   * Runs one operation in a world. `read` is called once the caller is known, since a bad token is told before
   * a bad request (behaviour L22, §7).
   * @throws ApiError
   */
  call(id: string, authorization: string | undefined, read: () => Incoming, world: World): Promise<Answer> {
    const runner = this.#runners.get(id);
    if (!runner) return Promise.reject(new Error(`no operation is named ${id}`));
    const answer = this.#call(runner, authorization, read, world);
    return runner.operation.version === 'v1' ? answer.catch((error: unknown) => failedInV1(runner, error)) : answer;
  }

  async #call(runner: Runner, authorization: string | undefined, read: () => Incoming, world: World): Promise<Answer> {
    const { operation } = runner;
    if (operation.auth === 'bearer') return this.#token(runner, authorization, read, world);
    const authenticated = world.authenticate(authorization, operation.auth);
    const caller = authenticated instanceof Promise ? await authenticated : authenticated;
    const incoming = read();
    const { store } = world;
    if (runner.v1) return this.#adapted(runner, runner.v1, incoming, caller, world);
    if (runner.lister) {
      const context = this.#context(operation, caller, store.rows, world);
      return this.#list(runner, runner.lister, incoming, context, world.pageTokenKey);
    }
    if (incoming.faults.length > 0) throw invalid(...incoming.faults);
    if (isRead(runner)) return this.#read(runner, incoming, this.#context(operation, caller, store.rows, world));
    return store.write((tx) => this.#write(runner, incoming, { ...this.#context(operation, caller, tx, world), tx }));
  }

  /** Runs what stands for an operation of v2, between the two conversions (behaviour §12). */
  #adapted(
    runner: Runner,
    adapter: V1Adapter,
    incoming: Incoming,
    caller: Caller,
    world: World,
  ): Answer | Promise<Answer> {
    const { target, ask, answer, keep } = adapter;
    const { store } = world;
    if (runner.lister) {
      const context = this.#context(runner.operation, caller, store.rows, world);
      return this.#listInV1(runner, runner.lister, adapter, incoming, context, world.pageTokenKey);
    }
    if (incoming.faults.length > 0) throw invalid(...spelledInV1(runner.operation, incoming.faults));
    const asked: Incoming = { request: ask(incoming.request), faults: [], paths: [], ...(keep && { keep }) };
    const { response } = runner.operation;
    const shown = (given: Answer, context: Context): Answer =>
      response ? inV1(response, answer(shownBy(given), context), given.kind === 'message' && given.once) : EMPTY;
    if (isRead(target)) {
      const context = this.#context(target.operation, caller, store.rows, world);
      return shown(this.#read(target, asked, context), context);
    }
    return store.write((tx) => {
      const context = { ...this.#context(target.operation, caller, tx, world), tx };
      return shown(this.#write(target, asked, context), context);
    });
  }

  #listInV1(
    runner: Runner,
    lister: Lister,
    { list }: V1Adapter,
    { request, faults }: Incoming,
    context: Context,
    pageTokenKey: string,
  ): Answer {
    const { operation } = runner;
    if (!list || !operation.response) throw new Error(`${operation.id} lists nothing`);
    const { rule, cursor, show } = list;
    const spelled = spelledInV1(operation, faults);
    const demand = (): void => {
      const { scope } = rule;
      if (scope) this.#locate(textOf(request[scope.field]), this.directory.named(scope.type), operation, context);
    };
    const asked = cursor?.read(request) ?? request;
    const found = [...spelled];
    const page =
      cursor && isByCursor(asked, cursor.paged ?? false)
        ? lister.page({ ...asked, pageSize: sizeOf(asked, found) }, found, context, pageTokenKey, demand)
        : lister.slice(asked, spelled, context, demand);
    const items = page.entries.map(({ row }) => show(row, context));
    return inV1(operation.response, { items, ...cursor?.tell(page) });
  }

  #context(operation: Operation, caller: Caller, rows: Rows, { settings, clock }: World): Context {
    const nowMillis = clock.now();
    const access = this.#accessFor(caller, rows);
    const { directory } = this;
    return {
      operation,
      caller,
      access,
      rows,
      directory,
      settings,
      nowMillis,
      // Most reads never ask.
      get now() {
        return instant(nowMillis);
      },
    };
  }

  #accessFor({ identity, limits }: Caller, rows: Rows): Access {
    if (identity === '') return noAccess;
    const access = this.#accessOf(identity, rows);
    return limits ? narrowed(access, limits) : access;
  }

  async #token(
    { operation, resource, method }: Runner,
    authorization: string | undefined,
    read: () => Incoming,
    { tokens }: World,
  ): Promise<Answer> {
    const run = resource.methods[method ?? '']?.run;
    if (run?.kind !== 'token' || !operation.response) throw new Error(`${operation.id} makes no token`);
    const request = (): Value => {
      const { request, faults } = read();
      const found = faults.length > 0 ? faults : checkFields(operation.request, request);
      if (found.length > 0) throw invalid(...found);
      return request;
    };
    const value = (await run.answer({ authorization, request }, tokens)) as Value;
    return { kind: 'message', message: operation.response, value, once: true };
  }

  #list(runner: Runner, lister: Lister, incoming: Incoming, context: Context, pageTokenKey: string): Answer {
    const { resource, operation } = runner;
    const scope = resource.verbs.list?.scope;
    const { request, faults } = incoming;
    const page = lister.page(request, faults, context, pageTokenKey, () => {
      if (scope) this.#locate(textOf(request[scope.field]), this.directory.named(scope.type), operation, context);
    });
    return { kind: 'page', resource, page, rows: context.rows, key: resource.verbs.list?.key ?? resource.plural };
  }

  #read(runner: Runner, { request }: Incoming, context: Context): Answer {
    const { resource, verb } = runner;
    if (verb === 'custom') return this.#method(runner, request, context, []);
    const uid = textOf(request.uid);
    this.#locateForGet(uid, runner, context);
    const entry = context.rows.entry(resource, uid);
    if (!entry) throw missing(resource, uid);
    if (!resource.detail) return { kind: 'row', resource, entry, rows: context.rows };
    return this.#detailed(resource, entry.row, context, false);
  }

  #write(runner: Runner, incoming: Incoming, context: WriteContext): Answer {
    const { resource, operation, verb } = runner;
    const { request, paths } = incoming;
    const body = (request[resource.singular] ?? {}) as Value;
    switch (verb) {
      case 'create': {
        const parent = this.#locateParent(textOf(request.parent), runner, context);
        return this.#detailed(resource, createRow(resource, parent, body, context), context, true);
      }
      case 'update': {
        const row = this.#locate(textOf(body.uid), resource, operation, context, true);
        const mask = textOf(request.updateMask);
        const next = updateRow(resource, row, body, mask, paths, context, incoming.keep);
        return this.#detailed(resource, next, context, false);
      }
      case 'delete': {
        deleteRow(resource, this.#locate(textOf(request.uid), resource, operation, context, true), context);
        return EMPTY;
      }
      default:
        return this.#method(runner, request, context, paths);
    }
  }

  #method(runner: Runner, request: Value, context: Context | WriteContext, paths: readonly string[]): Answer {
    const { operation, resource, method: name } = runner;
    const method = resource.methods[name ?? ''] as Method;
    if (operation.scope !== undefined) {
      const given = textOf(operation.scope.split('.').reduce<unknown>((at, part) => (at as Value)?.[part], request));
      const uid = method.holderOf?.(given, context.rows) ?? given;
      const { scopeType, run } = method;
      const type = scopeType === undefined ? resource : this.directory.named(scopeType);
      this.#locate(uid, type, operation, context, scopeType === undefined && run.kind === 'write');
    } else {
      this.#demandAnywhere(operation, context);
    }
    if (!method.ownValidation) {
      const found = checkFields(operation.request, request);
      if (found.length > 0) throw invalid(...found);
    }
    const { run } = method;
    if (run.kind === 'token') throw new Error(`${operation.id} is no call on rows`);
    const value = (
      run.kind === 'write' ? run.answer(request, context as WriteContext, paths) : run.answer(request, context)
    ) as Value;
    if (!operation.response) return EMPTY;
    const { response: message, version } = operation;
    return { kind: 'message', message, value, once: true, ...(version && { version }) };
  }

  #detailed(resource: Resource, row: Row, context: Context, once: boolean): Answer {
    const value = { ...row, ...resource.hydrate?.answer(row, context.rows), ...resource.detail?.(row, context) };
    return { kind: 'message', message: resource.message, value, once };
  }

  /**
   * The row of a uid, once the caller is known to be allowed to ask for it (behaviour §9.7), and to change it where
   * that is what the call does.
   */
  #locate(
    uid: string,
    resource: Resource,
    { capabilities, scope = 'uid' }: Operation,
    context: Context,
    changes = false,
  ): Row {
    const { rows, access } = context;
    const row = rows.get(resource, uid);
    if (row) {
      const sealed = changes ? resource.rules.sealed?.(row) : undefined;
      if (sealed !== undefined) throw denied(sealed);
      access.demand(capabilities, uid, () => this.directory.groupOf(rows, uid));
      return row;
    }
    if (uid === '') {
      const field = scope.slice(scope.lastIndexOf('.') + 1);
      throw invalidField(field, `${field} is required`);
    }
    const nearest = this.directory.nearest(rows, uid);
    if (nearest === undefined) throw missing(resource, uid);
    access.demand(capabilities, nearest, () => this.directory.groupOf(rows, nearest));
    throw missing(resource, uid);
  }

  /** As #locate; where Get is unscoped, a root row is anybody's who holds the capability anywhere (behaviour §9.7). */
  #locateForGet(uid: string, { resource, operation }: Runner, context: Context): void {
    if (operation.scope === undefined && parentOf(uid) === TOP && context.rows.get(resource, uid)) {
      this.#demandAnywhere(operation, context);
    } else {
      this.#locate(uid, resource, operation, context);
    }
  }

  #locateParent(given: string, { resource, operation }: Runner, context: Context): string {
    const type = this.directory.named(resource.parent?.singular ?? 'group');
    if (given === '') {
      if (operation.scope !== undefined) throw invalidField('parent', 'parent is required');
      if (context.caller.limits) throw denied('the token is confined, and a root lies outside of that');
      return TOP;
    }
    const parent = resource.rules.resolveParent?.(given, context) ?? given;
    this.#locate(parent, type, operation, context);
    return parent;
  }

  #demandAnywhere({ capabilities }: Operation, { access }: Context): void {
    const lacking = capabilities.find((capability) => access.reach([capability]).length === 0);
    if (lacking !== undefined) throw denied(`missing capability "${lacking}"`);
  }
}
