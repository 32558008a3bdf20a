import type { RowOf } from '../../kernel/resource.ts';
import { type Capability, CapabilityEnum, capabilityOf } from '../../schema/capability.ts';
import { checkByResource, checkOnCreate, requireField } from '../../schema/field-rules.ts';
import { enumOf, repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { name } from '../../schema/formats.ts';
import { message, optional, output, required } from '../../schema/message.ts';

/** A new role needs a capability; an update may remove all of them. */
export const CAPABILITY_NEEDED = checkByResource(checkOnCreate(requireField('capabilities')));

/** A named set of capabilities. */
export const Role = message(
  'chainguard.platform.iam.v2.Role',
  'A named set of capabilities. A role binding gives it to an identity on a group.',
  {
    uid: output(1, uid(), 'The identifier of the role.', { always: true }),
    name: required(2, name(), 'The name of the role.', { always: true, example: 'release manager' }),
    description: optional(3, string({ max: 4096 }), 'What the role is for.', {
      always: true,
      example: 'Publishes releases.',
    }),
    capabilities: optional(
      4,
      repeated(enumOf(CapabilityEnum, { refusesZero: 'must be a capability' })),
      'The capabilities of the role. A new role needs at least one, and its creator must hold all of them.',
      { example: ['CAP_REPO_LIST'] },
    ),
    createTime: output(5, timestamp(), 'When the role was created.'),
    updateTime: output(6, timestamp(), 'When the role was last changed.'),
  },
  [CAPABILITY_NEEDED],
);

/** A stored role. */
export type RoleRow = RowOf<typeof Role>;

const NO_CAPABILITIES: readonly string[] = [];
const sets = new WeakMap<readonly string[], ReadonlySet<Capability>>();

/** The capabilities of a role by the names that operations use. */
export const capabilitiesOf = ({
  capabilities = NO_CAPABILITIES,
}: Pick<RoleRow, 'capabilities'>): ReadonlySet<Capability> => {
  let set = sets.get(capabilities);
  if (!set) {
    set = new Set(capabilities.map(capabilityOf).filter((capability) => capability !== undefined));
    sets.set(capabilities, set);
  }
  return set;
};
