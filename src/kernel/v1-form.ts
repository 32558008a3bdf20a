import type { Conversion } from '../schema/conversion.ts';
import type { AnyMessage } from '../schema/field-types.ts';
import type { Fields, Message } from '../schema/message.ts';
import type { HttpRule } from '../schema/operation.ts';
import type { Context } from './context.ts';
import type { Page } from './list.ts';
import type { ListRule } from './resource.ts';
import type { Row } from './rows.ts';

type Value = Readonly<Record<string, unknown>>;

/** How a resource is shown and reached in v1 (behaviour §12). Rows are kept in their v2 form; this converts. */
export interface V1Form {
  /** The gRPC service's full name. */
  readonly service: string;
  /** Where the collection lies, such as `/iam/v1/groups`; absent where v1 is reached over gRPC alone. */
  readonly path?: string;
  readonly message: AnyMessage;
  readonly conversion: Conversion;
  /** The field of the message that holds the uid; `id` unless told otherwise. */
  readonly id?: string;
  /** What the message shows beyond the row's own fields. */
  also?(row: Row, context: Context): Value;
  readonly list?: V1List;
  /** Further Lists of the same rows. */
  readonly lists?: readonly V1List[];
  readonly create?: V1Create;
  readonly update?: V1Update;
  readonly delete?: V1Delete;
  readonly methods?: readonly V1Method[];
}

/** A List of v1: a full result set, or pages where the published message has a cursor. */
export interface V1List
  extends Partial<
    Pick<
      ListRule,
      | 'uidp'
      | 'visible'
      | 'validate'
      | 'locate'
      | 'scope'
      | 'pathFields'
      | 'order'
      | 'sortable'
      | 'sortValue'
      | 'compare'
    >
  > {
  /** The gRPC method; `List` unless told otherwise. */
  readonly name?: string;
  readonly summary?: string;
  readonly description?: string;
  /** Where it lies, when that is not the collection's path. */
  readonly path?: string;
  readonly filters: ListRule['filters'];
  /** The full names of the request and the answer. */
  readonly request: string;
  readonly response: string;
  /** What the items are, when they are not the resource's message. */
  readonly item?: { readonly message: AnyMessage; readonly show: (row: Row, context: Context) => Value };
  readonly cursor?: V1Cursor;
}

/** How a List of v1 that has pages asks for them and answers. */
export interface V1Cursor {
  /** The request's fields. */
  readonly asks: Fields;
  /** What they come to: `pageSize`, `pageToken`, `orderBy` and `skip` as in v2. */
  readonly read: (request: Value) => Value;
  /** The answer's fields beside its items, which have number 1 unless `itemsNumber` says otherwise. */
  readonly tells: Fields;
  readonly tell: (page: Page) => Value;
  readonly itemsNumber?: number;
  /** Whether there are pages even where nothing is said of them; otherwise everything is answered then. */
  readonly paged?: true;
}

/** A Create of v1, with the parent in its path. */
export interface V1Create {
  readonly name?: string;
  readonly description?: string;
  /** The full name of the request; absent where the message itself is the request, and names the parent. */
  readonly request?: string;
  /** The JSON names of the request's fields for the parent and for what to create. */
  readonly parent: string;
  readonly body?: string;
}

/** An Update of v1: a PUT that replaces the whole resource. */
export interface V1Update {
  readonly name?: string;
  readonly description?: string;
  /** Fields of the v2 form that stay when they are left out; those that `*` leaves in v2 unless told otherwise. */
  readonly keep?: readonly string[];
}

/** A Delete of v1: deleting what is not there is no error. */
export interface V1Delete {
  readonly name?: string;
  readonly description?: string;
  /** The full name of the request. */
  readonly request: string;
  /** The JSON name of its field for the uid; `id` unless told otherwise. */
  readonly id?: string;
}

/** Any other operation of v1 that stands for one of v2. */
export interface V1Method {
  /** The gRPC method. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** The id of the v2 operation that it stands for. */
  readonly calls: string;
  readonly http?: HttpRule;
  readonly request: Message;
  readonly response: AnyMessage | undefined;
  /** The request's field whose uid the capabilities are checked on, where they are checked on one. */
  readonly scope?: string;
  /** The v2 request that it comes to. */
  readonly ask: (request: Value) => Value;
  /** The answer, from that of v2. */
  readonly answer: (answer: Value, context: Context) => Value;
  /** The v1 path of a field of the v2 request, for errors, in proto names; the same path where undefined. */
  readonly pathOf?: (path: string) => string | undefined;
}
