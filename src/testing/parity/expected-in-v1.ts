import type { JsonObject } from '../../json.ts';
import { capabilityOf } from '../../schema/capability.ts';
import type { AnyMessage, EnumType, FieldType, NamedField } from '../../schema/field-types.ts';
import { hasPresence } from '../../schema/message.ts';
import { isZero } from '../../schema/scalars.ts';

// The v1 form of v2 messages, implemented a second time: it shares no table with the conversions that it checks.

/** The names in v2 of fields of v1 that have another name there (behaviour §12.2). */
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

/** The names in v2 of fields of single messages. */
const NAMES_IN: Readonly<Record<string, string>> = {
  'RoleBinding.identity': 'identityUid',
  'RoleBinding.role': 'roleUid',
  'AccountAssociations.group': 'uid',
  'AdvisoryEvent.timestamp': 'createTime',
  'AdvisoryEvent.status': 'reviewState',
  'TermsDocumentStatus.acceptedAt': 'createTime',
};

/** Fields of v1 without a field in the v2 message: each has its own tests. */
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
  'MalwareBlockListEntry.scope',
]);

const keyOf = (of: AnyMessage, field: NamedField): string => `${of.name.split('.').at(-1)}.${field.name}`;

/** The field of the v2 message for a field of v1; undefined for one whose value comes from elsewhere. */
export const counterpartOf = (v1: AnyMessage, field: NamedField, v2: AnyMessage): NamedField | undefined => {
  const key = keyOf(v1, field);
  if (ELSEWHERE.has(key)) return undefined;
  const candidates = [NAMES_IN[key] ?? field.name, NAMES[field.name] ?? field.name];
  const found = candidates.map((name) => v2.fields.get(name)).find((other) => other !== undefined);
  if (!found) throw new Error(`${v2.name} has no field for ${key} of v1`);
  return found;
};

/** The name in v1 of an enum value of v2: the same but for a prefix; their zero values correspond. */
export const valueInV1 = (v1: EnumType, v2: EnumType, value: string): string | undefined => {
  const names = Object.keys(v1.values);
  if (v2.values[value] === 0) return names.find((name) => v1.values[name] === 0);
  const alike = names.filter(
    (name) => v1.values[name] !== 0 && (`_${value}`.endsWith(`_${name}`) || `_${name}`.endsWith(`_${value}`)),
  );
  return alike.toSorted((a, b) => b.length - a.length)[0];
};

const expectedValue = (v1: FieldType, v2: FieldType, value: unknown): unknown => {
  if (v1.kind === 'message' && v1.message && v2.message)
    return expectedInV1(v1.message(), v2.message(), value as JsonObject);
  if (v1.kind === 'enum' && v1.enum && v2.enum) return valueInV1(v1.enum, v2.enum, String(value));
  if (v1.kind === 'string' && v2.enum) return capabilityOf(String(value));
  if (v1.kind === 'uint32') return Number(value) >>> 0;
  const { element } = v1;
  const inV2 = v2.element;
  if (!element || !inV2) return value;
  if (Array.isArray(value)) return value.map((item) => expectedValue(element, inV2, item));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, item]) => [key, expectedValue(element, inV2, item)]),
  );
};

/** The v1 form of a v2 message, without values that come from elsewhere. */
export const expectedInV1 = (v1: AnyMessage, v2: AnyMessage, value: JsonObject): JsonObject =>
  Object.fromEntries(
    [...v1.fields.values()].flatMap((field): readonly (readonly [string, unknown])[] => {
      const counterpart = counterpartOf(v1, field, v2);
      const item = counterpart && value[counterpart.name];
      if (!counterpart || item === undefined) return [];
      // A zero that means the same as absence in v2 is absent.
      if (hasPresence(field) && !hasPresence(counterpart) && isZero(counterpart.type, item)) return [];
      return [[field.name, expectedValue(field.type, counterpart.type, item)]];
    }),
  );

/** A v1 message without values that come from elsewhere, at any depth. */
export const withoutElsewhere = (v1: AnyMessage, value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, item]): readonly (readonly [string, unknown])[] => {
      const field = v1.fields.get(name);
      if (!field || ELSEWHERE.has(keyOf(v1, field))) return [];
      const inner = field.type.message?.() ?? field.type.element?.message?.();
      if (!inner) return [[name, item]];
      if (Array.isArray(item)) return [[name, item.map((one) => withoutElsewhere(inner, one as JsonObject))]];
      if (field.type.kind === 'message') return [[name, withoutElsewhere(inner, item as JsonObject)]];
      const entries = Object.entries(item as JsonObject).map(([key, one]) => [
        key,
        withoutElsewhere(inner, one as JsonObject),
      ]);
      return [[name, Object.fromEntries(entries)]];
    }),
  );

/** The names of the v2 fields that v1 does not have. */
export const unknownToV1 = (v1: AnyMessage, v2: AnyMessage): readonly string[] => {
  const known = new Set([...v1.fields.values()].map((field) => counterpartOf(v1, field, v2)?.name));
  return [...v2.fields.keys()].filter((name) => !known.has(name));
};
