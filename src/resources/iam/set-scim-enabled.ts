import { customOperation } from '../../kernel/custom-operation.ts';
import { failedPrecondition } from '../../kernel/errors.ts';
import { type WriteContext, writeMethod } from '../../kernel/resource.ts';
import type { Rows } from '../../kernel/rows.ts';
import { rootOf } from '../../kernel/uid.ts';
import type { Static } from '../../schema/message.ts';
import { uidOfBuiltInRole } from './built-in-roles.ts';
import { roleBindings } from './role-bindings.ts';
import { credentialOf, demandEtag, etagOf, scimCredentials, switchProvisioning } from './scim-credentials.ts';
import { SetScimEnabledRequest, SetScimEnabledResponse } from './scim-token-messages.ts';
import { SCIM_METHOD, scimEvent, scimPath } from './scim-token-methods.ts';

// Provisioning can remove members, so that owners whom it does not manage must remain (behaviour §5.6).
const OWNERS_NEEDED = 2;

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
