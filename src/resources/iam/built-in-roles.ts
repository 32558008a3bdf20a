import { uidFor } from '../../kernel/ids.ts';
import { TOP } from '../../kernel/uid.ts';
import { type Capability, capabilityEnumOf } from '../../schema/capability.ts';
import capabilitiesByRole from './built-in-roles.json' with { type: 'json' };

/** The name of a role that exists everywhere. */
export type BuiltInRoleName = keyof typeof capabilitiesByRole;

/** Independent of the seed of a world: clients may hard-code these uids. */
const SEED = 'built-in roles';
const SINCE = '2024-01-01T00:00:00.000Z';
/** The only published uid of a built-in role. */
const VIEWER = '63921b2c44617e3f2603851537be0123af4a57d7';

/** The uid of a built-in role, the same in every world. */
export const uidOfBuiltInRole = (name: BuiltInRoleName): string =>
  name === 'viewer' ? VIEWER : uidFor(SEED, TOP, 'role', name);

/** `registry.pull` → `Registry Pull`. */
const titleOf = (name: string): string =>
  name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

const enumNameOf = (capability: Capability): string => {
  const name = capabilityEnumOf(capability);
  if (name === undefined) throw new Error(`a built-in role has the unknown capability ${capability}`);
  return name;
};

/** Every role that exists everywhere, as a stored row. */
export const builtInRoles = (Object.keys(capabilitiesByRole) as BuiltInRoleName[]).map((name) => ({
  uid: uidOfBuiltInRole(name),
  name,
  description: `${titleOf(name)} Role (built-in)`,
  capabilities: capabilitiesByRole[name].map(enumNameOf),
  createTime: SINCE,
  updateTime: SINCE,
}));
