import { customOperation } from '../../kernel/custom-operation.ts';
import { failedPrecondition } from '../../kernel/errors.ts';
import type { WriteContext } from '../../kernel/resource.ts';
import { writeMethod } from '../../kernel/resource.ts';
import type { Rows } from '../../kernel/rows.ts';
import { rootOf } from '../../kernel/uid.ts';
import { bool, string, uid } from '../../schema/field-types.ts';
import { message, plain, required, type Static } from '../../schema/message.ts';
import { uidOfBuiltInRole } from './built-in-roles.ts';
import { roleBindings } from './role-bindings.ts';
import { credentialOf, demandEtag, etagOf, scimCredentials, switchProvisioning } from './scim-credentials.ts';

// Provisioning can remove members, so that owners whom it does not manage must remain (behaviour §5.6).
const OWNERS_NEEDED = 2;

/** The request to switch provisioning on or off. */
export const SetScimEnabledRequest = message(
  'chainguard.platform.iam.v2.SetScimEnabledRequest',
  'Whether an identity provider is to provision users and groups over SCIM.',
  {
    identityProviderUid: required(1, uid(), 'The uid of the identity provider.'),
    enabled: required(2, bool(), 'Whether provisioning is to be switched on.'),
    etag: required(3, string(), 'The etag of the credential as the caller last saw it.', {
      example: '5d41402abc4b2a76',
    }),
  },
);

/** The state of provisioning after the call. */
export const SetScimEnabledResponse = message(
  'chainguard.platform.iam.v2.SetScimEnabledResponse',
  'The new state of provisioning.',
  {
    identityProviderUid: plain(1, uid(), 'The uid of the identity provider.', { always: true }),
    enabled: plain(2, bool(), 'Whether provisioning is switched on.', { always: true }),
    etag: plain(3, string(), 'Identifies the new state of the credential.', {
      always: true,
      example: '5d41402abc4b2a76',
    }),
  },
);

/** The number of identities that have the built-in role `owner` on the group itself. */
const ownersOf = (group: string, rows: Rows): number => {
  const owner = uidOfBuiltInRole('owner');
  const bindings = rows.childrenOf(roleBindings, group).filter(({ roleUid }) => roleUid === owner);
  return new Set(bindings.map(({ identityUid }) => identityUid)).size;
};

const setEnabled = (request: Static<typeof SetScimEnabledRequest>, context: WriteContext) => {
  const { tx, settings, now } = context;
  const { identityProviderUid: provider = '', enabled = false } = request;
  const before = credentialOf(provider, tx);
  demandEtag(before, request.etag, settings.seed);
  const isChange = enabled !== (before.enabled ?? false);
  if (isChange && enabled && ownersOf(rootOf(provider), tx) < OWNERS_NEEDED) {
    throw failedPrecondition({
      type: 'SCIM_OWNERS_REQUIRED',
      description: `the organization needs at least ${OWNERS_NEEDED} directly assigned owners to enable SCIM`,
    });
  }
  const after = isChange ? switchProvisioning(before, enabled, now) : before;
  if (isChange) tx.put(scimCredentials, after);
  return { identityProviderUid: provider, enabled, etag: etagOf(after, settings.seed) };
};

/** Switches SCIM provisioning on or off; no token is needed for it. */
export const setScimEnabled = writeMethod(
  customOperation(
    { domain: 'iam', plural: 'identityProviders' },
    {
      id: 'SetScimEnabled',
      summary: 'Enable or disable SCIM',
      description:
        'Switches provisioning over SCIM on or off. Switching it on needs two identities with the role owner on the ' +
        'organization itself.',
      http: { method: 'POST', path: '/iam/v2/identityProviders/{identity_provider_uid=**}:setScimEnabled', body: '*' },
      request: SetScimEnabledRequest,
      response: SetScimEnabledResponse,
      capabilities: ['identity_providers.scim.manage', 'identity_providers.list'],
      scope: 'identityProviderUid',
      event: {
        type: 'iam.identity_providers.scim_enabled.updated.v1',
        audience: 'customer',
        subject: ({ answer }) => String(answer.identityProviderUid),
      },
      fails: ['NOT_FOUND', 'FAILED_PRECONDITION', 'ABORTED'],
    },
  ),
  setEnabled,
);
