import { map, repeated, uid } from '../../../schema/field-types.ts';
import { awsAccount } from '../../../schema/formats.ts';
import { message, of, optional, required } from '../../../schema/message.ts';
import { restate } from '../../../v1/restated.ts';
import { Azure, GitHubInstallation, Google } from '../account-providers.ts';

const PREFIX = 'chainguard.platform.iam.AccountAssociations';

const Amazon = message(`${PREFIX}.Amazon`, 'An AWS account that belongs to the group.', {
  account: required(1, awsAccount(), 'The twelve digits of the AWS account id.', { example: '123456789012' }),
});

const GoogleV1 = restate(`${PREFIX}.Google`, Google);

const AzureV1 = restate(`${PREFIX}.Azure`, Azure);

const ServiceBindings = message(`${PREFIX}.Chainguard`, 'Which identities parts of the service act as.', {
  serviceBindings: required(
    1,
    map('string', uid()),
    'The id of an identity directly under the group, by the service principal that it is for.',
  ),
});

const GitHubInstallationV1 = restate(`${PREFIX}.GitHubInstallation`, GitHubInstallation);

const GitHubAppInstallations = message(`${PREFIX}.GitHubAppInstallations`, 'The installations of one GitHub App.', {
  installations: optional(1, repeated(of(GitHubInstallationV1)), 'The installations.'),
});

const GitHub = message(`${PREFIX}.GitHub`, 'GitHub Apps that are installed for the group.', {
  appInstallations: optional(2, map('int64', of(GitHubAppInstallations)), 'The installations, by the id of the app.'),
});

/** The fields of a v1 association for accounts at other providers. */
export const accountFieldsV1 = {
  amazon: optional(2, of(Amazon), 'The AWS account.'),
  google: optional(3, of(GoogleV1), 'The Google Cloud project.'),
  chainguard: optional(7, of(ServiceBindings), 'The identities that parts of the service act as.'),
  azure: optional(8, of(AzureV1), 'The Azure tenant.'),
  github: optional(9, of(GitHub), 'The installations of GitHub Apps.'),
};
