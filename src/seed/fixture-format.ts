import type { Resource } from '../kernel/resource.ts';
import type { AnyMessage, NamedField } from '../schema/field-types.ts';
import { type Fields, type Message, message } from '../schema/message.ts';

/** A field that names another row, under every key that a fixture may use for it. */
export interface ReferenceKey {
  readonly field: string;
  /** The singular name of the resource referred to. */
  readonly to: string;
}

/** One kind of thing that fixtures hold, derived from its resource. */
export interface Kind {
  readonly resource: Resource;
  /** Its key in its parent. */
  readonly key: string;
  /** True when a parent has at most one: an object rather than a list. */
  readonly single: boolean;
  /** True for a single thing without fields: its value is `true`. */
  readonly marker: boolean;
  /** True in the group tree, where a uid is a path. */
  readonly inTree: boolean;
  /** The fields that a fixture may set: all that a row stores, except its uid. */
  readonly fields: AnyMessage;
  readonly references: ReadonlyMap<string, ReferenceKey>;
  /** The kinds below it, by key. */
  readonly children: ReadonlyMap<string, Kind>;
}

/** The shape of fixtures. */
export interface FixtureFormat {
  /** The kinds at the top of a fixture, by key. */
  readonly roots: ReadonlyMap<string, Kind>;
  readonly kinds: ReadonlyMap<string, Kind>;
}

/** A word by which a fixture calls a thing elsewhere. */
export const ALIAS = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
/** The largest count of things to make up, and the largest seed. */
export const MAX_COUNT = 1_000_000;
export const MAX_SEED = 0xffff_ffff;

/** The keys of an item that are neither a field nor a kind. */
export const ITEM_KEYS = ['alias', 'uid', 'generate'] as const;

/** The keys of a fixture that are not kinds. */
export const DOCUMENT_KEYS = ['$schema', 'description', 'exact', 'startTime', 'tokens', 'generate', 'rows'] as const;

/** The kinds beside groups that may live above every group. */
const ABOVE_GROUPS: ReadonlySet<string> = new Set(['identity']);

/** Keys of single things for which fixtures use a better word than the resource. */
const OWN_WORDS: ReadonlyMap<string, string> = new Map([['superuser', 'everything']]);

const rowMessages = new WeakMap<Fields, Message>();

/** The row-only fields of a resource as a message: made once, since a name can be declared once. */
const rowMessageOf = ({ type, rowFields = {} }: Resource): AnyMessage => {
  let made = rowMessages.get(rowFields);
  if (!made) {
    made = message(`mock.${type}RowFields`, `The stored fields of ${type} that no answer has.`, rowFields);
    rowMessages.set(rowFields, made);
  }
  return made;
};

/** True for a message that is part of a row's answer but is made from other rows, such as a binding's identity. */
const isView = ({ behaviour, type }: NamedField): boolean => behaviour === 'output' && type.kind === 'message';

const fieldsOf = (resource: Resource): AnyMessage => {
  const all = [...resource.message.fields, ...(resource.rowFields ? rowMessageOf(resource).fields : [])];
  const fields = new Map(all.filter(([name, field]) => name !== 'uid' && !isView(field)));
  const { name, description } = resource.message;
  return { name, description, fields, find: (key) => fields.get(key) };
};

/** Each reference under its field's name, and also without the Uid at the end of that name. */
const referencesOf = ({ references }: Resource, fields: AnyMessage): ReadonlyMap<string, ReferenceKey> => {
  const keys = new Map<string, ReferenceKey>();
  for (const [field, { to }] of Object.entries(references)) {
    keys.set(field, { field, to });
    const short = field.replace(/Uid$/, '');
    if (!fields.fields.has(short)) keys.set(short, { field, to });
  }
  return keys;
};

/** `repoReadme` of a repo is its `readme`. */
const keyOf = (resource: Resource): string => {
  const { singular, plural, parent, sharesParentUid } = resource;
  if (!sharesParentUid) return plural;
  const own = OWN_WORDS.get(singular);
  if (own !== undefined) return own;
  if (!parent || !singular.startsWith(parent.singular)) return singular;
  const rest = singular.slice(parent.singular.length);
  return rest.charAt(0).toLowerCase() + rest.slice(1);
};

const livesInTree = (resource: Resource, bySingular: ReadonlyMap<string, Resource>): boolean => {
  const { parent, singular } = resource;
  if (!parent) return false;
  const above = bySingular.get(parent.singular);
  return parent.singular === singular || (above !== undefined && livesInTree(above, bySingular));
};

const kindOf = (resource: Resource, bySingular: ReadonlyMap<string, Resource>, children: Map<string, Kind>): Kind => {
  const fields = fieldsOf(resource);
  const single = resource.sharesParentUid ?? false;
  return {
    resource,
    key: keyOf(resource),
    single,
    marker: single && fields.fields.size === 0,
    inTree: livesInTree(resource, bySingular),
    fields,
    references: referencesOf(resource, fields),
    children,
  };
};

/**
 * Derives the shape of fixtures from the resources: their nesting and their keys.
 * @throws Error when a key would have two meanings, which is an error in a description
 */
export const fixtureFormat = (resources: readonly Resource[]): FixtureFormat => {
  const bySingular = new Map(resources.map((resource) => [resource.singular, resource]));
  const below = new Map(resources.map(({ singular }) => [singular, new Map<string, Kind>()]));
  const roots = new Map<string, Kind>();
  const kinds = new Map<string, Kind>();
  for (const resource of resources) {
    const { singular, parent, message, rowFields } = resource;
    // Every row has a uid: without one a resource has operations only, such as ping.
    if (!message.fields.has('uid') && rowFields?.uid === undefined) continue;
    const kind = kindOf(resource, bySingular, below.get(singular) as Map<string, Kind>);
    kinds.set(singular, kind);
    if (!parent || parent.singular === singular || ABOVE_GROUPS.has(singular)) roots.set(kind.key, kind);
    if (parent) below.get(parent.singular)?.set(kind.key, kind);
  }
  for (const key of DOCUMENT_KEYS) if (roots.has(key)) throw new Error(`a fixture cannot have ${key} at its top twice`);
  for (const { resource, fields, references, children } of kinds.values()) {
    for (const key of children.keys()) {
      if (fields.fields.has(key) || references.has(key))
        throw new Error(`${resource.type} has two meanings for ${key}`);
    }
    for (const key of ITEM_KEYS) {
      if (fields.fields.has(key) || children.has(key)) throw new Error(`${resource.type} cannot have the key ${key}`);
    }
  }
  return { roots, kinds };
};
