import type { Operation } from '../schema/operation.ts';
import type { Answer, Incoming } from './answer.ts';
import type { ApiError } from './errors.ts';
import type { Context, ListRule, Method, Resource, WriteContext } from './resource.ts';
import type { Presented, TokenService } from './token-service.ts';

/** Maps the error of a refused call to an answer, or throws the error to report. Nothing of the call is stored. */
type Refused = (error: ApiError) => Answer;

/** The check of an authenticated caller before an operation. */
interface Admitting {
  /**
   * Refuses a caller who may not run the operation at a uid, which is empty if the request names none: the first step
   * of `run`, once the request is read (behaviour §9.7, §10.9). @throws ApiError
   */
  admit(uid: string, context: Context): void;
}

/** Runs an operation on the committed rows. */
export interface ReadRunner extends Admitting {
  readonly kind: 'read';
  run(incoming: Incoming, context: Context): Answer;
  readonly refused?: Refused;
}

/** Runs an operation inside one write, all of which is stored or nothing. */
export interface WriteRunner extends Admitting {
  readonly kind: 'write';
  run(incoming: Incoming, context: WriteContext): Answer;
  readonly refused?: Refused;
}

/** Runs an operation that makes tokens. It checks the `authorization` of the caller itself. */
export interface TokenRunner {
  readonly kind: 'token';
  run(read: () => Incoming, presented: Omit<Presented, 'request'>, tokens: TokenService): Promise<Answer>;
  readonly refused?: Refused;
}

/** The runner of an operation. @throws ApiError when `run` refuses the call */
export type Runner = ReadRunner | WriteRunner | TokenRunner;

/** A standard verb of a resource, or `custom` for any other method. */
export type Verb = 'get' | 'list' | 'create' | 'update' | 'delete' | 'custom';

/** An operation with its runner. */
export interface BoundOperation {
  readonly operation: Operation;
  readonly verb: Verb;
  readonly resource: Resource;
  readonly runner: Runner;
  /** The rule of a List with a cursor. */
  readonly list?: ListRule;
  /** The rule by which the `orderBy` of any other List is read. */
  readonly sorted?: ListRule;
  /** The method that it was made from; only for `custom`. */
  readonly method?: Method;
  /** The operation of v2 that it wraps: it converts requests and answers. */
  readonly wraps?: BoundOperation;
  /** True when the answer is empty, rather than NOT_FOUND, if the row is missing. */
  readonly missingIsEmpty?: boolean;
}
