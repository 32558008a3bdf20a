import { isDeepStrictEqual } from 'node:util';
import type { FaultEffect } from '../../../generated/nouns.ts';
import type { Incoming } from '../../kernel/answer.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { FaultScene } from '../../kernel/hooks.ts';
import type { Resource } from '../../kernel/resource.ts';
import { type ChangedRow, fieldOf, type Row, type Store } from '../../kernel/rows.ts';
import type { BoundOperation, Verb } from '../../kernel/runner.ts';
import { TOP } from '../../kernel/uid.ts';
import { identities } from '../../resources/index.ts';
import type { FieldType, NamedField } from '../../schema/field-types.ts';

/** Values of a type that differ from one, the likeliest to be accepted first; none for types that are not changed. */
const otherValues = (type: FieldType, value: unknown): readonly unknown[] => {
  switch (type.kind) {
    case 'string':
      // One of them is within most rules for texts.
      return typeof value === 'string' && value !== ''
        ? [`${value} (changed)`, `${value}-changed`, `${value}x`]
        : ['changed'];
    case 'bool':
      return [value !== true];
    case 'int32':
    case 'uint32':
      return [Number(value ?? 0) + 1];
    case 'enum':
      return Object.entries(type.enum?.values ?? {}).flatMap(([name, number]) =>
        number === 0 || name === value ? [] : [name],
      );
    case 'repeated': {
      const items = Array.isArray(value) ? value : [];
      const [last] = items.slice(-1);
      const more = type.element ? otherValues(type.element, last).map((other) => [...items, other]) : [];
      return items.length > 1 ? [...more, items.slice(0, -1)] : more;
    }
    default:
      return [];
  }
};

/** A call before which another caller acts. */
interface Meeting {
  readonly bound: BoundOperation;
  readonly scene: FaultScene;
  /** Its subject. */
  readonly resource: string;
  /** The row as the caller of the call has read it last; undefined if it has not. */
  readonly readBefore: (uid: string) => Row | undefined;
}

/** An act of another caller: the operation that it runs, and the request. */
interface Act {
  readonly bound: BoundOperation;
  readonly incoming: Incoming;
}

const asked = (request: Incoming['request'], paths: readonly string[] = []): Incoming => ({
  request,
  violations: [],
  paths,
});

/** The operation of v2 with a verb of a resource. */
const operationOf = ({ operations }: FaultScene, of: Resource, verb: Verb): BoundOperation | undefined =>
  operations().find((bound) => bound.verb === verb && bound.resource === of && !bound.wraps);

/**
 * Runs an act on a store in the name of the first identity that does not call itself, or else of the one that does, and
 * returns its changes; none if it is refused.
 */
const perform = async ({ scene }: Meeting, { bound, incoming }: Act, store: Store): Promise<readonly ChangedRow[]> => {
  const { identity } = scene.caller;
  const other = store.rows.listWithin(identities, TOP).find(({ uid }) => uid !== identity);
  try {
    return await scene.runAs({ identity: other?.uid ?? identity }, bound, incoming, store);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
};

/** Tries an act on a store that is forked from the world's, and returns the store; undefined if nothing changes. */
const attempt = async (meeting: Meeting, act: Act): Promise<Store | undefined> => {
  const store = meeting.scene.store.fork();
  return (await perform(meeting, act, store)).length > 0 ? store : undefined;
};

/** The create of what the call creates, if the call is then refused. */
const findCreate = async (meeting: Meeting): Promise<Act | undefined> => {
  const { bound, scene } = meeting;
  const mayCreate = bound.verb === 'create' || bound.verb === 'custom';
  if (!mayCreate || bound.runner.kind !== 'write') return undefined;
  const act = { bound, incoming: scene.read() };
  const store = await attempt(meeting, act);
  const after = store && (await scene.rehearse(store));
  return after instanceof ApiError && after.code === 'ALREADY_EXISTS' ? act : undefined;
};

/** The delete of the row that the call is about. */
const findDelete = async (meeting: Meeting): Promise<Act | undefined> => {
  const { bound, scene, resource: uid } = meeting;
  const { resource: of } = bound.wraps ?? bound;
  const own = operationOf(scene, of, 'delete');
  // Without its identity the caller could do nothing at all.
  if (bound.verb === 'create' || !own || uid === scene.caller.identity || !scene.store.rows.get(of, uid))
    return undefined;
  const act = { bound: own, incoming: asked({ uid }) };
  return (await attempt(meeting, act)) && act;
};

/** The rank of a field among those whose change is tried: the description first, the name last. */
const rankOf = ({ name }: NamedField): number => {
  if (name === 'description') return 0;
  return name === 'name' ? 2 : 1;
};

/** The change of a field of the row that the call then changes back to what its caller has read. */
const findChange = async (meeting: Meeting): Promise<Act | undefined> => {
  const { bound, scene, resource: uid, readBefore } = meeting;
  const { resource: of } = bound.wraps ?? bound;
  const own = operationOf(scene, of, 'update');
  const row = scene.store.rows.get(of, uid);
  const read = readBefore(uid);
  if (bound.runner.kind !== 'write' || !own || !row || !read) return undefined;
  const fields = [...of.message.fields.values()]
    .filter(({ name, behaviour, immutable }) => behaviour !== 'output' && !immutable && name !== 'uid')
    .filter(({ name }) => isDeepStrictEqual(fieldOf(row, name), fieldOf(read, name)))
    .sort((one, other) => rankOf(one) - rankOf(other));
  for (const { name, type } of fields) {
    for (const value of otherValues(type, fieldOf(row, name))) {
      const act = { bound: own, incoming: asked({ [of.singular]: { uid, [name]: value } }, [name]) };
      const store = await attempt(meeting, act);
      if (!store) continue;
      const changed = fieldOf(store.rows.get(of, uid) ?? row, name);
      const after = await scene.rehearse(store);
      const last = store.rows.get(of, uid);
      const isUndone =
        !(after instanceof ApiError) &&
        last !== undefined &&
        isDeepStrictEqual(fieldOf(last, name), fieldOf(row, name)) &&
        !isDeepStrictEqual(changed, fieldOf(row, name));
      if (isUndone) return act;
      break;
    }
  }
  return undefined;
};

const FIND: Readonly<Record<NonNullable<FaultEffect['other']>, (meeting: Meeting) => Promise<Act | undefined>>> = {
  create: findCreate,
  delete: findDelete,
  change: findChange,
};

/**
 * Acts as an effect wants in the name of another caller, an instant before a call, and returns the changes. It does
 * nothing, and returns none, if the call would fail anyway, or would not be affected (behaviour F36 to F38).
 */
export const actAsOther = async (
  what: NonNullable<FaultEffect['other']>,
  meeting: Meeting,
): Promise<readonly ChangedRow[]> => {
  const { scene, bound } = meeting;
  if (bound.runner.kind === 'token') return [];
  const before = await scene.rehearse(scene.store.fork());
  if (before instanceof ApiError) return [];
  const act = await FIND[what](meeting);
  return act ? perform(meeting, act, scene.store) : [];
};
