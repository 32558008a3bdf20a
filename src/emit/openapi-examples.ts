import { uidFor } from '../kernel/ids.ts';
import type { Resource } from '../kernel/resource.ts';
import { TOP } from '../kernel/uid.ts';
import type { Spelling } from '../schema/encode-json.ts';
import { type AnyMessage, type FieldType, type NamedField, uid } from '../schema/field-types.ts';
import type { Variant } from './openapi-fields.ts';
import type { Presence } from './openapi-presence.ts';

// Calls with the examples find what the default fixture holds: its uids come from this key and from names.
const FIXTURE = { seed: 'fixture', organization: 'example.com' } as const;
const DIGEST = 'sha256:b6c521eff48c6a33c652b8521669f2edd63460c344618e0028cd336cd609dfcf';

/** The example that a type with a published pattern comes with. */
const typeExample = (type: FieldType): string | undefined => {
  const examples = type.kind === 'string' ? type.zod().meta()?.examples : undefined;
  return Array.isArray(examples) && typeof examples[0] === 'string' ? examples[0] : undefined;
};

const givenExample = ({ example, type }: NamedField): unknown => example ?? typeExample(type);

/** The `examples` of a field's schema, where the table or the field's type gives one. */
export const exampleOf = (field: NamedField): { readonly examples?: unknown[] } => {
  const example = givenExample(field);
  return example === undefined ? {} : { examples: [example] };
};

/** Which resource's uid a field holds, where its name does not say so. */
const UID_FIELDS: ReadonlyMap<string, string> = new Map([
  ['orgUid', 'group'],
  ['scope', 'group'],
  ['acceptedBy', 'identity'],
  ['defaultRole', 'role'],
  ['identityProviderUidp', 'identityProvider'],
]);

/** Texts for fields that come without an example of their own, by the name of the field. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^description$/, 'What it is for.'],
  [/email$/i, 'dev@example.com'],
  [/(url|issuer|sink)$/i, 'https://example.com'],
  [/^issuerKeys$/, '{"keys":[{"kty":"EC"}]}'],
  [/digest$/i, DIGEST],
  [/version$/i, '1.27.4'],
  [/(architecture|^archs?)$/i, 'arm64'],
  [/^subject$/, 'repo:acme/app:ref:refs/heads/main'],
  [/^(author|reviewer)$/, 'security-team'],
  [/^clientId$/, 'example-client'],
  [/secret$/i, 'not-a-secret'],
  [/^reason$/, 'not configured'],
  [/^message$/, 'The provider is not configured.'],
  [/^componentName$/, 'openssl'],
  [/^componentType$/, 'apk'],
  [/^componentLocation$/, 'usr/lib/libssl.so.3'],
  [/^documentIds$/, 'guardener-tos.v1'],
  [/etag$/i, '5d41402abc4b2a76'],
  [/^nextPageToken$/, 'eyJvIjoi'],
  [/^token$/, 'cgscim_2c26b46b'],
  [/^keyId$/, '2c26b46b68ffc68f'],
  [/^code$/, '9f86d081884c7d659a2feaa0c55ad015'],
];

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

const textFor = (name: string): string | undefined => TEXTS.find(([names]) => names.test(name))?.[1];

/** What is not demanded and yet belongs into the body of a first try. */
const WORTH_GIVING: ReadonlySet<string> = new Set(['description', 'capabilities']);

const isShown = ({ behaviour, oneof, example, name }: NamedField, variant: Variant): boolean => {
  if (variant === 'answer') return behaviour !== 'input';
  if (behaviour === 'output') return false;
  return (
    variant === 'patch' ||
    behaviour !== 'optional' ||
    oneof !== undefined ||
    example !== undefined ||
    WORTH_GIVING.has(name)
  );
};

interface Made {
  readonly value: object;
  /** True when it has a text that tells nothing. */
  readonly isMadeUp: boolean;
}

/** Uids share their rules, and nothing else has them. */
const isUid = (type: FieldType): boolean => type.zod === uid().zod;

/** Makes values for the document's examples from the tables alone, the same ones every time. */
export class Examples {
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #isRequired: Presence;
  readonly #spelling: Spelling;

  constructor(resources: Iterable<Resource>, isRequired: Presence, spelling: Spelling = 'name') {
    this.#resources = new Map([...resources].map((resource) => [resource.singular, resource]));
    this.#isRequired = isRequired;
    this.#spelling = spelling;
  }

  /** The uid of the example of a resource: below the examples of what it lives in, made from its name. */
  uidOf(singular: string): string {
    const resource = this.#resources.get(singular);
    const given = resource?.message.fields.get('uid')?.example;
    if (typeof given === 'string') return given;
    if (singular === 'group' || !resource) return uidFor(FIXTURE.seed, TOP, 'group', FIXTURE.organization);
    const parent = this.uidOf(resource.parent?.singular ?? 'group');
    if (resource.sharesParentUid) return parent;
    const name = resource.message.fields.get('name');
    return uidFor(FIXTURE.seed, parent, singular, String((name && givenExample(name)) ?? singular));
  }

  /**
   * A message with what shows its shape: in an answer all that there is something to say of, in a body what must be
   * given or is worth giving, in a PATCH one field. Of each oneof it has one member.
   * @param owner the singular of the resource that a field called `uid` would be the uid of
   */
  message(of: AnyMessage, variant: Variant, owner: string, without: ReadonlySet<string> = new Set()): object {
    return this.#message(of, variant, owner, without).value;
  }

  /** A value of a field; undefined where there is nothing to say. */
  field(field: NamedField, variant: Variant, owner: string): unknown {
    return givenExample(field) ?? this.#value(field.type, field.name, variant, owner);
  }

  #message(of: AnyMessage, variant: Variant, owner: string, without: ReadonlySet<string> = new Set()): Made {
    const told = new Set<string>();
    const shown: [string, unknown][] = [];
    let isMadeUp = false;
    for (const field of of.fields.values()) {
      const { name, oneof = name } = field;
      if (without.has(name) || told.has(oneof) || !isShown(field, variant)) continue;
      const isRequired = this.#isRequired(of, field, variant);
      // What only one call shows is shown by the message that always has it.
      if (field.once && !isRequired) continue;
      const value = this.field(field, variant, owner);
      const isMissing = value === undefined && isRequired;
      if (value === undefined && !isMissing) continue;
      isMadeUp ||= isMissing;
      told.add(oneof);
      shown.push([field[this.#spelling], isMissing ? this.#madeUp(field, variant, owner) : value]);
    }
    if (variant !== 'patch') return { value: Object.fromEntries(shown), isMadeUp };
    const one = shown.find(([name]) => name === 'description') ?? shown[0];
    return { value: one ? Object.fromEntries([one]) : {}, isMadeUp };
  }

  /** Something for a field that has to be there although nothing is known of it. */
  #madeUp({ type, name }: NamedField, variant: Variant, owner: string): unknown {
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
        const held = this.#resources.has(name) ? name : owner;
        if (!type.message) return undefined;
        const { value, isMadeUp } = this.#message(type.message(), variant, held);
        return isMadeUp || Object.keys(value).length === 0 ? undefined : value;
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
        return (
          typeExample(type) ??
          this.#uidIn(name, type, owner) ??
          own?.example ??
          textFor(name) ??
          (own && typeExample(own.type))
        );
      }
      default:
        return SCALARS[type.kind];
    }
  }

  /** What the resource says of a field of its own, for messages that repeat it. */
  #ownersField(name: string, owner: string): NamedField | undefined {
    return this.#resources.get(owner)?.message.fields.get(name);
  }

  #uidIn(name: string, type: FieldType, owner: string): string | undefined {
    if (name === 'uid' || name === 'names' || (/^ids?$/.test(name) && isUid(type))) return this.uidOf(owner);
    if (name === 'parent' || name === 'parentId')
      return this.uidOf(this.#resources.get(owner)?.parent?.singular ?? 'group');
    const referred = UID_FIELDS.get(name) ?? name.replace(/(Uidp?|Id)$/, '');
    return this.#resources.has(referred) ? this.uidOf(referred) : undefined;
  }
}
