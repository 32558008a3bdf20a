import { defineResource } from '../../kernel/resource.ts';
import { uid } from '../../schema/field-types.ts';
import { message, output } from '../../schema/message.ts';

/** Identities that may do everything everywhere: staff, and the administrators of a mock. */
export const superusers = defineResource({
  domain: 'iam',
  singular: 'superuser',
  plural: 'superusers',
  description: 'Identities that may do everything everywhere, internal operations included.',
  message: message('mock.Superuser', 'Marks an identity that may do everything everywhere.', {
    uid: output(1, uid(), 'The uid of the identity.', { always: true }),
  }),
  parent: { singular: 'identity', onDelete: 'cascade' },
  sharesParentUid: true,
  served: false,
});
