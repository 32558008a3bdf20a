import type { PublishedEvent } from '../kernel/events.ts';
import type { Resource } from '../kernel/resource.ts';
import { documents } from './advisory/documents.ts';
import { resolvedVulnsReports } from './advisory/resolved-vulns-reports.ts';
import { vulnerabilityMetadata } from './advisory/vulnerability-metadata.ts';
import { auth } from './auth/auth.ts';
import { otherEvents } from './events/other-events.ts';
import { subscriptions } from './events/subscriptions.ts';
import { accountAssociations } from './iam/account-associations.ts';
import { externalGroupRoleMappings } from './iam/external-group-role-mappings.ts';
import { grants, placeAt } from './iam/grants.ts';
import { groupInvites } from './iam/group-invites.ts';
import { groups } from './iam/groups.ts';
import { identities, identityName } from './iam/identities.ts';
import { identityMetadata } from './iam/identity-metadata.ts';
import { identityProviders } from './iam/identity-providers.ts';
import { roleBindings } from './iam/role-bindings.ts';
import { capabilitiesOf } from './iam/role-message.ts';
import { roles } from './iam/roles.ts';
import { findScimToken, scimCredentials } from './iam/scim-credentials.ts';
import { superusers } from './iam/superusers.ts';
import { termsAcceptances, termsDocuments } from './iam/terms.ts';
import { artifactVersions } from './libraries/artifact-versions.ts';
import { artifacts } from './libraries/artifacts.ts';
import { securityTokens } from './oidc/security-tokens.ts';
import { ping } from './ping/ping.ts';
import { images } from './registry/images.ts';
import { registryEvents } from './registry/registry-events.ts';
import { repoReadmes } from './registry/repo-readmes.ts';
import { repos } from './registry/repos.ts';
import { tagHistories } from './registry/tag-history.ts';
import { tags } from './registry/tags.ts';
import { advisories } from './vulnerabilities/advisories.ts';

/**
 * Every resource of v2. The order is the one in which the kinds of children that block a delete are reported
 * (behaviour §8.2), and in which documents list them.
 */
export const resources: readonly Resource[] = [
  repos,
  groups,
  identities,
  identityProviders,
  roles,
  roleBindings,
  accountAssociations,
  groupInvites,
  externalGroupRoleMappings,
  termsAcceptances,
  repoReadmes,
  tags,
  images,
  advisories,
  artifacts,
  artifactVersions,
  documents,
  vulnerabilityMetadata,
  resolvedVulnsReports,
  subscriptions,
  ping,
  identityMetadata,
  scimCredentials,
  termsDocuments,
  superusers,
  tagHistories,
  securityTokens,
  auth,
];

/** The published types of events that no operation has as its own. */
export const publishedEvents: readonly PublishedEvent[] = [...registryEvents, ...otherEvents];

export {
  accountAssociations,
  capabilitiesOf,
  findScimToken,
  grants,
  groupInvites,
  groups,
  identities,
  identityName,
  identityProviders,
  placeAt,
  repos,
  roleBindings,
  roles,
  subscriptions,
  superusers,
  tags,
};
