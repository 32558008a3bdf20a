import { valueAt } from '../../json.ts';
import { noAccess } from '../../kernel/access.ts';
import type { Kernel } from '../../kernel/call.ts';
import { ApiError, failedPrecondition } from '../../kernel/errors.ts';
import { findTokenRefusal } from '../../kernel/token-refusal.ts';
import { UID } from '../../kernel/uid.ts';
import { identityName } from '../../resources/index.ts';
import type { PackedEntry } from '../journal/packed-entry.ts';
import { explainAccess, homeOf, type UnnamedCheck } from './access-check.ts';
import { operationNamed } from './access-question.ts';
import type { AccessWorld } from './access-world.ts';
import { showRefusal } from './refusal-view.ts';
import { limitsOfToken } from './token-limits.ts';

/** The uid that a call is about; empty if it names none. */
const placeOf = ({ operation, incoming }: PackedEntry): string => {
  const uid = operation?.scope === undefined ? undefined : valueAt(incoming?.request, operation.scope);
  return typeof uid === 'string' && UID.test(uid) ? uid : '';
};

/**
 * Explains a call in the journal (behaviour A7).
 * @throws ApiError NOT_FOUND for an entry that is not there; FAILED_PRECONDITION for one without an operation
 */
export const explainEntry = (kernel: Kernel, within: AccessWorld, entry: PackedEntry): UnnamedCheck => {
  const { scope, population } = within;
  const { operation, caller, needs = [], access = noAccess, delivered, handled = delivered } = entry;
  if (!operation) {
    throw failedPrecondition({ type: 'NO_OPERATION', description: `entry ${entry.id} is for no operation` });
  }
  const failure = handled instanceof ApiError ? handled : undefined;
  if (!caller) {
    const refusal = findTokenRefusal(failure);
    const nameOf = (uid: string): string => identityName(scope.store.rows, uid);
    return {
      decision: 'unauthenticated',
      operation: operation.id,
      needs: [],
      caller: { identity: '', name: '' },
      walk: [],
      missing: [],
      smallest: [],
      ...(failure && { message: failure.message }),
      ...(refusal && { token: showRefusal(refusal, nameOf) }),
    };
  }
  const { identity } = caller;
  const lacks = needs.some((need) => access.findLacking(need).length > 0);
  const refusal = lacks && failure ? { code: failure.code, message: failure.message } : undefined;
  const bound = operationNamed(kernel, scope, operation.id);
  const asked = {
    kernel,
    world: scope,
    bound,
    identity,
    uid: placeOf(entry),
    home: homeOf(identity, population.orgId()),
  };
  const check = explainAccess(asked, { needs, access, refusal });
  const token = limitsOfToken(caller);
  return token ? { ...check, caller: { ...check.caller, token } } : check;
};
