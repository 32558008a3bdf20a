import type { Context } from '../../kernel/context.ts';
import { rootOf } from '../../kernel/uid.ts';
import { bool, enumOf, string, timestamp } from '../../schema/field-types.ts';
import { message, output, type Static } from '../../schema/message.ts';
import { CredentialState, credentialOf, etagOf, stateOf } from './scim-credentials.ts';

/** How SCIM provisioning stands for an identity provider. */
export const ScimStatus = message(
  'chainguard.platform.iam.v2.IdentityProvider.SCIM',
  'How SCIM provisioning stands for an identity provider.',
  {
    enabled: output(1, bool(), 'Whether users and groups are provisioned over SCIM.', { always: true }),
    endpointUrl: output(3, string(), 'The URL that the provider sends its SCIM requests to.', { always: true }),
    tokenExpireTime: output(4, timestamp(), 'When the current token expires; absent when it never does.'),
    previousTokenExpireTime: output(
      5,
      timestamp(),
      'Until when the token before is still taken; only while a rotation runs.',
    ),
    credentialState: output(6, enumOf(CredentialState), 'Where the credential is in its life.', { always: true }),
    etag: output(7, string(), 'Names this state of the credential; changes to it must give it back.', {
      always: true,
    }),
  },
);

/** The SCIM endpoint of a provider: its organization and its own last segment (behaviour §5.6). */
export const scimEndpoint = (provider: string, publicUrl: string): string =>
  `${publicUrl}/scim/v2/${rootOf(provider)}/${provider.slice(provider.lastIndexOf('/') + 1)}`;

/** How SCIM stands for a provider, at the moment of the call. */
export const scimStatusOf = (
  provider: string,
  { rows, settings, nowMillis }: Pick<Context, 'rows' | 'settings' | 'nowMillis'>,
): Static<typeof ScimStatus> => {
  const credential = credentialOf(provider, rows);
  const { enabled = false, expireTime, previousTokenExpireTime } = credential;
  const credentialState = stateOf(credential, nowMillis);
  const rotates = credentialState === 'CREDENTIAL_STATE_ROTATING' && previousTokenExpireTime !== undefined;
  return {
    enabled,
    endpointUrl: scimEndpoint(provider, settings.publicUrl),
    ...(expireTime === undefined ? {} : { tokenExpireTime: expireTime }),
    ...(rotates ? { previousTokenExpireTime } : {}),
    credentialState,
    etag: etagOf(credential, settings.seed),
  };
};
