import type { Violations } from '../../kernel/context.ts';
import { customOperation } from '../../kernel/custom-operation.ts';
import { type ApiError, failedPrecondition, invalid, notFound } from '../../kernel/errors.ts';
import { urlFor } from '../../kernel/request-origin.ts';
import { type WriteContext, writeMethod } from '../../kernel/resource.ts';
import { rootOf } from '../../kernel/uid.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import type { Static } from '../../schema/message.ts';
import type { EventRule, HttpRule } from '../../schema/operation.ts';
import { checkFields, sortByFields } from '../../schema/validate.ts';
import { uidOfBuiltInRole } from './built-in-roles.ts';
import { roleBindings } from './role-bindings.ts';
import {
  credentialOf,
  demandEtag,
  etagOf,
  isIssued,
  makeNextToken,
  overlapEnd,
  revokeTokens,
  type ScimCredentialRow,
  scimCredentials,
  switchProvisioning,
  withToken,
} from './scim-credentials.ts';
import { scimEndpoint } from './scim-status.ts';
import {
  checkLifetime,
  expiryOf,
  GenerateScimTokenRequest,
  GenerateScimTokenResponse,
  type Lifetime,
  overlapMillisOf,
  overlapOf,
  RegenerateScimTokenRequest,
  RegenerateScimTokenResponse,
  RevokeScimTokenRequest,
  RevokeScimTokenResponse,
  SetScimEnabledRequest,
  SetScimEnabledResponse,
} from './scim-token-messages.ts';

/** The common part of the SCIM methods of providers. */
const SCIM_METHOD = {
  domain: 'iam',
  plural: 'identityProviders',
  capabilities: ['identity_providers.scim.manage', 'identity_providers.list'],
  scope: 'identityProviderUid',
} as const;

/** Describes the event of such a method: its answer names the provider, which the event is about. */
const scimEvent = (change: string): EventRule => ({
  type: `iam.identity_providers.${change}.v1`,
  audience: 'customer',
  subject: ({ answer }) => String(answer.identityProviderUid),
});

/** The path of such a method. */
const scimPath = (verb: string): HttpRule => ({
  method: 'POST',
  path: `/iam/v2/identityProviders/{identity_provider_uid=**}:${verb}`,
  body: '*',
});

// The credential has no uid; the error has the provider's.
const tokenNotFound = (provider: string): ApiError =>
  notFound({ type: 'iam/IdentityProvider', name: provider }, 'SCIM token of identity provider');

const demandValid = (
  of: AnyMessage,
  request: Readonly<Record<string, unknown>>,
  check: (found: Violations) => void,
): void => {
  const found: Violations = [...checkFields(of, request)];
  check(found);
  if (found.length > 0) throw invalid(sortByFields(of, found));
};

/** Stores a new token and returns the fields that every call which issues one returns. */
const issue = (
  before: ScimCredentialRow,
  lifetime: Lifetime,
  previousTokenExpireTime: string | undefined,
  { tx, settings, now, nowMillis }: WriteContext,
) => {
  const token = makeNextToken(before, settings.seed);
  const expireTime = expiryOf(lifetime, nowMillis);
  const after = withToken(before, { token, expireTime, previousTokenExpireTime }, now);
  tx.put(scimCredentials, after);
  return {
    token,
    endpointUrl: scimEndpoint(before.uid, urlFor(settings)),
    expireTime,
    identityProviderUid: before.uid,
    etag: etagOf(after, settings.seed),
  };
};

const generate = (request: Static<typeof GenerateScimTokenRequest>, context: WriteContext) => {
  demandValid(GenerateScimTokenRequest, request, (found) => checkLifetime(request, context.nowMillis, found));
  const before = credentialOf(request.identityProviderUid ?? '', context.tx);
  if (isIssued(before)) {
    throw failedPrecondition({
      type: 'SCIM_TOKEN_EXISTS',
      description: 'a SCIM token was already issued, regenerate it instead',
    });
  }
  return issue(before, request, undefined, context);
};

const regenerate = (request: Static<typeof RegenerateScimTokenRequest>, context: WriteContext) => {
  const { tx, settings, nowMillis } = context;
  const { identityProviderUid: provider = '', etag } = request;
  const requestedOverlap = overlapOf(request.overlap);
  demandValid(RegenerateScimTokenRequest, request, (found) => checkLifetime(request, nowMillis, found));
  const before = credentialOf(provider, tx);
  if (!isIssued(before)) throw tokenNotFound(provider);
  demandEtag(before, etag, settings.seed);
  const previousTokenExpireTime = overlapEnd(before, overlapMillisOf(requestedOverlap), nowMillis);
  return { ...issue(before, request, previousTokenExpireTime, context), previousTokenExpireTime, requestedOverlap };
};

const revoke = (request: Static<typeof RevokeScimTokenRequest>, context: WriteContext) => {
  const { tx, settings, now } = context;
  const { identityProviderUid: provider = '' } = request;
  const before = credentialOf(provider, tx);
  if (!isIssued(before)) throw tokenNotFound(provider);
  const isDone = before.revokeTime !== undefined;
  const after = isDone ? before : revokeTokens(before, now);
  if (!isDone) tx.put(scimCredentials, after);
  const { enabled = false, revokeTime } = after;
  return { identityProviderUid: provider, etag: etagOf(after, settings.seed), enabled, revokeTime };
};

/** Issues the first SCIM token of a provider. */
export const generateScimToken = writeMethod(
  customOperation({
    ...SCIM_METHOD,
    id: 'GenerateScimToken',
    summary: 'Generate a SCIM token',
    description: 'Issues the first SCIM token of an identity provider. Later ones come from RegenerateScimToken.',
    http: scimPath('generateScimToken'),
    request: GenerateScimTokenRequest,
    response: GenerateScimTokenResponse,
    event: scimEvent('scim_token.generated'),
    fails: ['NOT_FOUND', 'FAILED_PRECONDITION'],
  }),
  generate,
  { ownValidation: true },
);

/** Replaces the SCIM token of a provider; the previous one stays valid for a while. */
export const regenerateScimToken = writeMethod(
  customOperation({
    ...SCIM_METHOD,
    id: 'RegenerateScimToken',
    summary: 'Regenerate a SCIM token',
    description:
      'Replaces the SCIM token of an identity provider. The previous token stays valid for the overlap, so that the ' +
      'provider can be reconfigured. A revoked or expired credential becomes live again.',
    http: scimPath('regenerateScimToken'),
    request: RegenerateScimTokenRequest,
    response: RegenerateScimTokenResponse,
    event: scimEvent('scim_token.regenerated'),
    fails: ['NOT_FOUND', 'ABORTED'],
  }),
  regenerate,
  { ownValidation: true },
);

/** Revokes every SCIM token of a provider. */
export const revokeScimToken = writeMethod(
  customOperation({
    ...SCIM_METHOD,
    id: 'RevokeScimToken',
    summary: 'Revoke a SCIM token',
    description: 'Revokes every SCIM token of an identity provider at once. Doing it again changes nothing.',
    http: scimPath('revokeScimToken'),
    request: RevokeScimTokenRequest,
    response: RevokeScimTokenResponse,
    event: scimEvent('scim_token.revoked'),
    fails: ['NOT_FOUND'],
  }),
  revoke,
);

// Provisioning can remove members, so that owners whom it does not manage must remain (behaviour §5.6).
const OWNERS_NEEDED = 2;

const setEnabled = (request: Static<typeof SetScimEnabledRequest>, context: WriteContext) => {
  const { tx, settings, now } = context;
  const { identityProviderUid: provider = '', enabled = false } = request;
  const before = credentialOf(provider, tx);
  demandEtag(before, request.etag, settings.seed);
  const isChange = enabled !== (before.enabled ?? false);
  const owners = tx
    .childrenOf(roleBindings, rootOf(provider))
    .filter(({ roleUid }) => roleUid === uidOfBuiltInRole('owner'));
  if (isChange && enabled && new Set(owners.map(({ identityUid }) => identityUid)).size < OWNERS_NEEDED) {
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
  customOperation({
    ...SCIM_METHOD,
    id: 'SetScimEnabled',
    summary: 'Enable or disable SCIM',
    description:
      'Switches provisioning over SCIM on or off. Switching it on needs two identities with the role owner on the ' +
      'organization itself.',
    http: scimPath('setScimEnabled'),
    request: SetScimEnabledRequest,
    response: SetScimEnabledResponse,
    event: scimEvent('scim_enabled.updated'),
    fails: ['NOT_FOUND', 'FAILED_PRECONDITION', 'ABORTED'],
  }),
  setEnabled,
);
