import { int64, map, repeated, string, uid } from '../../schema/field-types.ts';
import { awsAccount } from '../../schema/formats.ts';
import { message, of, optional, required } from '../../schema/message.ts';

const PREFIX = 'chainguard.platform.iam.v2.AccountAssociation';

/** An AWS account. */
export const Amazon = message(`${PREFIX}.Amazon`, 'An AWS account that belongs to the group.', {
  account: required(1, awsAccount(), 'The twelve digits of the AWS account id.'),
});

/** A Google Cloud project. */
export const Google = message(`${PREFIX}.Google`, 'A Google Cloud project that belongs to the group.', {
  projectId: required(1, string(), 'The id of the project.', { example: 'my-project' }),
  projectNumber: required(2, string(), 'The number of the project.', { example: '123456789012' }),
});

/** An Azure tenant. */
export const Azure = message(`${PREFIX}.Azure`, 'An Azure tenant that belongs to the group.', {
  tenantId: required(1, string(), 'The id of the tenant.'),
  clientIds: required(2, map('string', string()), 'The client id of the app registration, by component.'),
});

/** Identities that parts of the service act as in the group. */
export const ServiceBindings = message(`${PREFIX}.Chainguard`, 'Which identities parts of the service act as.', {
  serviceBindings: required(
    1,
    map('string', uid()),
    'The uid of an identity directly under the group, by the service principal that it is for.',
  ),
});

/** One installation of a GitHub App. */
export const GitHubInstallation = message(`${PREFIX}.GitHubInstallation`, 'One installation of a GitHub App.', {
  installationId: required(1, int64(), 'The id of the installation.'),
  name: optional(2, string(), 'The GitHub organization or user that has the installation.'),
});

const GitHubAppInstallations = message(`${PREFIX}.GitHubAppInstallations`, 'The installations of one GitHub App.', {
  installations: optional(1, repeated(of(GitHubInstallation)), 'The installations.'),
});

/** Installations of GitHub Apps. */
export const GitHub = message(`${PREFIX}.GitHub`, 'GitHub Apps that are installed for the group.', {
  appInstallations: optional(2, map('int64', of(GitHubAppInstallations)), 'The installations, by the id of the app.'),
});
