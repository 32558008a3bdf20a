import { equals } from '../../../kernel/filters.ts';
import { repeated, string, timestamp, uid } from '../../../schema/field-types.ts';
import { ALWAYS, message, of, output, plain, required } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { batchDeleteOperation, demandListable, ExternalGroupRoleMapping } from '../external-group-role-mappings.ts';
import { translateMethod } from './translated-method.ts';

const PACKAGE = 'chainguard.platform.iam';

const ExternalGroupRoleMappingV1 = message(
  `${PACKAGE}.ExternalGroupRoleMapping`,
  'An external group role mapping, as v1 shows it.',
  {
    id: output(1, uid(), 'The identifier of the mapping.', ALWAYS),
    identityProviderUidp: output(2, uid(), 'The id of the identity provider that knows the external group.', ALWAYS),
    externalGroupId: required(3, string(), 'The id of the group at the identity provider.', {
      ...ALWAYS,
      immutable: true,
      example: 'platform-engineers',
    }),
    roleUidp: required(4, uid(), 'The id of the role to grant: built in, or of the organization.', {
      ...ALWAYS,
      immutable: true,
    }),
    scope: required(5, uid(), "The id of the group to grant it on: the identity provider's organization.", {
      ...ALWAYS,
      immutable: true,
    }),
    createdAt: output(6, timestamp(), 'When the mapping was created.'),
  },
);

const counterparts = {
  id: 'uid',
  identityProviderUidp: 'identityProviderUid',
  roleUidp: 'roleUid',
  createdAt: 'createTime',
} as const;

const mappingConversion = conversion(ExternalGroupRoleMappingV1, ExternalGroupRoleMapping, counterparts);

const batchDelete = translateMethod(batchDeleteOperation, {
  name: 'BatchDelete',
  http: { method: 'POST', path: '/iam/v1/externalGroupRoleMappings:batchDelete', body: '*' },
  scope: 'parentId',
  request: message(
    `${PACKAGE}.BatchDeleteExternalGroupRoleMappingsRequest`,
    'Which mappings of an identity provider to delete.',
    {
      parentId: required(1, uid(), 'The id of the identity provider.'),
      ids: required(
        2,
        repeated(uid()),
        'The ids of the mappings, all of that identity provider; those that do not exist are ignored.',
      ),
    },
  ),
  response: message(`${PACKAGE}.BatchDeleteExternalGroupRoleMappingsResponse`, 'The mappings that were deleted.', {
    parentId: plain(1, uid(), 'The id of the identity provider.', ALWAYS),
    items: plain(2, repeated(of(ExternalGroupRoleMappingV1)), 'The mappings that were deleted.', ALWAYS),
  }),
  renamed: { parentId: 'parent', ids: 'names', items: { to: 'externalGroupRoleMappings', inside: counterparts } },
});

/** External group role mappings in v1, the only resource with a Get in v1 (behaviour C31). */
export const externalGroupRoleMappingsV1: V1Form = {
  service: `${PACKAGE}.ExternalGroupRoleMappings`,
  path: '/iam/v1/externalGroupRoleMappings',
  message: ExternalGroupRoleMappingV1,
  conversion: mappingConversion,
  list: {
    request: `${PACKAGE}.ExternalGroupRoleMappingFilter`,
    response: `${PACKAGE}.ExternalGroupRoleMappingList`,
    uidp: 1,
    filters: {
      identityProviderUidp: equals(2, uid(), 'identityProviderUid', 'Mappings of this identity provider.'),
    },
    locate: ({ identityProviderUidp }, context) => {
      demandListable(identityProviderUidp, context);
      return {};
    },
  },
  create: { request: `${PACKAGE}.CreateExternalGroupRoleMappingRequest`, parent: 'parentId', body: 'mapping' },
  delete: { request: `${PACKAGE}.DeleteExternalGroupRoleMappingRequest` },
  methods: [
    {
      name: 'Get',
      calls: 'GetExternalGroupRoleMapping',
      summary: 'Get an external group role mapping',
      description: 'Gets an external group role mapping by its id; an empty one if it does not exist.',
      http: { method: 'GET', path: '/iam/v1/externalGroupRoleMappings/{uid=**}' },
      request: message(`${PACKAGE}.GetExternalGroupRoleMappingRequest`, 'Which mapping to get.', {
        uid: required(1, uid(), 'The id of the mapping.'),
      }),
      response: ExternalGroupRoleMappingV1,
      scope: 'uid',
      ask: (request) => request,
      answer: (mapping) => mappingConversion.older(mapping),
    },
    batchDelete,
  ],
};
