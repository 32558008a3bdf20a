import { stringify } from 'yaml';
import type { LeastRoles } from '../../../generated/nouns.ts';
import { ancestorsOf } from '../../kernel/uid.ts';
import { capabilityEnumOf } from '../../schema/capability.ts';

interface GroupNode {
  readonly name: string;
  readonly uid: string;
  readonly roles?: readonly object[];
  readonly roleBindings?: readonly object[];
  readonly groups?: readonly GroupNode[];
}

type Place = LeastRoles['roles'][number];

/** The groups at a depth of the tree, from 0, that have some of the places at or below them; with their roles. */
const treeOf = (least: LeastRoles, depth: number, places: readonly Place[]): readonly GroupNode[] => {
  const { caller, roles } = least;
  const uidAt = ({ group }: Place): string => [group, ...ancestorsOf(group)].reverse()[depth] ?? '';
  return [...new Set(places.map(uidAt))].map((uid) => {
    const below = places.filter((place) => uidAt(place) === uid);
    const here = roles.filter(({ group }) => group === uid);
    const deeper = below.filter(({ group }) => group !== uid);
    return {
      name: below[0]?.groupPath[depth] ?? '',
      uid,
      ...(here.length > 0 && {
        roles: here.map(({ role, capabilities }) => ({ name: role, capabilities: capabilities.map(capabilityEnumOf) })),
        roleBindings: here.map(({ role }) => ({ identity: caller.identity, role })),
      }),
      ...(deeper.length > 0 && { groups: treeOf(least, depth + 1, deeper) }),
    };
  });
};

/** The roles and their bindings as a fixture in YAML, which adds them to existing groups. */
export const fixtureText = (least: LeastRoles): string => stringify({ groups: treeOf(least, 0, least.roles) });

/**
 * The roles and their bindings as resources of Terraform, as `terraform fmt` writes them: a value of several lines ends
 * the alignment.
 */
export const terraformText = ({ caller, roles }: LeastRoles): string =>
  roles
    .map(({ role, group, groupPath, capabilities }) => {
      const label = role.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_');
      return `# ${groupPath.join(' / ')}
resource "chainguard_role" "${label}" {
  parent_id   = "${group}"
  name        = "${role}"
  description = "What the recorded calls needed."
  capabilities = [
${capabilities.map((capability) => `    "${capability}",`).join('\n')}
  ]
}

resource "chainguard_rolebinding" "${label}" {
  identity = "${caller.identity}"
  group    = "${group}"
  role     = chainguard_role.${label}.id
}
`;
    })
    .join('\n');
