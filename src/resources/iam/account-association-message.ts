import type { RowOf } from '../../kernel/resource.ts';
import { string, timestamp, uid } from '../../schema/field-types.ts';
import { name } from '../../schema/formats.ts';
import { message, of, optional, output, required } from '../../schema/message.ts';
import { Amazon, Azure, GitHub, Google, ServiceBindings } from './account-providers.ts';

/** What of other providers belongs to a group. */
export const AccountAssociation = message(
  'chainguard.platform.iam.v2.AccountAssociation',
  'The accounts at other providers that belong to a group. A group has at most one association.',
  {
    uid: output(1, uid(), 'The uid of the association, which is the uid of its group.', { always: true }),
    name: required(2, name(), 'The name of the association.', { always: true }),
    description: optional(3, string({ max: 4096 }), 'What the association is for.', { always: true }),
    amazon: optional(4, of(Amazon), 'The AWS account.'),
    google: optional(5, of(Google), 'The Google Cloud project.'),
    chainguard: optional(7, of(ServiceBindings), 'The identities that parts of the service act as.'),
    azure: optional(8, of(Azure), 'The Azure tenant.'),
    createTime: output(9, timestamp(), 'When the association was created.'),
    updateTime: output(10, timestamp(), 'When the association was last changed.'),
    github: optional(11, of(GitHub), 'The installations of GitHub Apps.'),
  },
);

/** A stored account association. */
export type AccountAssociationRow = RowOf<typeof AccountAssociation>;
