import type { RowOf } from '../../kernel/resource.ts';
import { CapabilityEnum } from '../../schema/capability.ts';
import { checkByResource, checkOnCreate, requireField } from '../../schema/field-rules.ts';
import { bool, enumOf, repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { emailAddress, positiveDuration } from '../../schema/formats.ts';
import { input, message, of, optional, output, required } from '../../schema/message.ts';

const GroupInviteRole = message('chainguard.platform.iam.v2.GroupInviteRole', 'The role that an invite grants.', {
  uid: output(1, uid(), 'The uid of the role.', { always: true }),
  name: output(2, string(), 'The name of the role.', { always: true }),
  description: output(3, string(), 'What the role is for.', { always: true, example: 'Publishes releases.' }),
  capabilities: output(4, repeated(enumOf(CapabilityEnum)), 'What the role allows.', { always: true }),
});

/** A new invite needs a ttl; one of a fixture may have an end instead (behaviour S11). */
export const TTL_NEEDED = checkByResource(checkOnCreate(requireField('ttl')));

/** The description of a ttl: timestamps end with the year 9999. */
export const INVITE_TTL =
  'How long the invite is valid, from now on. Required on create. It must end before the year 10000.';

/** An invitation to join a group, as it is stored and answered. */
export const GroupInvite = message(
  'chainguard.platform.iam.v2.GroupInvite',
  'An invitation to join a group with a role. Whoever has its code can redeem it until it expires.',
  {
    uid: output(1, uid(), 'The uid of the invite.', { always: true }),
    roleUid: required(
      2,
      uid(),
      'The uid of the role that the invite grants: built in, or of the group or one above it.',
    ),
    role: output(10, of(GroupInviteRole), 'The role that the invite grants.'),
    email: optional(3, emailAddress(), 'The only address that may redeem the invite; without it anybody may.', {
      example: 'ana@example.com',
    }),
    // Published as required and as input only. The table has one of the two, a rule checks the other on create, and
    // clients that demand what is required have it in every answer (behaviour §5.2).
    ttl: input(4, positiveDuration(), INVITE_TTL, { always: true, example: '604800s' }),
    expirationTime: output(5, timestamp(), 'When the invite expires.'),
    singleUse: optional(6, bool(), 'Whether the invite can be redeemed only once.', { always: true }),
    code: output(7, string(), 'The code to redeem. Only the answer of the create has it.', {
      once: true,
      example: '9f86d081884c7d659a2feaa0c55ad015',
    }),
    keyId: output(8, string(), 'The id of the key that signed the code.', { example: '2c26b46b68ffc68f' }),
    createTime: output(9, timestamp(), 'When the invite was created.'),
    updateTime: output(100, timestamp(), 'When the invite was last changed.'),
  },
  [TTL_NEEDED],
);

/** A stored invite, with its code. */
export type GroupInviteRow = RowOf<typeof GroupInvite>;
