import type { Capability } from '../schema/capability.ts';
import type { AnyMessage, FieldType } from '../schema/field-types.ts';
import type { FieldViolation } from '../schema/field-violation.ts';
import type { Fields, Message, Static } from '../schema/message.ts';
import type { Domain, EventRule, Operation } from '../schema/operation.ts';
import type { Access } from './access.ts';
import type { Caller, Settings, Violations } from './context.ts';
import type { EventDraft } from './events.ts';
import type { Collection, Row, Rows, SortValue, Tx } from './rows.ts';
import type { Presented, TokenService } from './token-service.ts';

/** Finds resources by name, and rows by uid. */
export interface Directory {
  readonly resources: readonly Resource[];
  /**
   * The resource of a singular name.
   * @throws Error when no resource has it, which is a mistake in a description
   */
  getResource(singular: string): Resource;
  /** The row of a uid in the tree, with its resource. */
  find(rows: Rows, uid: string): { readonly resource: Resource; readonly row: Row } | undefined;
  /** The nearest uid at or above the given one that exists; undefined when its root is unknown. */
  findNearest(rows: Rows, uid: string): string | undefined;
  /** The nearest group at or above a uid, for messages. */
  groupOf(rows: Rows, uid: string): string;
}

/** A way to read a List otherwise than its request asks for. */
export interface ListReading {
  /** The number of rows that its page has, of so many; all of them if it is missing. */
  readonly rowsOf?: (count: number) => number;
  /** True if the cursor of its request has expired. */
  readonly isExpired?: boolean;
  /** Called if the page differs from the one that the request asks for. */
  readonly differs: () => void;
}

/** The call and its world, as far as a rule of a resource can read them. */
export interface Context {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly access: Access;
  readonly rows: Rows;
  readonly directory: Directory;
  readonly settings: Settings;
  /** The key that signs the cursors of the world. */
  readonly pageTokenKey: string;
  /** Milliseconds since the epoch. */
  readonly nowMillis: number;
  /** `nowMillis` as a canonical timestamp. */
  readonly now: string;
  /** A way to read Lists that a fault asks for. */
  readonly reading?: ListReading;
}

/** A context inside a write. */
export interface WriteContext extends Context {
  readonly tx: Tx;
  /** Emits an event with the rows of the call; missing if events are not recorded, as for fixtures. */
  readonly emit?: ((event: EventDraft) => void) | undefined;
}

/** The context of a rule about one row, with the parent under which the row is or will be. */
export interface RowContext extends Context {
  readonly parent: string;
  /** The fields that the call sets or clears. */
  readonly touched: ReadonlySet<string>;
}

/** A row context inside a write. */
export interface RowWriteContext extends WriteContext, RowContext {}

/** The form in which a standard verb is offered. */
export interface VerbRule {
  readonly capabilities: readonly Capability[];
  readonly event?: EventRule;
  readonly description: string;
  /** True when the capabilities are needed somewhere, not on the uid of the request. */
  readonly unscoped?: boolean;
  readonly origin?: 'spec';
  /** True for a published delete that succeeds when the row is missing (behaviour C9). */
  readonly repeatable?: true;
  /** The codes that it can return beyond the verb's. */
  readonly fails?: Operation['fails'];
  /** `open` for a verb that needs no token. */
  readonly auth?: 'open';
}

/** A List filter: its request field, and which rows pass. */
export interface Filter {
  readonly number: number;
  readonly type: FieldType;
  readonly description: string;
  readonly query?: string;
  readonly required?: boolean;
  readonly presence?: boolean;
  /** The row field that must equal the value, if that is the whole test: an index on it narrows the search. */
  readonly equals?: string;
  matches(value: unknown, rows: Rows): (row: Row) => boolean;
  /** Describes what is wrong with a value that its type allows; undefined for nothing. */
  validate?(value: unknown): string | undefined;
}

/** The rows that a List looks at, besides the uidp filter. */
export interface Location {
  /** Lists only direct children of this uid. */
  readonly parent?: string;
  /** Lists only rows that pass; `key` identifies the test. */
  readonly where?: { readonly key: string; readonly test: (row: Row) => boolean };
}

/** A List of a resource: its request, which rows it returns, and in which order. */
export interface ListRule extends VerbRule {
  /** The path below `/<domain>/v2`; `/<plural>` by default. */
  readonly path?: string;
  /** Request fields that are variables of the path. */
  readonly pathFields?: Fields;
  /** The path field whose uid the capabilities are checked on, and the type it must be of. */
  readonly scope?: { readonly field: string; readonly type: string };
  /** True for rows that are not part of the group tree: a caller with the capability anywhere sees all of them. */
  readonly outsideTree?: boolean;
  /** Checks filters against each other, after each was checked alone. */
  validate?(filters: Readonly<Record<string, unknown>>): readonly FieldViolation[];
  /** Narrows the List to the place that the path names; throws when it does not exist. */
  locate?(request: Readonly<Record<string, unknown>>, context: Context): Location;
  /** False if the published total_count has no explicit presence. */
  readonly totalPresence?: boolean;
  /** The proto numbers of the response, if paging is an addition to the published message. */
  readonly answerNumbers?: readonly [number, number, number, number];
  /** The proto number of `uidp`; absent if the List has no uidp filter. */
  readonly uidp?: number;
  /** The proto numbers of page_size, page_token, order_by and skip. */
  readonly paging: readonly [number, number, number, number];
  readonly filters: Readonly<Record<string, Filter>>;
  /** The order without `order_by`: a sortable field, optionally followed by ` desc`. */
  readonly order: string;
  readonly sortable: readonly string[];
  /** Sort values that replace a field's, and comparisons that replace its type's. */
  readonly sortValue?: Readonly<Record<string, (row: Row) => SortValue>>;
  readonly compare?: Readonly<Record<string, (a: string, b: string) => number>>;
  /** Makes the test that drops rows which are hidden by default; undefined when the request asks for them. */
  visible?(request: Readonly<Record<string, unknown>>): ((row: Row) => boolean) | undefined;
  /**
   * Makes a function that joins the rows found into those returned, such as one for each day; undefined: none are
   * joined.
   */
  combine?(request: Readonly<Record<string, unknown>>): ((rows: readonly Row[]) => readonly Row[]) | undefined;
  /** True if root rows are visible to every caller who has the capability anywhere: built-in roles. */
  readonly rootsVisible?: boolean;
  /** The name of the array in the response; the plural by default. */
  readonly key?: string;
}

/** The effect of deleting the row that another one belongs to or refers to: a refusal, or both are deleted. */
export type OnDelete = 'block' | 'cascade';

/** A field that holds the uid of another resource's row. */
export interface Reference {
  /** The singular name of the resource referred to. */
  readonly to: string;
  readonly onDelete: OnDelete;
}

/** The special rules of a resource. Every rule is optional; the kernel does everything else. */
export interface Rules<T extends Row> {
  /** The text from which the uid of a row is derived, so that parallel creates cannot swap uids; the name by default. */
  identify?(draft: T): string;
  /** The uid of the parent, if callers may also name it in another way; throws when the name is ambiguous. */
  resolveParent?(parent: string, context: Context): string;
  /** The reason why a row may not be changed or deleted by anybody; checked before the caller's capabilities. */
  sealed?(row: T): string | undefined;
  /**
   * Adds violations of rules about several fields to `found`, which has the violations of the fields' own rules.
   * `previous` is the stored row on update. References are checked later and may not exist.
   */
  validate?(draft: T, context: RowContext, found: Violations, previous: T | undefined): void;
  /** Throws when the caller may not make this particular change (anti-escalation, behaviour §10.6). */
  authorize?(draft: T, context: RowContext, previous: T | undefined): void;
  /** The row that a draft clashes with, and the value that clashes. */
  clash?(draft: T, context: RowContext): { readonly row: T; readonly label: string } | undefined;
  /** The row that a create replaces; its uid and createTime stay. */
  replaces?(draft: T, context: RowContext): T | undefined;
  /** Completes a row just before it is stored, when its uid and times are set; may throw. */
  beforeCreate?(row: T, context: RowWriteContext): T;
  beforeUpdate?(next: T, previous: T, context: RowWriteContext): T;
  /** Completes a row of a fixture once all rows of the fixture are there; may write other rows. */
  settle?(row: T, context: RowWriteContext): T;
  /** Makes further writes after a row was created. */
  afterCreate?(row: T, context: RowWriteContext): void;
  /** Fields that the mask `*` leaves as they are although the caller may set them (behaviour §6.11). */
  readonly notMaskedByWildcard?: readonly string[];
}

/** Fields of an answer that are looked up when a row is rendered. `from` are the collections that they come from. */
export interface Hydration<T extends Row> {
  readonly from: readonly Collection[];
  answer(row: T, rows: Rows): Readonly<Record<string, unknown>>;
}

/** A custom method: its description, and its runner. */
export interface Method {
  readonly operation: Operation;
  /** `read` runs on the committed rows, `write` inside one write, with `context.tx`. */
  readonly run:
    | { readonly kind: 'read'; answer(request: unknown, context: Context): unknown }
    | { readonly kind: 'write'; answer(request: unknown, context: WriteContext, paths: readonly string[]): unknown }
    | { readonly kind: 'token'; answer(presented: Presented, tokens: TokenService): Promise<unknown> };
  /** True when the method checks its request itself, instead of by the rules of the fields. */
  readonly ownValidation?: boolean;
  /** The fields that messages inside its request need elsewhere and may lack here: the method completes them. */
  readonly completes?: readonly string[];
  /** The singular name of the resource that the scope uid must belong to; by default the one with the method. */
  readonly scopeType?: string;
  /** True for a search by something else than a uid: finding nothing is NOT_FOUND in every edition. */
  readonly looksUp?: true;
  /** Maps the scope uid to the uid of the row which has it, if it is not the uid of a row. */
  readonly holderOf?: (uid: string, rows: Rows) => string;
}

/** A resource: its message, its operations, and its special rules. */
export interface Resource<T extends Row = Row> extends Collection<T> {
  readonly domain: Domain;
  /** The short name of the gRPC service; `<Plural>Service` by default. */
  readonly service?: string;
  /** The type in ResourceInfo and messages, such as `Repo`; the singular with a capital by default. */
  readonly type: string;
  /** The name in lowerCamel, such as `roleBinding`. */
  readonly singular: string;
  /** The name of many in lowerCamel, such as `roleBindings`: the collection's name and path segment. */
  readonly plural: string;
  /** The name in plain words, such as `role bindings`: used in messages and documents; made of its names by default. */
  readonly words: { readonly singular: string; readonly plural: string };
  readonly description: string;
  readonly message: AnyMessage;
  /** The resource that it lives under, and the effect of deleting the parent. */
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
  /** The fields that Get returns and List does not, from the row and the time (behaviour §5.6). */
  detail?(row: T, context: Context): Readonly<Record<string, unknown>>;
  readonly methods: Readonly<Record<string, Method>>;
  /** Request messages that are declared by hand, because another message refers to them. */
  readonly requests?: { readonly create?: Message };
  /** True for a resource whose rows have the uid of their parent (behaviour §5.7). */
  readonly sharesParentUid?: boolean;
  /**
   * Fields of a row that are not in its message, or are stored in a wider form than it has: fixtures may set them, and
   * they are not returned as they are.
   */
  readonly rowFields?: Fields;
  /** Rows that exist in every world: built-in roles. */
  readonly builtIn?: readonly T[];
  /** False for rows that are only stored and have no message of their own in the API: images, credentials. */
  readonly served: boolean;
}

/** The row type of a message: its canonical form, with a uid. */
export type RowOf<M> = Static<M> & Row;

type Definition<M extends Message, T extends Row> = Omit<
  Partial<Resource<T>>,
  'message' | 'verbs' | 'rules' | 'name' | 'row'
> &
  Pick<Resource, 'domain' | 'singular' | 'plural' | 'description'> & {
    readonly message: M;
    readonly verbs?: Resource['verbs'];
    readonly rules?: Rules<T>;
  };

/** A word with a capital letter in front. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `roleBindings` as `role bindings`. */
const inWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Defines a resource, with defaults for omitted parts. Each one is listed in resources/index.ts. */
export const defineResource = <M extends Message>(definition: Definition<M, RowOf<M>>): Resource<RowOf<M>> => ({
  name: definition.plural,
  type: capital(definition.singular),
  words: { singular: inWords(definition.singular), plural: inWords(definition.plural) },
  indexes: [],
  references: {},
  methods: {},
  served: true,
  ...definition,
  verbs: definition.verbs ?? {},
  rules: definition.rules ?? {},
});

type MethodOptions = Pick<Method, 'scopeType' | 'holderOf' | 'ownValidation' | 'completes' | 'looksUp'>;

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

/** Declares a custom method that writes, completely or not at all. `paths` are the fields that the body sets. */
export const writeMethod = <Q, A>(
  operation: Operation,
  answer: (request: Q, context: WriteContext, paths: readonly string[]) => A,
  options: MethodOptions = {},
): Method => ({
  operation,
  ...options,
  run: { kind: 'write', answer: (request, context, paths) => answer(request as Q, context, paths) },
});

/** Declares a method that makes tokens: it checks the presented token itself, and runs outside of any write. */
export const tokenMethod = (
  operation: Operation,
  answer: (presented: Presented, tokens: TokenService) => Promise<unknown>,
): Method => ({ operation, run: { kind: 'token', answer } });
