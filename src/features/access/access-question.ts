import type { Kernel } from '../../kernel/call.ts';
import type { CallScope } from '../../kernel/call-scope.ts';
import { ApiError, type CodeName, invalidField } from '../../kernel/errors.ts';
import type { Context } from '../../kernel/resource.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { UID } from '../../kernel/uid.ts';
import { groups } from '../../resources/index.ts';
import { textOf } from '../../schema/field-violation.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { profileIn } from '../../schema/profile.ts';

/** The error with which the check of its caller refuses a call. */
export interface Refusal {
  readonly code: CodeName;
  readonly message: string;
}

const MAX_HINTS = 3;

const hintFor = (id: string, known: ReadonlySet<string>): string => {
  const candidates = new Set(known);
  const near: string[] = [];
  while (near.length < MAX_HINTS) {
    const nearest = findNearestName(id, candidates);
    if (nearest === undefined) break;
    candidates.delete(nearest);
    near.push(JSON.stringify(nearest));
  }
  return near.length === 0 ? '' : `, did you mean ${near.join(' or ')}?`;
};

/** The operation of an id in a world. @throws ApiError INVALID_ARGUMENT that names the operations of nearly the same id */
export const operationNamed = (kernel: Kernel, { settings }: CallScope, id: string): BoundOperation => {
  const all = kernel.operationsIn(profileIn(settings));
  const bound = all.find(({ operation }) => operation.id === id);
  if (bound) return bound;
  const hint = hintFor(id, new Set(all.map(({ operation }) => operation.id)));
  throw invalidField('operation', `no operation is named ${JSON.stringify(id.slice(0, 64))}${hint}`);
};

/** A uid, or the one that an alias of a fixture names. @throws ApiError INVALID_ARGUMENT for any other text */
export const uidNamed = (given: string, aliases: ReadonlyMap<string, string>): string => {
  const uid = aliases.get(given) ?? given;
  if (!UID.test(uid)) throw invalidField('uid', 'must be a uid, or an alias of a fixture');
  return uid;
};

/** The uid of a group that exists. @throws ApiError INVALID_ARGUMENT for anything else */
export const groupNamed = (given: string, aliases: ReadonlyMap<string, string>, { store }: CallScope): string => {
  const uid = aliases.get(given) ?? given;
  if (!store.rows.get(groups, uid)) throw invalidField('group', `no group is ${JSON.stringify(given.slice(0, 256))}`);
  return uid;
};

/** The error with which the operation's own runner refuses a caller at a uid; undefined if the call goes on. */
export const refusalOf = (
  { operation, runner, missingIsEmpty = false }: BoundOperation,
  uid: string,
  context: Context,
): Refusal | undefined => {
  if (runner.kind === 'token') return undefined;
  try {
    runner.admit(uid, context);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, detail } = error;
    if (code === 'INVALID_ARGUMENT') {
      const [violation] = detail.fieldViolations ?? [];
      throw invalidField('uid', `${violation ? textOf(violation.description) : message}, for ${operation.id}`);
    }
    return code === 'NOT_FOUND' && missingIsEmpty ? undefined : { code, message };
  }
};
