import type { JsonObject } from '../json.ts';
import type { Page } from '../kernel/list.ts';
import type { Context, ListRule, Method, Resource } from '../kernel/resource.ts';
import type { Row } from '../kernel/rows.ts';
import type { AnyMessage } from '../schema/field-types.ts';
import type { Fields, Message } from '../schema/message.ts';
import type { HttpRule } from '../schema/operation.ts';
import type { Conversion } from './conversion.ts';

/** The part of v1 for a resource of v2, or for rows that only v1 shows (behaviour §12). */
export interface V1Resource {
  readonly resource: Resource;
  /** Methods without a counterpart in v2; documented before the form's. */
  readonly methods?: readonly Method[];
  readonly form?: V1Form;
}

/** The v1 interface of a resource: message, path, operations. Its rows are stored in their v2 form (behaviour §12). */
export interface V1Form {
  /** The gRPC service's full name. */
  readonly service: string;
  /** The path of the collection, such as `/iam/v1/groups`; absent if v1 is reached only over gRPC. */
  readonly path?: string;
  /** True if only the published interface has the path (behaviour V14). */
  readonly beyondSpec?: true;
  readonly message: AnyMessage;
  readonly conversion: Conversion;
  /** The field of the message with the uid; `id` by default. */
  readonly id?: string;
  /** Fields of the message that are not converted from the row. */
  also?(row: Row, context: Context): JsonObject;
  readonly list?: V1List;
  /** Other Lists of the same rows. */
  readonly lists?: readonly V1List[];
  readonly create?: V1Create;
  readonly update?: V1Update;
  readonly delete?: V1Delete;
  readonly methods?: readonly V1Method[];
}

/** A List of v1: a full result set, or pages if the published message has a cursor. */
export interface V1List
  extends Partial<Pick<ListRule, 'uidp' | 'visible' | 'combine' | 'validate' | 'locate' | 'pathFields' | 'order'>> {
  /** The gRPC method; `List` by default. */
  readonly name?: string;
  readonly summary?: string;
  readonly description?: string;
  /** Its path; the collection's by default. */
  readonly path?: string;
  readonly filters: ListRule['filters'];
  /** The full names of the request and response messages. */
  readonly request: string;
  readonly response: string;
  /** The items, if they are not the resource's message. */
  readonly item?: { readonly message: AnyMessage; readonly show: (row: Row, context: Context) => JsonObject };
  readonly cursor?: V1Cursor;
  /** True if v2 has no such list, although it lists rows of v2. */
  readonly staysInV1?: true;
}

/** The fields by which a List of v1 has pages. */
export interface V1Cursor {
  /** The request's fields. */
  readonly asks: Fields;
  /** The request with `pageSize`, `pageToken`, `orderBy` and `skip` as in v2. */
  readonly read: (request: JsonObject) => JsonObject;
  /** The response's fields beside `items`. */
  readonly returns: Fields;
  readonly answer: (page: Page) => JsonObject;
  /** The proto number of `items`; 1 by default. */
  readonly itemsNumber?: number;
  /** True if a request without paging parameters gets a page; otherwise it gets all results. */
  readonly paged?: true;
}

/** A Create of v1, with the parent in its path. */
export interface V1Create {
  readonly name?: string;
  readonly description?: string;
  /** The full name of the request; absent if the message itself is the request and has a field for the parent. */
  readonly request?: string;
  /** The JSON names of the request's fields for the parent and for the new row. */
  readonly parent: string;
  readonly body?: string;
  /** Fields that v2 requires and v1 does not. */
  readonly waived?: readonly string[];
}

/** An Update of v1: a PUT that replaces the whole resource. */
export interface V1Update {
  /** Fields that v2 requires and v1 does not. */
  readonly waived?: readonly string[];
}

/** A Delete of v1: deleting a missing row is not an error. */
export interface V1Delete {
  readonly name?: string;
  /** The full name of the request. */
  readonly request: string;
  /** The JSON name of its field for the uid; `id` by default. */
  readonly id?: string;
}

/** Any other operation of v1 that has a counterpart in v2. */
export interface V1Method {
  /** The gRPC method. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** The id of the v2 operation that it calls. */
  readonly calls: string;
  readonly http?: HttpRule;
  readonly request: Message;
  readonly response: AnyMessage | undefined;
  /** The request field whose uid the capabilities are checked on, if they are checked on one. */
  readonly scope?: string;
  /** True for a search by something else than a uid: finding nothing is NOT_FOUND, not empty (behaviour §12.4 V3). */
  readonly looksUp?: true;
  /** Converts the request to v2. */
  readonly ask: (request: JsonObject) => JsonObject;
  /** Converts the answer to v1. */
  readonly answer: (answer: JsonObject, context: Context) => JsonObject;
  /** The only fields that its event shows; unless given, the fields that v2 shows, by their names in v1. */
  readonly shows?: readonly string[];
  /** Maps the path of a field of the v2 request to v1, in proto names, for errors; the same path if undefined. */
  readonly pathOf?: (path: string) => string | undefined;
}
