import { equals } from '../../../kernel/filters.ts';
import { enumOf, enumType, map, repeated, string, uid } from '../../../schema/field-types.ts';
import { awsAccount, name } from '../../../schema/formats.ts';
import { ALWAYS, message, of, optional, output, plain, required } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { restate } from '../../../v1/restated.ts';
import { AccountAssociation, Azure, checkOperation, GitHubInstallation, Google } from '../account-associations.ts';
import { translateMethod } from './translated-method.ts';

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
const accountFieldsV1 = {
  amazon: optional(2, of(Amazon), 'The AWS account.'),
  google: optional(3, of(GoogleV1), 'The Google Cloud project.'),
  chainguard: optional(7, of(ServiceBindings), 'The identities that parts of the service act as.'),
  azure: optional(8, of(AzureV1), 'The Azure tenant.'),
  github: optional(9, of(GitHub), 'The installations of GitHub Apps.'),
};

const PACKAGE = 'chainguard.platform.iam';

const AccountAssociationsV1 = message(
  `${PACKAGE}.AccountAssociations`,
  'The accounts at other providers that belong to a group, as v1 shows them. A group has at most one of these.',
  {
    group: output(1, uid(), 'The id of the group, by which the association is found.', ALWAYS),
    name: required(4, name(), 'The name of the association.', ALWAYS),
    description: optional(5, string({ max: 4096 }), 'What the association is for.', {
      ...ALWAYS,
      example: 'The cloud accounts of the team.',
    }),
    ...accountFieldsV1,
  },
);

const AccountType = enumType(
  `${PACKAGE}.AccountAssociationsCheckRequest.AccountType`,
  'The cloud whose association is checked.',
  { UNKNOWN: 0, GOOGLE: 1, AMAZON: 2, AZURE: 3 },
);

const State = enumType(`${PACKAGE}.AccountAssociationsStatus.State`, 'The result of a check.', {
  UNKNOWN: 0,
  Ready: 1,
  NotReady: 2,
});

const check = translateMethod(checkOperation, {
  name: 'Check',
  description: 'Reports whether the account association of a group is ready for use with a cloud.',
  http: { method: 'POST', path: '/iam/v1/account_associations/{group=**}:check', body: '*' },
  scope: 'group',
  request: message(`${PACKAGE}.AccountAssociationsCheckRequest`, 'The association to check, and for which cloud.', {
    group: required(1, uid(), 'The id of the group.'),
    accountType: required(2, enumOf(AccountType), 'The cloud to check.', { example: 'AMAZON' }),
  }),
  response: message(`${PACKAGE}.AccountAssociationsStatus`, 'Whether an association is ready for use.', {
    ready: plain(1, enumOf(State), 'Whether it is ready; UNKNOWN if the group has none.', ALWAYS),
    reason: plain(2, string(), 'Why it is not ready, in two words; empty when it is.', {
      ...ALWAYS,
      example: 'not configured',
    }),
    message: plain(3, string(), 'The same as a sentence.', { ...ALWAYS, example: 'AWS is not configured' }),
  }),
  renamed: { group: 'uid', accountType: 'providerType', ready: 'status' },
});

/** Account associations in v1: found by their group. */
export const accountAssociationsV1: V1Form = {
  service: `${PACKAGE}.GroupAccountAssociations`,
  path: '/iam/v1/account_associations',
  message: AccountAssociationsV1,
  conversion: conversion(AccountAssociationsV1, AccountAssociation, { group: 'uid' }),
  id: 'group',
  list: {
    request: `${PACKAGE}.AccountAssociationsFilter`,
    response: `${PACKAGE}.AccountAssociationsList`,
    filters: {
      group: equals(1, uid(), 'uid', 'The association of this group.'),
      name: equals(2, string(), 'name', 'Associations of exactly this name.'),
    },
  },
  create: { parent: 'group' },
  update: {},
  delete: { request: `${PACKAGE}.DeleteAccountAssociationsRequest`, id: 'group' },
  methods: [check],
};
