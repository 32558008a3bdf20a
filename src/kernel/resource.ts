import type { Capability } from '../schema/capability.ts';
import type { AnyMessage, FieldType } from '../schema/field-types.ts';
import type { Fields, Message, Static } from '../schema/message.ts';
import type { Domain, EventRule, Operation } from '../schema/operation.ts';
import type { Context, RowContext, RowWriteContext, Violations, WriteContext } from './context.ts';
import type { FieldViolation } from './errors.ts';
import type { Collection, Row, Rows, SortValue } from './rows.ts';
import type { Presented, TokenService } from './token-service.ts';
import type { V1Form } from './v1-form.ts';

/** How a standard verb is offered. */
export interface VerbRule {
  readonly capabilities: readonly Capability[];
  readonly event?: EventRule;
  readonly description: string;
  /** Overrides what follows from the verb, where the API differs. */
  readonly unscoped?: boolean;
  readonly origin?: 'spec';
  /** Codes that it can answer beyond those that follow from the verb. */
  readonly fails?: Operation['fails'];
  /** `open` answers callers without a token. */
  readonly auth?: 'open';
}

/** A List filter: how its value is given and which rows pass. */
export interface Filter {
  readonly number: number;
  readonly type: FieldType;
  readonly description: string;
  readonly query?: string;
  readonly required?: boolean;
  readonly presence?: boolean;
  /** The row field that must equal the value, where that is all: an index on it narrows the search. */
  readonly equals?: string;
  matches(value: unknown, rows: Rows): (row: Row) => boolean;
  /** What is wrong with a value that its type allows. */
  validate?(value: unknown): string | undefined;
}

/** Where a List looks, beyond the uidp filter. */
export interface Location {
  /** Only direct children of this uid. */
  readonly parent?: string;
  /** Only rows that pass; `key` says which test it is. */
  readonly where?: { readonly key: string; readonly test: (row: Row) => boolean };
}

/** What a List of a resource takes, shows and sorts by. */
export interface ListRule extends VerbRule {
  /** The path below `/<domain>/v2`, where that is not the plural. */
  readonly path?: string;
  /** Request fields that the path gives. */
  readonly pathFields?: Fields;
  /** The path field whose uid the capabilities are checked on, and the type it must be of. */
  readonly scope?: { readonly field: string; readonly type: string };
  /** Rows that are not part of the group tree: who may list them at all sees every one. */
  readonly outsideTree?: boolean;
  /** What is wrong with filters that are right one by one. */
  validate?(filters: Readonly<Record<string, unknown>>): readonly FieldViolation[];
  /** Narrows by what the path gives; throws when it names nothing. */
  locate?(request: Readonly<Record<string, unknown>>, context: Context): Location;
  /** False where the published total_count has no explicit presence. */
  readonly totalPresence?: boolean;
  /** The proto numbers of the answer, where paging is an addition to the published message. */
  readonly answerNumbers?: readonly [number, number, number, number];
  /** The proto number of `uidp`; absent where the List takes no uidp filter. */
  readonly uidp?: number;
  /** The proto numbers of page_size, page_token, order_by and skip. */
  readonly paging: readonly [number, number, number, number];
  readonly filters: Readonly<Record<string, Filter>>;
  /** The order without `order_by`: a sortable field, optionally followed by ` desc`. */
  readonly order: string;
  readonly sortable: readonly string[];
  /** Sort values that are not the field's own, and comparisons that are not its type's. */
  readonly sortValue?: Readonly<Record<string, (row: Row) => SortValue>>;
  readonly compare?: Readonly<Record<string, (a: string, b: string) => number>>;
  /** Drops rows that are hidden unless asked for, given the request. */
  visible?(request: Readonly<Record<string, unknown>>): ((row: Row) => boolean) | undefined;
  /** Root rows that everybody who holds the capability anywhere can see: built-in roles. */
  readonly rootsVisible?: boolean;
  /** The key of the array in the answer; the plural unless told otherwise. */
  readonly key?: string;
}

/** What happens to a row when another that it belongs to, or refers to, is deleted. */
export type OnDelete = 'block' | 'cascade';

/** A field that holds the uid of another resource's row. */
export interface Reference {
  /** The singular name of the resource referred to. */
  readonly to: string;
  readonly onDelete: OnDelete;
}

/** What is special about a resource; everything else is the kernel's. Every rule is optional. */
export interface Rules<T extends Row> {
  /** What tells rows of one parent apart in their uids, so that parallel creates cannot swap them. Default: the name. */
  identify?(draft: T): string;
  /** The parent that the caller's words mean, where they may be other than its uid; throws when ambiguous. */
  resolveParent?(parent: string, context: Context): string;
  /** Why a row may not be changed or deleted by anybody; checked before the caller's capabilities. */
  sealed?(row: T): string | undefined;
  /**
   * Adds violations that no field's own rule sees; runs in the validation stage, after the fields' rules.
   * `found` holds what those found; `previous` is the stored row on update. References may not exist yet.
   */
  validate?(draft: T, context: RowContext, found: Violations, previous: T | undefined): void;
  /** Refuses a caller who may not do this in particular (anti-escalation, behaviour §10.6); throws. */
  authorize?(draft: T, context: RowContext, previous: T | undefined): void;
  /** The row that a draft clashes with, and the word for what clashes. */
  clash?(draft: T, context: RowContext): { readonly row: T; readonly label: string } | undefined;
  /** Create-or-update: the row that a create replaces, keeping its uid and createTime. */
  replaces?(draft: T, context: RowContext): T | undefined;
  /** Completes a row, uid and times set, just before it is stored; may throw. */
  beforeCreate?(row: T, context: RowWriteContext): T;
  beforeUpdate?(next: T, previous: T, context: RowWriteContext): T;
  /** Writes that go with a new row. */
  afterCreate?(row: T, context: RowWriteContext): void;
  /** Fields that `*` leaves as they are although the caller may set them (behaviour §6.11). */
  readonly keptByWildcard?: readonly string[];
}

/** How a stored row becomes an answer, where that is more than leaving out what is not given back. */
export interface Hydration<T extends Row> {
  readonly from: readonly Collection[];
  answer(row: T, rows: Rows): Readonly<Record<string, unknown>>;
}

/** A custom method: its description and what it does. */
export interface Method {
  readonly operation: Operation;
  /** `read` runs on the committed rows, `write` inside one write, with `context.tx`. */
  readonly run:
    | { readonly kind: 'read'; answer(request: unknown, context: Context): unknown }
    | { readonly kind: 'write'; answer(request: unknown, context: WriteContext, paths: readonly string[]): unknown }
    | { readonly kind: 'token'; answer(presented: Presented, tokens: TokenService): Promise<unknown> };
  /** True when the method checks its request itself, because the fields' own rules do not tell all. */
  readonly ownValidation?: boolean;
  /** The singular name of the resource that the scope uid must be of; the method's own unless told otherwise. */
  readonly scopeType?: string;
  /** The uid of the row that the scope uid is a part of, where what it names is no row itself. */
  readonly holderOf?: (uid: string, rows: Rows) => string;
}

/** A resource: its message, what may be done with it, and its special rules. */
export interface Resource<T extends Row = Row> extends Collection<T> {
  readonly domain: Domain;
  /** The gRPC service's short name; `<Plural>Service` unless told otherwise. */
  readonly service?: string;
  /** The type in ResourceInfo and messages, such as `Repo`. */
  readonly type: string;
  /** In lowerCamel, such as `roleBinding`. */
  readonly singular: string;
  /** In lowerCamel, such as `roleBindings`: the collection's name and path segment. */
  readonly plural: string;
  /** In plain words, such as `role bindings`: used in messages and documents. */
  readonly words: { readonly singular: string; readonly plural: string };
  readonly description: string;
  readonly message: AnyMessage;
  /** The kind of resource that it lives under, and what deleting that one does to it. */
  readonly parent?: { readonly singular: string; readonly onDelete: OnDelete };
  readonly verbs: {
    readonly get?: VerbRule;
    readonly list?: ListRule;
    readonly create?: VerbRule;
    readonly update?: VerbRule;
    readonly delete?: VerbRule;
  };
  readonly references: Readonly<Record<string, Reference>>;
  readonly rules: Rules<T>;
  readonly hydrate?: Hydration<T>;
  /** What Get answers more than List does, from the row and the time (behaviour §5.6). */
  detail?(row: T, context: Context): Readonly<Record<string, unknown>>;
  readonly methods: Readonly<Record<string, Method>>;
  /** Its form in v1, where v1 has it. */
  readonly v1?: V1Form;
  /** Request messages written down by hand, because another message refers to them. */
  readonly requests?: { readonly create?: Message };
  /** True for a resource that takes its parent's uid as its own (behaviour §5.7). */
  readonly sharesParentUid?: boolean;
  /** What a row holds beyond its message: stored and given by fixtures, never answered. */
  readonly rowFields?: Fields;
  /** Rows that exist in every world: built-in roles. */
  readonly builtIn?: readonly T[];
  /** False for what has no message of its own in the API and is only kept: images, credentials. */
  readonly served: boolean;
}

/** The row of a message: its canonical form with the uid that every stored row has. */
export type RowOf<M> = Static<M> & Row;

type Definition<M extends Message, T extends Row> = Omit<
  Partial<Resource<T>>,
  'message' | 'verbs' | 'rules' | 'name' | 'row'
> &
  Pick<Resource, 'domain' | 'type' | 'singular' | 'plural' | 'words' | 'description'> & {
    readonly message: M;
    readonly verbs?: Resource['verbs'];
    readonly rules?: Rules<T>;
  };

/** Completes a description; adding a resource is one call of this and one line in resources/index.ts. */
export const defineResource = <M extends Message>(definition: Definition<M, RowOf<M>>): Resource<RowOf<M>> => ({
  name: definition.plural,
  indexes: [],
  references: {},
  methods: {},
  served: true,
  ...definition,
  verbs: definition.verbs ?? {},
  rules: definition.rules ?? {},
});

type MethodOptions = Pick<Method, 'scopeType' | 'holderOf' | 'ownValidation'>;

/** Declares a custom method that reads. */
export const readMethod = <Q, A>(
  operation: Operation,
  answer: (request: Q, context: Context) => A,
  options: MethodOptions = {},
): Method => ({
  operation,
  ...options,
  run: { kind: 'read', answer: (request, context) => answer(request as Q, context) },
});

/** Declares a custom method that writes; all of it happens or nothing. `paths` are the body fields given. */
export const writeMethod = <Q, A>(
  operation: Operation,
  answer: (request: Q, context: WriteContext, paths: readonly string[]) => A,
  options: MethodOptions = {},
): Method => ({
  operation,
  ...options,
  run: { kind: 'write', answer: (request, context, paths) => answer(request as Q, context, paths) },
});

/** Declares a method that makes tokens: it reads what is presented itself, and works outside of any write. */
export const tokenMethod = (
  operation: Operation,
  answer: (presented: Presented, tokens: TokenService) => Promise<unknown>,
): Method => ({ operation, run: { kind: 'token', answer } });
