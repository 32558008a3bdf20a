import type { RowOf } from '../../kernel/resource.ts';
import { CapabilityEnum } from '../../schema/capability.ts';
import { bool, duration, enumOf, repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { emailAddress } from '../../schema/formats.ts';
import { input, message, of, optional, output, required } from '../../schema/message.ts';

const GroupInviteRole = message('chainguard.platform.iam.v2.GroupInviteRole', 'The role that an invite grants.', {
  uid: output(1, uid(), 'The uid of the role.', { always: true }),
  name: output(2, string(), 'The name of the role.', { always: true }),
  description: output(3, string(), 'What the role is for.', { always: true }),
  capabilities: output(4, repeated(enumOf(CapabilityEnum)), 'What the role allows.', { always: true }),
});

/** An invitation to join a group, as it is stored and answered. */
export const GroupInvite = message(
  'chainguard.platform.iam.v2.GroupInvite',
  'An invitation to join a group with a role. Whoever has its code can redeem it until it expires.',
  {
    uid: output(1, uid(), 'The uid of the invite.', { always: true }),
    roleUid: required(2, uid(), 'The uid of the role that the invite grants.'),
    role: output(10, of(GroupInviteRole), 'The role that the invite grants.'),
    email: optional(3, emailAddress(), 'The only address that may redeem the invite; anybody may when left out.', {
      example: 'ana@example.com',
    }),
    // Published as required; only taken on input, which the table cannot say as well, so a rule demands it.
    ttl: input(4, duration(), 'How long the invite lasts, from now on. Needed on create.', { example: '604800s' }),
    expirationTime: output(5, timestamp(), 'When the invite expires.'),
    singleUse: optional(6, bool(), 'Whether the first redemption uses the invite up.', { always: true }),
    code: output(7, string(), 'The code to redeem. It is shown on create and never again.', { once: true }),
    keyId: output(8, string(), 'The id of the key that signed the code.'),
    createTime: output(9, timestamp(), 'When the invite was created.'),
    updateTime: output(100, timestamp(), 'When the invite was last changed.'),
  },
);

/** A stored invite, with its code. */
export type GroupInviteRow = RowOf<typeof GroupInvite>;
