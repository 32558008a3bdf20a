import { urlFor } from '../../kernel/request-origin.ts';
import type { Context } from '../../kernel/resource.ts';
import { rootOf } from '../../kernel/uid.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { bool, enumOf, string, timestamp } from '../../schema/field-types.ts';
import { message, output, type Static } from '../../schema/message.ts';
import { CredentialState, credentialOf, etagOf, stateOf } from './scim-credentials.ts';

/** A SCIM endpoint, for examples. */
export const EXAMPLE_ENDPOINT =
  'http://127.0.0.1:8484/scim/v2/398b803fffbcf8cbc364eba13b65ac7bd90ff292/9e640a65f919e468';

/** The state of SCIM provisioning for an identity provider. */
export const ScimStatus = message(
  'chainguard.platform.iam.v2.IdentityProvider.SCIM',
  'The state of SCIM provisioning for an identity provider.',
  {
    enabled: output(1, bool(), 'Whether users and groups are provisioned over SCIM.', { always: true }),
    endpointUrl: output(3, string(), 'The URL that the provider sends its SCIM requests to.', {
      always: true,
      example: EXAMPLE_ENDPOINT,
    }),
    tokenExpireTime: output(4, timestamp(), 'When the current token expires; absent when it never does.'),
    previousTokenExpireTime: output(
      5,
      timestamp(),
      'Until when the previous token is still accepted; only while a rotation runs.',
    ),
    credentialState: output(6, enumOf(CredentialState), 'The lifecycle state of the credential.', { always: true }),
    etag: output(7, string(), 'Identifies this state of the credential; a change must repeat it.', {
      always: true,
      example: '5d41402abc4b2a76',
    }),
  },
);

/** The SCIM endpoint of a provider: its organization and its own last segment (behaviour §5.6). */
export const scimEndpoint = (provider: string, publicUrl: string): string =>
  `${publicUrl}/scim/v2/${rootOf(provider)}/${provider.slice(provider.lastIndexOf('/') + 1)}`;

/** The state of SCIM provisioning for a provider at the time of the call. */
export const scimStatusOf = (
  provider: string,
  { rows, settings, nowMillis }: Pick<Context, 'rows' | 'settings' | 'nowMillis'>,
): Static<typeof ScimStatus> => {
  const credential = credentialOf(provider, rows);
  const { enabled = false, expireTime, previousTokenExpireTime } = credential;
  const credentialState = stateOf(credential, nowMillis);
  const rotates = credentialState === 'CREDENTIAL_STATE_ROTATING';
  return {
    enabled,
    endpointUrl: scimEndpoint(provider, urlFor(settings)),
    ...omitUndefined({
      tokenExpireTime: expireTime,
      previousTokenExpireTime: rotates ? previousTokenExpireTime : undefined,
    }),
    credentialState,
    etag: etagOf(credential, settings.seed),
  };
};
