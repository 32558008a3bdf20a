import { capabilityOf } from '../schema/capability.ts';
import type { AnyMessage, EnumType, FieldType, NamedField } from '../schema/field-types.ts';
import { hasPresence } from '../schema/message.ts';
import { isZero } from '../schema/scalars.ts';

// What v1 is to show of what v2 shows, written down a second time: it shares no table with the conversions.

type Value = Readonly<Record<string, unknown>>;

/** What v2 calls a field of v1, where it has none of that name (behaviour §12.2). */
const NAMES: Readonly<Record<string, string>> = {
  id: 'uid',
  createdAt: 'createTime',
  updatedAt: 'updateTime',
  deletedAt: 'deleteTime',
  lastSeen: 'lastSeenTime',
  lastUpdated: 'updateTime',
  expiration: 'expirationTime',
  static: 'staticKeys',
  identityProviderUidp: 'identityProviderUid',
  roleUidp: 'roleUid',
  legacyAdvisoryID: 'legacyAdvisoryId',
  userName: 'username',
  groupName: 'groupname',
  severity: 'severities',
  subpackageName: 'subpackage',
  componentName: 'component',
};

/** The same for single messages. */
const NAMES_IN: Readonly<Record<string, string>> = {
  'RoleBinding.identity': 'identityUid',
  'RoleBinding.role': 'roleUid',
  'AccountAssociations.group': 'uid',
  'AdvisoryEvent.timestamp': 'createTime',
  'AdvisoryEvent.status': 'reviewState',
  'TermsDocumentStatus.acceptedAt': 'createTime',
};

/** What v1 shows and no field of the v2 message holds: each has tests of its own. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'Repo.readme',
  'SyncConfig.syncApks',
  'RoleBinding.group',
  'IdentityProvider.scim',
  'StoredGroupInvite.role',
  'ArtifactVersion.sourceType',
  'ArtifactVersion.malwareScanned',
  'ArtifactVersion.malwareMalicious',
  'ArtifactVersion.upstreamPublishedDate',
  'AdvisoryEvent.componentLocationChanged',
]);

const keyOf = (of: AnyMessage, field: NamedField): string => `${of.name.split('.').at(-1)}.${field.name}`;

/** The field of the v2 message that holds what one of v1 shows; undefined for what is held elsewhere. */
export const counterpartOf = (v1: AnyMessage, field: NamedField, v2: AnyMessage): NamedField | undefined => {
  const key = keyOf(v1, field);
  if (ELSEWHERE.has(key)) return undefined;
  const candidates = [NAMES_IN[key] ?? field.name, NAMES[field.name] ?? field.name];
  const found = candidates.map((name) => v2.fields.get(name)).find((other) => other !== undefined);
  if (!found) throw new Error(`nothing in ${v2.name} holds ${key} of v1`);
  return found;
};

/** The name of v1 for a value of v2: the same, but for what stands before it; their zeros are the same. */
export const valueInV1 = (v1: EnumType, v2: EnumType, value: string): string | undefined => {
  const names = Object.keys(v1.values);
  if (v2.values[value] === 0) return names.find((name) => v1.values[name] === 0);
  const alike = names.filter(
    (name) => v1.values[name] !== 0 && (`_${value}`.endsWith(`_${name}`) || `_${name}`.endsWith(`_${value}`)),
  );
  return alike.toSorted((a, b) => b.length - a.length)[0];
};

const toldValue = (v1: FieldType, v2: FieldType, value: unknown): unknown => {
  if (v1.kind === 'message' && v1.message && v2.message) return toldInV1(v1.message(), v2.message(), value as Value);
  if (v1.kind === 'enum' && v1.enum && v2.enum) return valueInV1(v1.enum, v2.enum, String(value));
  if (v1.kind === 'string' && v2.enum) return capabilityOf(String(value));
  if (v1.kind === 'uint32') return Number(value) >>> 0;
  const { element } = v1;
  const held = v2.element;
  if (!element || !held) return value;
  if (Array.isArray(value)) return value.map((item) => toldValue(element, held, item));
  return Object.fromEntries(Object.entries(value as Value).map(([key, item]) => [key, toldValue(element, held, item)]));
};

/** What v1 is to show of a v2 message, but for what is held elsewhere. */
export const toldInV1 = (v1: AnyMessage, v2: AnyMessage, value: Value): Value =>
  Object.fromEntries(
    [...v1.fields.values()].flatMap((field): readonly (readonly [string, unknown])[] => {
      const held = counterpartOf(v1, field, v2);
      const item = held && value[held.name];
      if (!held || item === undefined) return [];
      // A zero that v2 cannot tell from nothing is nothing.
      if (hasPresence(field) && !hasPresence(held) && isZero(held.type, item)) return [];
      return [[field.name, toldValue(field.type, held.type, item)]];
    }),
  );

/** A v1 message without what is held elsewhere, at any depth. */
export const withoutElsewhere = (v1: AnyMessage, value: Value): Value =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, item]): readonly (readonly [string, unknown])[] => {
      const field = v1.fields.get(name);
      if (!field || ELSEWHERE.has(keyOf(v1, field))) return [];
      const inner = field.type.message?.() ?? field.type.element?.message?.();
      if (!inner) return [[name, item]];
      if (Array.isArray(item)) return [[name, item.map((one) => withoutElsewhere(inner, one as Value))]];
      if (field.type.kind === 'message') return [[name, withoutElsewhere(inner, item as Value)]];
      const entries = Object.entries(item as Value).map(([key, one]) => [key, withoutElsewhere(inner, one as Value)]);
      return [[name, Object.fromEntries(entries)]];
    }),
  );

/** The names of the v2 fields that v1 has nothing for. */
export const unknownToV1 = (v1: AnyMessage, v2: AnyMessage): readonly string[] => {
  const known = new Set([...v1.fields.values()].map((field) => counterpartOf(v1, field, v2)?.name));
  return [...v2.fields.keys()].filter((name) => !known.has(name));
};
