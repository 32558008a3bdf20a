import { customOperation } from '../../kernel/custom-operation.ts';
import { enumOf, enumType, string, uid } from '../../schema/field-types.ts';
import { message, plain, required, type Static } from '../../schema/message.ts';

const AccountProviderType = enumType(
  'chainguard.platform.iam.v2.AccountProviderType',
  'The cloud whose association is checked.',
  {
    ACCOUNT_PROVIDER_TYPE_UNSPECIFIED: 0,
    ACCOUNT_PROVIDER_TYPE_GOOGLE: 1,
    ACCOUNT_PROVIDER_TYPE_AMAZON: 2,
    ACCOUNT_PROVIDER_TYPE_AZURE: 3,
  },
);

const CheckStatus = enumType('chainguard.platform.iam.v2.CheckStatus', 'The result of a check.', {
  CHECK_STATUS_UNSPECIFIED: 0,
  CHECK_STATUS_READY: 1,
  CHECK_STATUS_NOT_READY: 2,
});

const CheckAccountAssociationRequest = message(
  'chainguard.platform.iam.v2.CheckAccountAssociationRequest',
  'The association to check, and for which cloud.',
  {
    uid: required(1, uid(), 'The uid of the account association.'),
    providerType: required(2, enumOf(AccountProviderType), 'The cloud to check.'),
  },
);

const CheckAccountAssociationResponse = message(
  'chainguard.platform.iam.v2.CheckAccountAssociationResponse',
  'Whether an association is ready for use.',
  {
    status: plain(1, enumOf(CheckStatus), 'Whether the association is ready.', { always: true }),
    reason: plain(2, string(), 'Why it is not ready, in two words; empty when it is.', {
      always: true,
      example: 'not configured',
    }),
    message: plain(3, string(), 'The same as a sentence.', { always: true, example: 'AWS is not configured' }),
  },
);

/** The content of the request. */
export type Check = Static<typeof CheckAccountAssociationRequest>;

/** Checking whether an association is ready for use with a cloud. */
export const checkOperation = customOperation({
  domain: 'iam',
  plural: 'accountAssociations',
  id: 'CheckAccountAssociation',
  summary: 'Check an account association',
  description: 'Reports whether an account association is ready for use with a cloud.',
  http: { method: 'POST', path: '/iam/v2/accountAssociations/{uid=**}:checkAccountAssociation', body: '*' },
  request: CheckAccountAssociationRequest,
  response: CheckAccountAssociationResponse,
  capabilities: ['account_associations.list'],
  scope: 'uid',
  fails: ['NOT_FOUND'],
});

/** The clouds of an association that can be checked. */
export type CheckedClouds = Readonly<Partial<Record<'google' | 'amazon' | 'azure', object>>>;

const CLOUDS: ReadonlyMap<string, { readonly key: keyof CheckedClouds; readonly label: string }> = new Map([
  ['ACCOUNT_PROVIDER_TYPE_GOOGLE', { key: 'google', label: 'Google Cloud' }],
  ['ACCOUNT_PROVIDER_TYPE_AMAZON', { key: 'amazon', label: 'AWS' }],
  ['ACCOUNT_PROVIDER_TYPE_AZURE', { key: 'azure', label: 'Azure' }],
]);

/** Ready when the cloud is configured: the mock has no cloud to ask (behaviour §5.7). */
export const checkClouds = (
  association: CheckedClouds | undefined,
  providerType: string,
): Static<typeof CheckAccountAssociationResponse> => {
  const cloud = CLOUDS.get(providerType);
  if (cloud && association?.[cloud.key] !== undefined) {
    return { status: 'CHECK_STATUS_READY', reason: '', message: `${cloud.label} is configured` };
  }
  const message = `${cloud?.label ?? 'The provider'} is not configured`;
  return { status: 'CHECK_STATUS_NOT_READY', reason: 'not configured', message };
};
