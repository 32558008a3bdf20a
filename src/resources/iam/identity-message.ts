import type { RowOf } from '../../kernel/resource.ts';
import { string, timestamp, uid } from '../../schema/field-types.ts';
import { name } from '../../schema/formats.ts';
import { message, optional, output, required } from '../../schema/message.ts';
import { relationshipFields } from './identity-relationships.ts';

/** Somebody or something that calls the API. */
export const Identity = message(
  'chainguard.platform.iam.v2.Identity',
  'Somebody or something that calls the API. It can reach what lies below the group that it lives in.',
  {
    uid: output(1, uid(), 'The identifier of the identity.', { always: true }),
    name: required(2, name(), 'The name of the identity.', { always: true, example: 'ci-bot' }),
    description: optional(3, string({ max: 4096 }), 'What the identity is for.', { always: true }),
    email: output(4, string(), 'The e-mail address, once it is verified.'),
    emailUnverified: output(5, string(), 'An e-mail address that nobody has verified.'),
    company: optional(6, string(), 'The company behind the identity.'),
    lastSeenTime: output(8, timestamp(), 'When the identity last got a token; at first, when it was created.'),
    createTime: output(9, timestamp(), 'When the identity was created.'),
    updateTime: output(10, timestamp(), 'When the identity was last changed.'),
    ...relationshipFields,
  },
);

/** A stored identity. */
export type IdentityRow = RowOf<typeof Identity>;
