import { equals } from '../../../kernel/filters.ts';
import { enumOf, enumType, string, uid } from '../../../schema/field-types.ts';
import { name } from '../../../schema/formats.ts';
import { ALWAYS, message, optional, output, plain, required } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { AccountAssociation } from '../account-associations.ts';
import { checkOperation } from '../check-account-association.ts';
import { accountFieldsV1 } from './account-providers.ts';
import { translateMethod } from './translated-method.ts';

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
    ready: plain(1, enumOf(State), 'Whether it is ready; UNKNOWN where the group has none.', ALWAYS),
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
