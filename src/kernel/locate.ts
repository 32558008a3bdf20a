import { violationByName } from '../schema/field-violation.ts';
import type { Operation } from '../schema/operation.ts';
import { rowNotFound } from './directory.ts';
import { denied, invalid } from './errors.ts';
import type { Context, Resource } from './resource.ts';
import type { Row } from './rows.ts';
import { parentOf, TOP } from './uid.ts';

/** The facts of an operation by which a row is located: its capabilities, and the field that has the uid. */
type Asking = Pick<Operation, 'capabilities' | 'scope'>;

/**
 * Returns the row of a uid after checking that the caller may access it (behaviour §9.7), and, for a call that
 * `changes` it, that it may be changed; undefined if it is missing at a place that the caller may access.
 * @throws ApiError NOT_FOUND, PERMISSION_DENIED, or INVALID_ARGUMENT for an empty uid
 */
export const findRow = (
  uid: string,
  resource: Resource,
  { capabilities, scope = 'uid' }: Asking,
  { rows, access, directory }: Context,
  changes = false,
): Row | undefined => {
  const row = rows.get(resource, uid);
  if (row) {
    const sealed = changes ? resource.rules.sealed?.(row) : undefined;
    if (sealed !== undefined) throw denied(sealed);
    // The text of the row, which lives anyway: the journal keeps the needs of a call.
    access.demand(capabilities, row.uid, () => directory.groupOf(rows, uid));
    return row;
  }
  if (uid === '') throw invalid([violationByName(scope.slice(scope.lastIndexOf('.') + 1), 'is required')]);
  const nearest = directory.findNearest(rows, uid);
  if (nearest === undefined) throw rowNotFound(resource, uid);
  access.demand(capabilities, nearest, () => directory.groupOf(rows, nearest));
  return undefined;
};

/** Returns the row of a uid as `findRow` does. @throws ApiError as `findRow`, and NOT_FOUND for every missing row */
export const locate = (uid: string, resource: Resource, asking: Asking, context: Context, changes = false): Row => {
  const row = findRow(uid, resource, asking, context, changes);
  if (!row) throw rowNotFound(resource, uid);
  return row;
};

/**
 * Checks a Get as `locate` does, but for an unscoped Get of a root row: a caller who has the capability anywhere may get
 * it (behaviour §9.7).
 */
export const locateForGet = (uid: string, resource: Resource, operation: Operation, context: Context): void => {
  if (operation.scope === undefined && parentOf(uid) === TOP && context.rows.get(resource, uid)) {
    context.access.demandAnywhere(operation.capabilities);
  } else {
    locate(uid, resource, operation, context);
  }
};

/**
 * Returns the uid of the parent of a new row after checking that the caller may create there.
 * @throws ApiError as `locate`
 */
export const locateParent = (given: string, resource: Resource, operation: Operation, context: Context): string => {
  if (given === '') {
    if (operation.scope !== undefined) throw invalid([violationByName('parent', 'is required')]);
    if (context.caller.limits) throw denied('the token is confined, and a root lies outside of that');
    return TOP;
  }
  const parent = resource.rules.resolveParent?.(given, context) ?? given;
  locate(parent, context.directory.getResource(resource.parent?.singular ?? 'group'), operation, context);
  return parent;
};
