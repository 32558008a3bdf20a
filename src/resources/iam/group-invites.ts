import { instant } from '../../kernel/clock.ts';
import { equals } from '../../kernel/filters.ts';
import { secretFor } from '../../kernel/ids.ts';
import { defineResource } from '../../kernel/resource.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { string } from '../../schema/field-types.ts';
import { violationByName } from '../../schema/field-violation.ts';
import { canonicalDuration, durationMillis } from '../../schema/scalars.ts';
import { GroupInvite, type GroupInviteRow, TTL_NEEDED } from './group-invite-message.ts';
import { checkRolePlace, demandRoleCapabilities, roles } from './roles.ts';

const LAST_MILLIS = Date.parse('9999-12-31T23:59:59.999Z');

/** Sets the expiration time of an invite that has a ttl. */
const withExpiration = (row: GroupInviteRow, nowMillis: number): GroupInviteRow =>
  row.ttl === undefined ? row : { ...row, expirationTime: instant(nowMillis + durationMillis(row.ttl)) };

/** Group invites (behaviour §5.2). Expired ones stay listed until they are deleted. */
export const groupInvites = defineResource({
  domain: 'iam',
  singular: 'groupInvite',
  plural: 'groupInvites',
  description: 'Invitations to join a group with a role.',
  message: GroupInvite,
  parent: { singular: 'group', onDelete: 'cascade' },
  indexes: ['keyId', 'roleUid'],
  references: { roleUid: { to: 'role', onDelete: 'block' } },
  verbs: {
    list: {
      capabilities: ['group_invites.list'],
      description: 'Lists the group invites that the caller can see, newest first, expired ones too.',
      uidp: 1,
      filters: { keyId: equals(2, string(), 'keyId', 'Only invites whose code this key signed.') },
      paging: [3, 4, 5, 6],
      order: 'createTime desc',
      sortable: ['createTime', 'expirationTime', 'uid', 'email', 'keyId'],
    },
    get: {
      capabilities: ['group_invites.list'],
      description: 'Gets a group invite by its uid, without its code.',
    },
    create: {
      capabilities: ['group_invites.create', 'role_bindings.create'],
      description:
        'Creates an invite to a group. The answer has the code. The caller must hold every capability that the role grants.',
      event: { type: 'iam.group_invite.created.v1', audience: 'customer', shows: ['uid', 'expirationTime'] },
    },
    // Neither an update nor its capability is published: it needs the capabilities of a create (behaviour C22).
    update: {
      capabilities: ['group_invites.create', 'role_bindings.create'],
      description:
        'Changes a group invite. A ttl counts from now. The caller must hold every capability that the role grants.',
      origin: 'spec',
    },
    delete: {
      capabilities: ['group_invites.delete'],
      description: 'Deletes a group invite; its code is no longer valid.',
      event: { type: 'iam.group_invite.deleted.v1', audience: 'customer' },
    },
  },
  rules: {
    identify: ({ roleUid, email }) => `${roleUid} ${email}`,
    validate: (draft, { parent, rows, nowMillis, touched }, found, previous) => {
      const { roleUid, ttl, expirationTime } = draft;
      // A caller cannot say when a new invite ends, but a fixture can (behaviour S11).
      const hasEnd = previous ? !touched.has('ttl') : expirationTime !== undefined;
      if (!hasEnd) found.push(...TTL_NEEDED.check(GroupInvite, draft, (field) => field));
      // No maximum is known; timestamps end with the year 9999.
      if (ttl !== undefined && touched.has('ttl') && nowMillis + durationMillis(ttl) > LAST_MILLIS) {
        found.push(violationByName('ttl', 'must end before the year 10000'));
      }
      if (roleUid !== previous?.roleUid) checkRolePlace('roleUid', roleUid, parent, rows, found);
    },
    authorize: ({ roleUid = '' }, context) => demandRoleCapabilities(roleUid, context.parent, context),
    beforeCreate: (row, { nowMillis, settings: { seed } }) => ({
      ...withExpiration(row, nowMillis),
      code: secretFor(seed, row.uid, 'group-invite'),
      keyId: secretFor(seed, 'group-invite-key').slice(0, 16),
    }),
    beforeUpdate: (next, _, { nowMillis, touched }) => (touched.has('ttl') ? withExpiration(next, nowMillis) : next),
  },
  hydrate: {
    from: [roles],
    answer: (invite, rows) => {
      // An invite of a fixture may have its end only.
      const { createTime = '', expirationTime = createTime } = invite;
      const life = (Date.parse(expirationTime) - Date.parse(createTime)) / 1_000;
      const ttl = invite.ttl ?? canonicalDuration(`${life}s`);
      const role = rows.get(roles, invite.roleUid ?? '');
      if (!role) return omitUndefined({ ttl });
      const { uid: of, name, description, capabilities } = role;
      return omitUndefined({ ttl, role: { uid: of, name, description, capabilities } });
    },
  },
});
