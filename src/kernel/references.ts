import type { JsonObject } from '../json.ts';
import { rowNotFound } from './directory.ts';
import { failedPrecondition, type PreconditionViolation } from './errors.ts';
import { buryUid } from './ids.ts';
import type { Directory, Resource, WriteContext } from './resource.ts';
import type { Row, Rows } from './rows.ts';

/**
 * Refuses a row that refers to something that does not exist.
 * @throws ApiError NOT_FOUND for the first such reference
 */
export const demandReferences = (resource: Resource, row: JsonObject, rows: Rows, directory: Directory): void => {
  for (const [field, { to }] of Object.entries(resource.references)) {
    const uid = row[field];
    const target = directory.getResource(to);
    if (typeof uid === 'string' && uid !== '' && !rows.get(target, uid)) throw rowNotFound(target, uid);
  }
};

/** One violation for each kind of direct children that blocks the deletion of a row. */
const blockingChildren = (
  resource: Resource,
  row: Row,
  rows: Rows,
  directory: Directory,
): readonly PreconditionViolation[] => {
  const found: PreconditionViolation[] = [];
  const what = `cannot delete ${resource.words.singular} with`;
  for (const other of directory.resources) {
    const { parent, words } = other;
    if (parent?.singular === resource.singular && parent.onDelete === 'block') {
      if (rows.childrenOf(other, row.uid).length > 0) {
        found.push({ type: 'RESOURCE_NOT_EMPTY', description: `${what} child ${words.plural}` });
      }
    }
  }
  return found;
};

/** A row to delete, with its resource. */
interface Doomed {
  readonly resource: Resource;
  readonly row: Row;
}

const keyOf = (resource: Resource, row: Row): string => `${resource.name} ${row.uid}`;

/** A row and all that are deleted with it: those below, and those that refer to any of them by a cascading reference. */
const findDoomed = (resource: Resource, row: Row, rows: Rows, directory: Directory): ReadonlyMap<string, Doomed> => {
  const doomed = new Map<string, Doomed>();
  const add = (of: Resource, at: Row): boolean => {
    const key = keyOf(of, at);
    if (doomed.has(key)) return false;
    doomed.set(key, { resource: of, row: at });
    return true;
  };
  const addWithBelow = (of: Resource, at: Row): void => {
    // Rows below one that shares its parent's uid belong to the parent.
    if (!add(of, at) || of.sharesParentUid) return;
    for (const other of directory.resources) for (const child of rows.listWithin(other, at.uid)) add(other, child);
  };
  addWithBelow(resource, row);
  // A Map also iterates over entries added during the loop.
  for (const { resource: of, row: at } of doomed.values()) {
    for (const other of directory.resources) {
      for (const [field, { to, onDelete }] of Object.entries(other.references)) {
        if (to !== of.singular || onDelete !== 'cascade') continue;
        for (const user of rows.by(other, field, at.uid)) addWithBelow(other, user);
      }
    }
  }
  return doomed;
};

/** One violation for each kind of rows that stay, refer to a row to delete, and block that. */
const blockingHolders = (
  resource: Resource,
  doomed: ReadonlyMap<string, Doomed>,
  rows: Rows,
  directory: Directory,
): readonly PreconditionViolation[] => {
  const found = new Set<string>();
  for (const { resource: of, row } of doomed.values()) {
    for (const other of directory.resources) {
      for (const [field, { to, onDelete }] of Object.entries(other.references)) {
        if (to !== of.singular || onDelete !== 'block') continue;
        const stays = rows.by(other, field, row.uid).some((user) => !doomed.has(keyOf(other, user)));
        if (stays) found.add(`cannot delete ${resource.words.singular} with ${other.words.plural}`);
      }
    }
  }
  return [...found].map((description) => ({ type: 'RESOURCE_IN_USE', description }));
};

/**
 * Deletes a row, everything below it, and all rows that refer to these by a cascading reference (behaviour §8).
 * @throws ApiError FAILED_PRECONDITION with one violation for each kind of rows that blocks it
 */
export const deleteRow = (resource: Resource, row: Row, { tx, directory }: WriteContext): void => {
  const violations = blockingChildren(resource, row, tx, directory);
  if (violations.length > 0) throw failedPrecondition(...violations);
  const doomed = findDoomed(resource, row, tx, directory);
  const holders = blockingHolders(resource, doomed, tx, directory);
  if (holders.length > 0) throw failedPrecondition(...holders);
  for (const { resource: of, row: at } of doomed.values()) {
    tx.remove(of, at.uid);
    if (!of.sharesParentUid) buryUid(tx, at.uid);
  }
};
