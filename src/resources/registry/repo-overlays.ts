import { type FieldType, int32, map, repeated, string } from '../../schema/field-types.ts';
import type { FieldViolation } from '../../schema/field-violation.ts';
import { message, of, optional, required, type Static } from '../../schema/message.ts';

const PACKAGE = 'chainguard.platform.registry.v2.CustomOverlay';

/** The id 0 means root: JSON has an id that is set to it (behaviour §5.10). */
export const KEEPS_ZERO = { keepsZero: true } as const;

/** A public key of packages. */
export const RuntimeKeyringEntry = message(
  `${PACKAGE}.ImageContents.RuntimeKeyringEntry`,
  'A public key that packages may be signed with.',
  {
    name: required(1, string(), 'The file name of the key below `/etc/apk/keys`.'),
    content: required(2, string(), 'The RSA public key in PEM form.'),
  },
);

/** The additions of an image to its own packages. */
export const ImageContents = message(`${PACKAGE}.ImageContents`, 'What an image holds beyond its own packages.', {
  packages: optional(1, repeated(string()), 'Packages to add.'),
  runtimeRepositories: optional(
    2,
    repeated(string()),
    'URLs of the package repositories that the image is configured with, in place of the default ones.',
  ),
  runtimeKeyring: optional(
    3,
    repeated(of(RuntimeKeyringEntry)),
    'Public keys that packages of those repositories may be signed with.',
  ),
});

const User = message(`${PACKAGE}.Accounts.User`, 'A user account of the image.', {
  username: required(1, string(), 'The name of the user.'),
  uid: optional(2, int32(), 'The numeric id of the user.', KEEPS_ZERO),
  gid: optional(3, int32(), 'The numeric id of the primary group.', KEEPS_ZERO),
  groupName: optional(4, string(), 'The name of the primary group.'),
  shell: optional(5, string(), 'The login shell.'),
  homeDir: optional(6, string(), 'The home directory.'),
});

const Group = message(`${PACKAGE}.Accounts.Group`, 'A group account of the image.', {
  groupname: required(1, string(), 'The name of the group.'),
  gid: optional(2, int32(), 'The numeric id of the group.', KEEPS_ZERO),
  members: optional(3, repeated(string()), 'The names of its users.'),
});

const Accounts = message(`${PACKAGE}.Accounts`, 'The accounts of an image.', {
  runAs: optional(1, string(), 'The user that the image runs as.'),
  users: optional(2, repeated(of(User)), 'Users to add.'),
  groups: optional(3, repeated(of(Group)), 'Groups to add.'),
});

/** A certificate that an image trusts. */
export const AdditionalCertificate = message(`${PACKAGE}.Certificates.AdditionalEntry`, 'A certificate of the image.', {
  name: required(1, string(), 'The file name of the certificate.'),
  content: required(2, string(), 'The certificate in PEM form.'),
});

/** The certificates that an image trusts. */
export const Certificates = message(`${PACKAGE}.Certificates`, 'The certificates that an image trusts.', {
  additional: optional(1, repeated(of(AdditionalCertificate)), 'Certificates to add.'),
  providers: optional(2, repeated(string()), 'Packages that contain certificates.'),
});

/** Environment variables of an image; some names are the service's. */
const environment = (): FieldType<Readonly<Record<string, string>>> =>
  map('string', string(), { reserved: ['CHAINGUARD_'] });

/** Annotations of an image; some keys are the service's. */
const annotations = (): FieldType<Readonly<Record<string, string>>> =>
  map('string', string(), { reserved: ['dev.chainguard.', 'org.opencontainers.'] });

/** The differences between a repo's images and its source's. */
export const CustomOverlay = message(PACKAGE, 'How the images of a repo are customized when they are built.', {
  contents: optional(1, of(ImageContents), 'Packages and package repositories.'),
  environment: optional(
    2,
    environment(),
    'Environment variables to set. Names that start with `CHAINGUARD_` are reserved.',
  ),
  annotations: optional(
    3,
    annotations(),
    'Annotations to add. Keys that start with `dev.chainguard.` or `org.opencontainers.` are reserved.',
  ),
  accounts: optional(4, of(Accounts), 'Users and groups.'),
  certificates: optional(5, of(Certificates), 'Certificates to trust.'),
});

/** A violation for each key of an overlay that is reserved for the service (behaviour §5.10). */
export const findReservedKeys = (overlay: Static<typeof CustomOverlay>): readonly FieldViolation[] =>
  (['environment', 'annotations'] as const).flatMap((field) =>
    Object.keys(overlay[field] ?? {}).flatMap((key) =>
      (CustomOverlay.table[field].type.reserved ?? [])
        .filter((prefix) => key.startsWith(prefix))
        .map((prefix) => ({
          field: `customOverlay.${field}`,
          description: `${JSON.stringify(key)} starts with the reserved prefix ${JSON.stringify(prefix)}`,
        })),
    ),
  );
