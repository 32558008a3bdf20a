import { uidFor } from '../kernel/ids.ts';
import type { Resource } from '../kernel/resource.ts';
import { TOP } from '../kernel/uid.ts';
import type { Spelling } from '../schema/encode-json.ts';
import type { AnyMessage, FieldType, NamedField } from '../schema/field-types.ts';
import { isReturned } from '../schema/message.ts';
import { zeroOf } from '../schema/scalars.ts';
import type { Presence, Variant } from './needs.ts';

// Calls with the examples find rows of the default fixture: its uids are derived from this key and from names.
const FIXTURE = { seed: 'fixture', organization: 'example.com' } as const;

/** The example of a field that the table or the field's type gives. */
export const exampleOfField = ({ example, type }: NamedField): unknown => example ?? type.example;

/** The resource whose uid a field has, if its name does not contain it. */
const UID_FIELDS: ReadonlyMap<string, string> = new Map([
  ['orgUid', 'group'],
  ['scope', 'group'],
  ['acceptedBy', 'identity'],
  ['defaultRole', 'role'],
  ['identityProviderUidp', 'identityProvider'],
]);

/** The examples of kinds of values whose rows have none. */
const SCALARS: Partial<Readonly<Record<FieldType['kind'], unknown>>> = {
  bool: true,
  int32: 1,
  uint32: 1,
  int64: '1234',
  bytes: 'ZXhhbXBsZQ==',
  timestamp: '2026-01-28T12:54:21.189Z',
  duration: '3600s',
  fieldMask: 'description',
};

const isIncluded = (field: NamedField, variant: Variant): boolean => {
  const { behaviour, oneof, example } = field;
  if (variant === 'answer') return isReturned(field);
  if (behaviour === 'output') return false;
  return variant === 'patch' || behaviour !== 'optional' || oneof !== undefined || example !== undefined;
};

/** Derives the values of the document's examples from the tables, the same ones every time. */
export class Examples {
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #isRequired: Presence;
  readonly #spelling: Spelling;

  constructor(resources: Iterable<Resource>, isRequired: Presence, spelling: Spelling = 'json') {
    this.#resources = new Map([...resources].map((resource) => [resource.singular, resource]));
    this.#isRequired = isRequired;
    this.#spelling = spelling;
  }

  /** The uid of the example of a resource: below the examples of its parents, made from its name. */
  uidOf(singular: string): string {
    const resource = this.#resources.get(singular);
    const given = resource?.message.fields.get('uid')?.example;
    if (typeof given === 'string') return given;
    if (singular === 'group' || !resource) return uidFor(FIXTURE.seed, TOP, 'group', FIXTURE.organization);
    const parent = this.uidOf(resource.parent?.singular ?? 'group');
    if (resource.sharesParentUid) return parent;
    const name = resource.message.fields.get('name');
    return uidFor(FIXTURE.seed, parent, singular, String((name && exampleOfField(name)) ?? singular));
  }

  /**
   * A message that shows its shape: an answer has every field with an example, a body those that are required or useful,
   * a PATCH one. It has one member of each oneof.
   * @param owner the singular of the resource that a field called `uid` would be the uid of
   */
  message(of: AnyMessage, variant: Variant, owner: string, without: ReadonlySet<string> = new Set()): object {
    return this.#message(of, variant, owner, without).value;
  }

  /** The example of a field; undefined if there is none. */
  field(field: NamedField, variant: Variant, owner: string): unknown {
    return exampleOfField(field) ?? this.#value(field.type, field.name, variant, owner);
  }

  #message(of: AnyMessage, variant: Variant, owner: string, without: ReadonlySet<string> = new Set()) {
    const taken = new Set<string>();
    const members: [string, unknown][] = [];
    let hasPlaceholder = false;
    for (const field of of.fields.values()) {
      const { name, oneof = name } = field;
      if (without.has(name) || taken.has(oneof) || !isIncluded(field, variant)) continue;
      const isRequired = this.#isRequired(of, field, variant);
      // A value that only one call returns belongs into the message of that call.
      if (field.once && !isRequired) continue;
      const { nullable, always, asPublished, type } = field;
      // A field that has no value may be returned all the same in this profile.
      const empty = nullable ? null : always && asPublished?.empty === 'zero' ? zeroOf(type) : undefined;
      const value = this.field(field, variant, owner) ?? empty;
      const isMissing = value === undefined && isRequired;
      if (value === undefined && !isMissing) continue;
      hasPlaceholder ||= isMissing;
      taken.add(oneof);
      members.push([field[this.#spelling], isMissing ? this.#placeholder(field, variant, owner) : value]);
    }
    if (variant !== 'patch') return { value: Object.fromEntries(members), hasPlaceholder };
    const one = members.find(([name]) => name === 'description') ?? members[0];
    return { value: one ? Object.fromEntries([one]) : {}, hasPlaceholder };
  }

  /** A placeholder for a required field without an example. */
  #placeholder({ type, name }: NamedField, variant: Variant, owner: string): unknown {
    switch (type.kind) {
      case 'message':
        return type.message ? this.message(type.message(), variant === 'input' ? 'patch' : variant, owner) : {};
      case 'repeated':
        return type.element?.kind === 'string' ? [`example ${name}`] : [];
      case 'map':
        return {};
      default:
        return `example ${name}`;
    }
  }

  #value(type: FieldType, name: string, variant: Variant, owner: string): unknown {
    const { element } = type;
    switch (type.kind) {
      case 'message': {
        const singular = this.#resources.has(name) ? name : owner;
        if (!type.message) return undefined;
        const { value, hasPlaceholder } = this.#message(type.message(), variant, singular);
        return hasPlaceholder || Object.keys(value).length === 0 ? undefined : value;
      }
      case 'enum':
        return Object.keys(type.enum?.values ?? {})[1];
      case 'repeated': {
        const item = element && this.#value(element, name, variant, owner);
        return item === undefined ? undefined : [item];
      }
      case 'map': {
        const item = element && this.#value(element, name, variant, owner);
        return item === undefined ? undefined : { [type.key === 'int64' ? '1234' : name]: item };
      }
      case 'string': {
        const own = this.#ownersField(name, owner);
        return type.example ?? this.#uidIn(name, type, owner) ?? own?.example ?? own?.type.example;
      }
      default:
        return SCALARS[type.kind];
    }
  }

  /** The field of the resource itself, for messages that repeat it. */
  #ownersField(name: string, owner: string): NamedField | undefined {
    return this.#resources.get(owner)?.message.fields.get(name);
  }

  #uidIn(name: string, type: FieldType, owner: string): string | undefined {
    if (name === 'uid' || name === 'names' || (/^ids?$/.test(name) && type.names === 'row')) return this.uidOf(owner);
    if (name === 'parent' || name === 'parentId')
      return this.uidOf(this.#resources.get(owner)?.parent?.singular ?? 'group');
    const referred = UID_FIELDS.get(name) ?? name.replace(/(Uidp?|Id)$/, '');
    return this.#resources.has(referred) ? this.uidOf(referred) : undefined;
  }
}
