import type { JsonObject } from '../json.ts';
import type { AnyMessage } from '../schema/field-types.ts';
import type { FieldViolation } from '../schema/field-violation.ts';
import type { Page } from './list.ts';
import type { Resource } from './resource.ts';
import type { Entry, Row, Rows } from './rows.ts';
import type { Transmission } from './transmission.ts';

/** The fields of a row as answers return them: with those that its resource computes. */
export const hydrateRow = ({ hydrate }: Pick<Resource, 'hydrate'>, row: Row, rows: Rows): JsonObject =>
  // Not `{ ...row, ...fields }`: V8 gives each of those a hidden class of its own, which is slow to make and to read.
  hydrate ? Object.assign({}, row, hydrate.answer(row, rows)) : (row as JsonObject);

/** A request as a face has read it. */
export interface Incoming {
  /** Canonical, by the operation's request message. */
  readonly request: JsonObject;
  /** The violations of its form, reported together with those that the kernel finds at the same stage. */
  readonly violations: readonly FieldViolation[];
  /** The fields that the body of a PATCH sets. */
  readonly paths: readonly string[];
  /** For an update that replaces all fields, whatever its mask: the fields that stay if the request omits them. */
  readonly keep?: readonly string[];
  /** Required fields of the resource that the version of the call has as optional. */
  readonly waived?: readonly string[];
}

/** The result of a call. */
type Result =
  | { readonly kind: 'row'; readonly resource: Resource; readonly entry: Entry; readonly rows: Rows }
  | {
      readonly kind: 'page';
      readonly resource: Resource;
      readonly page: Page;
      readonly rows: Rows;
      readonly key: string;
      /** True if it has every row and is answered without paging. */
      readonly isWhole?: boolean;
    }
  | {
      readonly kind: 'message';
      readonly message: AnyMessage;
      readonly value: JsonObject;
      /** True when it includes the fields that only the call which made the value may see. */
      readonly once: boolean;
      /** True when a fault has added fields that no published message has (behaviour F33, F34). */
      readonly isWidened?: boolean;
    }
  | { readonly kind: 'empty' };

/** The result of a call, before a face renders it; `transmission` is how a fault wants it to be sent. */
export type Answer = Result & { readonly transmission?: Transmission };

/** The answer without a message. */
export const EMPTY: Answer = { kind: 'empty' };

/** The fields of an answer of one message; a row is hydrated. */
export const fieldsOf = (answer: Answer): JsonObject => {
  if (answer.kind === 'message') return answer.value;
  if (answer.kind !== 'row') return {};
  const { entry, resource, rows } = answer;
  return hydrateRow(resource, entry.row, rows);
};
