/** The attributes of the event of a type, beside its body. */
export interface EventCase {
  /** The full name of the message of the body, without the package of the service; none for an event without a body. */
  readonly bodyType: string | undefined;
  /** The group by which it finds its subscriptions, from its subject (behaviour E4). */
  readonly group: 'itself' | 'parent' | 'root' | 'none';
  /** The identity provider that it names. */
  readonly provider?: 'itself' | 'parent';
  /** The only fields of its body, if it does not have all fields of the answer (behaviour E3). */
  readonly shows?: readonly string[];
  /** The fields of the answer that its body does not have. */
  readonly hides?: readonly string[];
}

const of = (group: EventCase['group'], bodyType?: string, more: Partial<EventCase> = {}): EventCase => ({
  group,
  bodyType,
  ...more,
});

/** The events of 13.1, by their types without the prefix, as the published interface has them. */
export const EVENTS: Readonly<Record<string, EventCase>> = {
  'events.subscription.created.v1': of('parent', 'events.v2.Subscription'),
  'events.subscription.deleted.v1': of('parent', 'events.v2.DeleteSubscriptionRequest'),
  'iam.account_associations.created.v1': of('itself', 'iam.v2.AccountAssociation'),
  'iam.account_associations.deleted.v1': of('itself'),
  'iam.account_associations.updated.v1': of('itself', 'iam.v2.AccountAssociation'),
  'iam.external_group_role_mappings.created.v1': of('root', 'iam.v2.ExternalGroupRoleMapping', { provider: 'parent' }),
  'iam.external_group_role_mappings.deleted.v1': of('root', 'iam.v2.DeleteExternalGroupRoleMappingRequest', {
    provider: 'parent',
  }),
  'iam.external_group_role_mappings.deleted.batch.v1': of(
    'root',
    'iam.v2.BatchDeleteExternalGroupRoleMappingsResponse',
    { provider: 'itself' },
  ),
  'iam.group.created.v1': of('itself', 'iam.v2.Group'),
  'iam.group.deleted.v1': of('parent', 'iam.v2.DeleteGroupRequest'),
  'iam.group.updated.v1': of('itself', 'iam.v2.Group'),
  'iam.group_invite.created.v1': of('parent', 'iam.v2.GroupInvite', { shows: ['uid', 'expirationTime'] }),
  'iam.group_invite.deleted.v1': of('parent', 'iam.v2.DeleteGroupInviteRequest'),
  'iam.identity.created.v1': of('parent', 'iam.v2.Identity'),
  'iam.identity.deleted.v1': of('parent', 'iam.v2.DeleteIdentityRequest'),
  'iam.identity.updated.v1': of('parent', 'iam.v2.Identity'),
  'iam.identity.metadata.updated.v1': of('none', 'iam.v2.IdentityMetadata'),
  'iam.identity_providers.created.v1': of('parent', 'iam.v2.IdentityProvider', { hides: ['scim'] }),
  'iam.identity_providers.deleted.v1': of('parent', 'iam.v2.DeleteIdentityProviderRequest'),
  'iam.identity_providers.updated.v1': of('parent', 'iam.v2.IdentityProvider', { hides: ['scim'] }),
  'iam.identity_providers.scim_enabled.updated.v1': of('parent', 'iam.v2.SetScimEnabledResponse'),
  'iam.identity_providers.scim_token.generated.v1': of('parent', 'iam.v2.GenerateScimTokenResponse'),
  'iam.identity_providers.scim_token.regenerated.v1': of('parent', 'iam.v2.RegenerateScimTokenResponse'),
  'iam.identity_providers.scim_token.revoked.v1': of('parent', 'iam.v2.RevokeScimTokenResponse'),
  'iam.rolebindings.created.v1': of('parent', 'iam.v2.RoleBinding'),
  'iam.rolebindings.created.batch.v1': of('itself', 'iam.v2.BatchCreateRoleBindingsResponse'),
  'iam.rolebindings.deleted.v1': of('parent', 'iam.v2.DeleteRoleBindingRequest'),
  'iam.rolebindings.updated.v1': of('parent', 'iam.v2.RoleBinding'),
  'iam.roles.created.v1': of('parent', 'iam.v2.Role'),
  'iam.roles.deleted.v1': of('parent', 'iam.v2.DeleteRoleRequest'),
  'iam.roles.updated.v1': of('parent', 'iam.v2.Role'),
  'iam.terms.accepted.v1': of('itself', 'iam.v2.AcceptTermsResponse'),
  'platform.registry.repo.created.v1': of('parent', 'registry.v2.Repo'),
  'platform.registry.repo.deleted.v1': of('parent', 'registry.v2.DeleteRepoRequest'),
  'platform.registry.repo.updated.v1': of('parent', 'registry.v2.Repo'),
  'platform.registry.tag.created.v1': of('root', 'registry.v2.Tag'),
  'platform.registry.tag.deleted.v1': of('root', 'registry.v2.DeleteTagRequest'),
  'platform.registry.tag.updated.v1': of('root', 'registry.v2.Tag'),
};

/** The operations whose event has another body than their type says. */
export const OTHER_BODIES: Readonly<Record<string, string>> = { UpdateRepoReadme: 'registry.v2.RepoReadme' };

/** The event type of each operation of v2, as 13.1 lists them; an operation of v1 has the type of the one that it maps to. */
export const EMITTED: Readonly<Record<string, string>> = {
  CreateAccountAssociation: 'iam.account_associations.created.v1',
  DeleteAccountAssociation: 'iam.account_associations.deleted.v1',
  UpdateAccountAssociation: 'iam.account_associations.updated.v1',
  CreateExternalGroupRoleMapping: 'iam.external_group_role_mappings.created.v1',
  DeleteExternalGroupRoleMapping: 'iam.external_group_role_mappings.deleted.v1',
  BatchDeleteExternalGroupRoleMappings: 'iam.external_group_role_mappings.deleted.batch.v1',
  CreateGroupInvite: 'iam.group_invite.created.v1',
  DeleteGroupInvite: 'iam.group_invite.deleted.v1',
  DeleteGroup: 'iam.group.deleted.v1',
  CreateGroup: 'iam.group.created.v1',
  UpdateGroup: 'iam.group.updated.v1',
  CreateIdentity: 'iam.identity.created.v1',
  DeleteIdentity: 'iam.identity.deleted.v1',
  UpdateIdentity: 'iam.identity.updated.v1',
  UpdateIdentityMetadata: 'iam.identity.metadata.updated.v1',
  CreateIdentityProvider: 'iam.identity_providers.created.v1',
  UpdateIdentityProvider: 'iam.identity_providers.updated.v1',
  DeleteIdentityProvider: 'iam.identity_providers.deleted.v1',
  GenerateScimToken: 'iam.identity_providers.scim_token.generated.v1',
  RegenerateScimToken: 'iam.identity_providers.scim_token.regenerated.v1',
  RevokeScimToken: 'iam.identity_providers.scim_token.revoked.v1',
  SetScimEnabled: 'iam.identity_providers.scim_enabled.updated.v1',
  CreateRoleBinding: 'iam.rolebindings.created.v1',
  DeleteRoleBinding: 'iam.rolebindings.deleted.v1',
  BatchCreateRoleBindings: 'iam.rolebindings.created.batch.v1',
  UpdateRoleBinding: 'iam.rolebindings.updated.v1',
  CreateRole: 'iam.roles.created.v1',
  UpdateRole: 'iam.roles.updated.v1',
  DeleteRole: 'iam.roles.deleted.v1',
  AcceptTerms: 'iam.terms.accepted.v1',
  CreateRepo: 'platform.registry.repo.created.v1',
  UpdateRepo: 'platform.registry.repo.updated.v1',
  DeleteRepo: 'platform.registry.repo.deleted.v1',
  UpdateRepoReadme: 'platform.registry.repo.updated.v1',
  CreateTag: 'platform.registry.tag.created.v1',
  DeleteTag: 'platform.registry.tag.deleted.v1',
  CreateSubscription: 'events.subscription.created.v1',
  DeleteSubscription: 'events.subscription.deleted.v1',
  // v1
  Groups_Create: 'iam.group.created.v1',
  Groups_Update: 'iam.group.updated.v1',
  Groups_Delete: 'iam.group.deleted.v1',
  Identities_Create: 'iam.identity.created.v1',
  Identities_Update: 'iam.identity.updated.v1',
  Identities_Delete: 'iam.identity.deleted.v1',
  EventIdentities_UpdateMetadata: 'iam.identity.metadata.updated.v1',
  Roles_Create: 'iam.roles.created.v1',
  Roles_Update: 'iam.roles.updated.v1',
  Roles_Delete: 'iam.roles.deleted.v1',
  RoleBindings_Create: 'iam.rolebindings.created.v1',
  RoleBindings_Update: 'iam.rolebindings.updated.v1',
  RoleBindings_Delete: 'iam.rolebindings.deleted.v1',
  RoleBindings_CreateBatch: 'iam.rolebindings.created.batch.v1',
  IdentityProviders_Create: 'iam.identity_providers.created.v1',
  IdentityProviders_Update: 'iam.identity_providers.updated.v1',
  IdentityProviders_Delete: 'iam.identity_providers.deleted.v1',
  IdentityProviders_GenerateScimToken: 'iam.identity_providers.scim_token.generated.v1',
  IdentityProviders_RegenerateScimToken: 'iam.identity_providers.scim_token.regenerated.v1',
  IdentityProviders_RevokeScimToken: 'iam.identity_providers.scim_token.revoked.v1',
  IdentityProviders_SetScimEnabled: 'iam.identity_providers.scim_enabled.updated.v1',
  GroupAccountAssociations_Create: 'iam.account_associations.created.v1',
  GroupAccountAssociations_Update: 'iam.account_associations.updated.v1',
  GroupAccountAssociations_Delete: 'iam.account_associations.deleted.v1',
  GroupInvites_Create: 'iam.group_invite.created.v1',
  GroupInvites_Delete: 'iam.group_invite.deleted.v1',
  ExternalGroupRoleMappings_Create: 'iam.external_group_role_mappings.created.v1',
  ExternalGroupRoleMappings_Delete: 'iam.external_group_role_mappings.deleted.v1',
  ExternalGroupRoleMappings_BatchDelete: 'iam.external_group_role_mappings.deleted.batch.v1',
  Terms_AcceptTerms: 'iam.terms.accepted.v1',
  Registry_CreateRepo: 'platform.registry.repo.created.v1',
  Registry_UpdateRepo: 'platform.registry.repo.updated.v1',
  Registry_DeleteRepo: 'platform.registry.repo.deleted.v1',
  Registry_CreateTag: 'platform.registry.tag.created.v1',
  Registry_UpdateTag: 'platform.registry.tag.updated.v1',
  Registry_DeleteTag: 'platform.registry.tag.deleted.v1',
  Subscriptions_Create: 'events.subscription.created.v1',
  Subscriptions_Delete: 'events.subscription.deleted.v1',
};

/** The operations that push an image with their sample (behaviour E11). */
export const PUSHING: readonly string[] = ['CreateTag', 'Registry_CreateTag', 'Registry_UpdateTag'];
