import { type JsonObject, textOrNone } from '../json.ts';
import { profileIn } from '../schema/profile.ts';
import { messagesIn } from '../schema/profile-messages.ts';
import { isZero } from '../schema/scalars.ts';
import { checkFields, sortByFields } from '../schema/validate.ts';
import type { Violations } from './context.ts';
import { typeOf } from './directory.ts';
import { alreadyExists, invalid } from './errors.ts';
import { applyMask, type Mask, readMask } from './field-mask.ts';
import { makeFreshUid } from './ids.ts';
import { demandReferences } from './references.ts';
import type { Resource, RowContext, WriteContext } from './resource.ts';
import { fieldOf, type Row } from './rows.ts';
import { parentOf } from './uid.ts';
import { rowContextOf } from './write-contexts.ts';

/** The omissions that a write of an older version may make. */
export interface WriteOptions {
  /** The fields that the mask `*` keeps when the body leaves them out; those that the resource names by default. */
  readonly keep?: readonly string[] | undefined;
  /** Required fields that may be missing. */
  readonly waived?: readonly string[] | undefined;
}

/** The required fields that a row was made without, by an older version, and that a change does not touch. */
const findLacking = ({ message }: Resource, row: Row, touched: ReadonlySet<string>): readonly string[] => {
  const names: string[] = [];
  for (const { behaviour, name, type } of message.fields.values()) {
    if (behaviour === 'required' && isZero(type, fieldOf(row, name)) && !touched.has(name)) names.push(name);
  }
  return names;
};

/** The stages that creates and updates share, in the order in which their errors win (behaviour §7). */
const check = (
  resource: Resource,
  row: JsonObject,
  previous: Row | undefined,
  context: RowContext,
  waived: readonly string[] = [],
): void => {
  const { rules } = resource;
  const draft = row as Row;
  const found: Violations = checkFields(resource.message, row).filter(({ field: name }) => {
    const field = waived.includes(name) ? resource.message.fields.get(name) : undefined;
    return !field || !isZero(field.type, row[name]);
  });
  rules.validate?.(draft, context, found, previous);
  if (found.length > 0) throw invalid(sortByFields(resource.message, found));
  demandReferences(resource, row, context.rows, context.directory);
  rules.authorize?.(draft, context, previous);
  const clash = rules.clash?.(draft, context);
  if (clash && clash.row.uid !== previous?.uid) {
    throw alreadyExists({ type: typeOf(resource), name: clash.row.uid }, resource.words.singular, clash.label);
  }
};

/**
 * Creates a row under a parent that was located for the caller.
 * @throws ApiError INVALID_ARGUMENT, NOT_FOUND for a reference, PERMISSION_DENIED, ALREADY_EXISTS
 */
export const createRow = (
  resource: Resource,
  parent: string,
  draft: JsonObject,
  write: WriteContext,
  { waived }: Pick<WriteOptions, 'waived'> = {},
): Row => {
  const { rules } = resource;
  const { tx, now } = write;
  const context = rowContextOf(write, parent, new Set(Object.keys(draft)));
  const existing = rules.replaces?.(draft as Row, context);
  check(resource, draft, existing, context, waived);
  const uid =
    existing?.uid ??
    (resource.sharesParentUid
      ? parent
      : makeFreshUid(write, parent, resource.singular, rules.identify?.(draft as Row) ?? textOrNone(draft.name)));
  const createTime = (existing as JsonObject | undefined)?.createTime ?? now;
  // Not `{ ...draft, uid }`: V8 gives each of those a hidden class of its own.
  const complete: Row = Object.assign({}, draft, { uid, createTime, updateTime: now });
  const row = rules.beforeCreate?.(complete, context) ?? complete;
  tx.put(resource, row);
  rules.afterCreate?.(row, context);
  return row;
};

/** Reads the mask of an update, whose fields are those that the caller knows. @throws ApiError INVALID_ARGUMENT */
export const readMaskOf = (
  { message }: Resource,
  text: string,
  paths: readonly string[],
  { settings }: Pick<WriteContext, 'settings'>,
): Mask => readMask(messagesIn(profileIn(settings))(message), text, paths);

/**
 * Changes the fields of a row that a mask names.
 * @throws ApiError INVALID_ARGUMENT, NOT_FOUND for a reference, PERMISSION_DENIED, ALREADY_EXISTS
 */
export const updateRow = (
  resource: Resource,
  previous: Row,
  body: JsonObject,
  mask: Mask,
  write: WriteContext,
  { keep, waived }: WriteOptions = {},
): Row => {
  const { rules } = resource;
  const { next, touched } = applyMask(resource.message, previous, body, mask, keep ?? rules.notMaskedByWildcard);
  if (touched.size === 0) return previous;
  const parent = resource.sharesParentUid ? previous.uid : parentOf(previous.uid);
  const context = rowContextOf(write, parent, touched);
  check(resource, next as JsonObject, previous, context, [
    ...(waived ?? []),
    ...findLacking(resource, previous, touched),
  ]);
  const changed = { ...next, updateTime: write.now };
  const row = rules.beforeUpdate?.(changed, previous, context) ?? changed;
  write.tx.put(resource, row);
  return row;
};
