import type { V1Resource } from '../v1/form.ts';
import { documents } from './advisory/documents.ts';
import { resolvedVulnsReports } from './advisory/resolved-vulns-reports.ts';
import { documentsV1 } from './advisory/v1/documents.ts';
import { resolvedVulnsReportsV1 } from './advisory/v1/resolved-vulns-reports.ts';
import { vulnerabilityMetadataV1 } from './advisory/v1/vulnerability-metadata.ts';
import { vulnerabilityMetadata } from './advisory/vulnerability-metadata.ts';
import { subscriptions } from './events/subscriptions.ts';
import { subscriptionsV1 } from './events/v1/subscriptions.ts';
import { accountAssociations } from './iam/account-associations.ts';
import { externalGroupRoleMappings } from './iam/external-group-role-mappings.ts';
import { groupInvites } from './iam/group-invites.ts';
import { groups } from './iam/groups.ts';
import { identities } from './iam/identities.ts';
import { identityProviders } from './iam/identity-providers.ts';
import { roleBindings } from './iam/role-bindings.ts';
import { roles } from './iam/roles.ts';
import { termsAcceptances } from './iam/terms.ts';
import { accountAssociationsV1 } from './iam/v1/account-associations.ts';
import { createWithGroup } from './iam/v1/create-with-group.ts';
import { eventIdentities } from './iam/v1/event-identities.ts';
import { externalGroupRoleMappingsV1 } from './iam/v1/external-group-role-mappings.ts';
import { groupInvitesV1 } from './iam/v1/group-invites.ts';
import { groupsV1 } from './iam/v1/groups.ts';
import { identitiesV1 } from './iam/v1/identities.ts';
import { identityProvidersV1 } from './iam/v1/identity-providers.ts';
import { roleBindingsV1 } from './iam/v1/role-bindings.ts';
import { rolesV1 } from './iam/v1/roles.ts';
import { termsV1 } from './iam/v1/terms.ts';
import { artifactVersions } from './libraries/artifact-versions.ts';
import { artifacts } from './libraries/artifacts.ts';
import { artifactVersionsV1 } from './libraries/v1/artifact-versions.ts';
import { artifactsV1, getArtifactCountInV1 } from './libraries/v1/artifacts.ts';
import { malwareEntries, malwareEntriesV1 } from './libraries/v1/malware.ts';
import { ping } from './ping/ping.ts';
import { pingInV1 } from './ping/v1/ping.ts';
import { images } from './registry/images.ts';
import { repos } from './registry/repos.ts';
import { tagHistories } from './registry/tag-history.ts';
import { tags } from './registry/tags.ts';
import { diffImage } from './registry/v1/diff-image.ts';
import { imageMethodsV1 } from './registry/v1/image-methods.ts';
import { getUpdateStatus, repoWritesV1 } from './registry/v1/repo-writes.ts';
import { reposV1 } from './registry/v1/repos.ts';
import { listTagHistory, tagsV1, updateTag } from './registry/v1/tags.ts';
import { vulnReportMethods } from './registry/v1/vuln-reports.ts';
import { byMethods } from './v1-resources.ts';
import { advisories } from './vulnerabilities/advisories.ts';
import { advisoriesV1 } from './vulnerabilities/v1/advisories.ts';
import {
  createAdvisoryEvent,
  listAdvisoryEvents,
  updateAdvisoryEvent,
} from './vulnerabilities/v1/advisory-event-methods.ts';
import { createAdvisory, deleteAdvisory, updateAdvisory } from './vulnerabilities/v1/advisory-writes.ts';

/** All that v1 has, in the order in which its documents list it. */
export const v1: readonly V1Resource[] = [
  { resource: repos, form: reposV1, methods: [...repoWritesV1, getUpdateStatus] },
  { resource: groups, form: groupsV1 },
  { resource: identities, form: identitiesV1, methods: eventIdentities },
  { resource: identityProviders, form: identityProvidersV1 },
  { resource: roles, form: rolesV1 },
  { resource: roleBindings, form: roleBindingsV1 },
  { resource: accountAssociations, form: accountAssociationsV1 },
  { resource: groupInvites, form: groupInvitesV1, methods: [createWithGroup] },
  { resource: externalGroupRoleMappings, form: externalGroupRoleMappingsV1 },
  { resource: termsAcceptances, form: termsV1 },
  { resource: tags, form: tagsV1, methods: [updateTag] },
  { resource: images, methods: [...imageMethodsV1, diffImage, ...vulnReportMethods] },
  {
    resource: advisories,
    form: advisoriesV1,
    methods: [
      createAdvisory,
      updateAdvisory,
      deleteAdvisory,
      createAdvisoryEvent,
      listAdvisoryEvents,
      updateAdvisoryEvent,
    ],
  },
  { resource: artifacts, form: artifactsV1, methods: [getArtifactCountInV1] },
  { resource: artifactVersions, form: artifactVersionsV1 },
  { resource: malwareEntries, form: malwareEntriesV1 },
  { resource: documents, form: documentsV1 },
  { resource: vulnerabilityMetadata, form: vulnerabilityMetadataV1 },
  { resource: resolvedVulnsReports, form: resolvedVulnsReportsV1 },
  { resource: subscriptions, form: subscriptionsV1 },
  { resource: ping, methods: [pingInV1] },
  { resource: tagHistories, methods: [listTagHistory] },
  ...byMethods.map((resource) => ({ resource, methods: Object.values(resource.methods) })),
];
