import { repeated, string, uint32 } from '../../../schema/field-types.ts';
import { message, of, optional, required } from '../../../schema/message.ts';
import type { Counterpart } from '../../../v1/conversion.ts';
import { restate } from '../../../v1/restated.ts';
import {
  AdditionalCertificate,
  Certificates,
  CustomOverlay,
  ImageContents,
  KEEPS_ZERO,
  RuntimeKeyringEntry,
} from '../repo-overlays.ts';
import { PACKAGE } from './registry-operation.ts';

const ImageContentsV1 = message(`${PACKAGE}.ImageContents`, ImageContents.description, {
  ...ImageContents.table,
  runtimeKeyring: optional(
    3,
    repeated(of(restate(`${PACKAGE}.ImageContents.RuntimeKeyringEntry`, RuntimeKeyringEntry))),
    'Public keys that packages of those repositories may be signed with.',
  ),
});

const Group = message(`${PACKAGE}.ApkoConfig.Accounts.Group`, 'A group account of the image.', {
  gid: optional(1, uint32(), 'The numeric id of the group.', KEEPS_ZERO),
  groupName: required(2, string(), 'The name of the group.'),
  members: optional(3, repeated(string()), 'The names of its users.'),
});

const User = message(`${PACKAGE}.ApkoConfig.Accounts.User`, 'A user account of the image.', {
  uid: optional(1, uint32(), 'The numeric id of the user.', KEEPS_ZERO),
  userName: required(2, string(), 'The name of the user.'),
  gid: optional(3, uint32(), 'The numeric id of the primary group.', { presence: true }),
  groupName: optional(4, string(), 'The name of the primary group.'),
  shell: optional(5, string(), 'The login shell.'),
  homeDir: optional(6, string(), 'The home directory.'),
});

const Accounts = message(`${PACKAGE}.ApkoConfig.Accounts`, 'The accounts of an image.', {
  groups: optional(1, repeated(of(Group)), 'Groups to add.'),
  users: optional(2, repeated(of(User)), 'Users to add.'),
  runAs: optional(3, string(), 'The user that the image runs as.'),
});

const AdditionalEntry = restate(`${PACKAGE}.CustomOverlay.Certificates.AdditionalEntry`, AdditionalCertificate);

const CertificatesV1 = message(`${PACKAGE}.CustomOverlay.Certificates`, Certificates.description, {
  ...Certificates.table,
  additional: optional(1, repeated(of(AdditionalEntry)), 'Certificates to add.'),
});

/** The differences of a repo's images from those of its source, in their v1 form. */
export const CustomOverlayV1 = message(`${PACKAGE}.CustomOverlay`, CustomOverlay.description, {
  ...CustomOverlay.table,
  contents: optional(1, of(ImageContentsV1), 'Packages and package repositories.'),
  accounts: optional(4, of(Accounts), 'Users and groups.'),
  certificates: optional(15, of(CertificatesV1), 'Certificates to trust.'),
});

/** Ids of accounts are unsigned here and signed in v2: the same 32 bits. */
const sameBits: Counterpart = {
  older: (number) => Number(number) >>> 0,
  newer: (number) => Number(number) | 0,
};

/** The v2 names of an overlay's fields: the names in accounts are spelled differently there. */
export const customOverlayCounterpart: Counterpart = {
  inside: {
    accounts: {
      inside: {
        users: { inside: { uid: sameBits, userName: 'username', gid: sameBits } },
        groups: { inside: { gid: sameBits, groupName: 'groupname' } },
      },
    },
  },
};
