import { withMember } from '../../json.ts';
import { hydrateRow } from '../../kernel/answer.ts';
import type { Violations } from '../../kernel/context.ts';
import { customOperation } from '../../kernel/custom-operation.ts';
import { ApiError, invalid } from '../../kernel/errors.ts';
import { equals, where } from '../../kernel/filters.ts';
import { defineResource, type Method, type RowContext, type WriteContext, writeMethod } from '../../kernel/resource.ts';
import type { Rows } from '../../kernel/rows.ts';
import { parentOf, rootOf, TOP } from '../../kernel/uid.ts';
import { createRow } from '../../kernel/write-verbs.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { bool, repeated, uid } from '../../schema/field-types.ts';
import { type FieldViolation, nestViolation, violationByName } from '../../schema/field-violation.ts';
import { message, of, optional, plain, required, type Static } from '../../schema/message.ts';
import { checkFields } from '../../schema/validate.ts';
import { groups } from './groups.ts';
import { identities } from './identities.ts';
import { issuerAndSubject } from './identity-relationships.ts';
import { CreateRoleBindingRequest, identify, RoleBinding, type RoleBindingRow } from './role-binding-message.ts';
import { checkRolePlace, demandRoleCapabilities, roles } from './roles.ts';

type Bound = Pick<RoleBindingRow, 'identityUid' | 'roleUid'>;

/** True if an identity can have a role on a group: in the same organization, or above every root. */
export const isReachedFrom = (group: string, identity: string): boolean =>
  parentOf(identity) === TOP || rootOf(identity) === rootOf(group);

/**
 * The violations of binding this identity and this role on this group (behaviour §5.5). Unknown uids and values that
 * an update does not change are not reported here.
 */
const misplacements = (
  { identityUid = '', roleUid }: Bound,
  group: string,
  rows: Rows,
  previous?: Bound,
): readonly FieldViolation[] => {
  const found: FieldViolation[] = [];
  const isNew = identityUid !== previous?.identityUid;
  if (isNew && !isReachedFrom(group, identityUid) && rows.get(identities, identityUid)) {
    found.push(violationByName('identityUid', 'must be an identity of the same organization'));
  }
  if (roleUid !== previous?.roleUid) checkRolePlace('roleUid', roleUid, group, rows, found);
  return found;
};

const MAX_REQUESTS = 25;

const BatchCreateRoleBindingsRequest = message(
  'chainguard.platform.iam.v2.BatchCreateRoleBindingsRequest',
  'The role bindings to create on one group.',
  {
    parent: required(1, uid(), 'The uid of the group.'),
    requests: required(
      2,
      repeated(of(CreateRoleBindingRequest), {
        max: MAX_REQUESTS,
        tooLong: `requests must have at most ${MAX_REQUESTS} items`,
      }),
      `The role bindings to create: 1 to ${MAX_REQUESTS}, all on the same group: a parent of its own must be the one of the batch.`,
    ),
    roleUid: optional(
      3,
      uid(),
      'The role of every role binding that does not name one; each needs one of the two. One that names a role must name ' +
        'the one of the batch.',
    ),
  },
);

const BatchCreateRoleBindingsResponse = message(
  'chainguard.platform.iam.v2.BatchCreateRoleBindingsResponse',
  'The role bindings that were created, in the order of the requests.',
  { roleBindings: plain(1, repeated(of(RoleBinding)), 'The role bindings that were created.', { always: true }) },
);

type Batch = Static<typeof BatchCreateRoleBindingsRequest>;
type Item = Static<typeof CreateRoleBindingRequest>;
/** The role binding of an item, with the role of the batch if the item has none. */
const bindingOf = ({ roleBinding = {} }: Item, { roleUid = '' }: Batch): NonNullable<Item['roleBinding']> =>
  roleBinding.roleUid || roleUid === '' ? roleBinding : { ...roleBinding, roleUid };

/** The violations of one item, by their paths within the item. */
const violationsOf = (item: Item, batch: Batch, { rows }: WriteContext): readonly FieldViolation[] => {
  const { parent = '', roleUid = '' } = batch;
  const found: FieldViolation[] = [];
  // AIP-233
  if (item.parent && item.parent !== parent) {
    found.push(violationByName('parent', 'must be the one of the batch'));
  }
  if (!item.roleBinding) return [...found, violationByName('roleBinding', 'is required')];
  const binding = bindingOf(item, batch);
  const inBinding = [...checkFields(RoleBinding, binding), ...misplacements(binding, parent, rows)];
  if (roleUid !== '' && binding.roleUid !== roleUid) {
    inBinding.push(violationByName('roleUid', 'must be the one of the batch'));
  }
  return [...found, ...inBinding.map((violation) => nestViolation('roleBinding', violation))];
};

const violationsOfBatch = (batch: Batch, context: WriteContext): readonly FieldViolation[] => {
  const { requests = [] } = batch;
  if (requests.length === 0) return [violationByName('requests', 'is required')];
  if (requests.length > MAX_REQUESTS) {
    return [violationByName('requests', `must have at most ${MAX_REQUESTS} items`)];
  }
  return requests.flatMap((item, index) =>
    violationsOf(item, batch, context).map((violation) => nestViolation(`requests[${index}]`, violation)),
  );
};

/** Creates up to 25 role bindings on one group, all or none (behaviour §5.5). */
const batchCreateRoleBindings: Method = writeMethod(
  customOperation({
    domain: 'iam',
    plural: 'roleBindings',
    id: 'BatchCreateRoleBindings',
    summary: 'Create several role bindings',
    description: 'Creates role bindings on one group. Either all of them are created or none.',
    http: { method: 'POST', path: '/iam/v2/roleBindings:batchCreate', body: '*' },
    request: BatchCreateRoleBindingsRequest,
    response: BatchCreateRoleBindingsResponse,
    capabilities: ['role_bindings.create'],
    scope: 'parent',
    event: {
      type: 'iam.rolebindings.created.batch.v1',
      audience: 'customer',
      subject: ({ request }) => String(request.parent),
      group: (subject) => subject,
    },
    fails: ['NOT_FOUND', 'ALREADY_EXISTS'],
  }),
  (batch: Batch, context): Static<typeof BatchCreateRoleBindingsResponse> => {
    const violations = violationsOfBatch(batch, context);
    if (violations.length > 0) throw invalid(violations);
    const resource = context.directory.getResource('roleBinding');
    const { parent = '', requests = [] } = batch;
    const made = new Set<string>();
    const created = requests.map((item) => {
      const binding = bindingOf(item, batch);
      const key = `${binding.identityUid} ${binding.roleUid}`;
      // The row of the earlier one will not be made: no detail names it.
      if (made.has(key)) throw new ApiError('ALREADY_EXISTS', 'Already exists: the batch has this role binding twice');
      made.add(key);
      return createRow(resource, parent, binding, context);
    });
    return { roleBindings: created.map((row) => hydrateRow(resource, row, context.tx)) };
  },
  // The rules of the fields do not know that a batch may set the parent and the role for all items.
  { scopeType: 'group', ownValidation: true, completes: ['parent', 'roleUid'] },
);

const validate = (
  draft: RoleBindingRow,
  { parent, rows }: RowContext,
  found: Violations,
  previous: RoleBindingRow | undefined,
): void => void found.push(...misplacements(draft, parent, rows, previous));

/** The binding of the same identity and role on the same group (behaviour §7.10); its only name is its uid. */
const clash = (
  { uid: own, identityUid = '', roleUid }: RoleBindingRow,
  { parent, rows }: RowContext,
): { readonly row: RoleBindingRow; readonly label: string } | undefined => {
  const row = rows
    .by(roleBindings, 'identityUid', identityUid)
    .find((other) => other.uid !== own && other.roleUid === roleUid && parentOf(other.uid) === parent);
  return row && { row, label: row.uid };
};

/** A binding that is moved to another identity does not make that one the founder. */
const beforeUpdate = (next: RoleBindingRow, previous: RoleBindingRow): RoleBindingRow => {
  const { founder: _, ...binding } = next;
  return previous.founder && next.identityUid === previous.identityUid ? withMember(binding, 'founder', true) : binding;
};

const hydrateBinding = (
  { uid: at, identityUid = '', roleUid = '' }: RoleBindingRow,
  rows: Rows,
): Pick<Static<typeof RoleBinding>, 'identity' | 'group' | 'role'> => {
  const identity = rows.get(identities, identityUid);
  const group = rows.get(groups, parentOf(at));
  const role = rows.get(roles, roleUid);
  return omitUndefined({
    identity: identity && Object.assign(toNamed(identity), issuerAndSubject(identity), { email: identity.email ?? '' }),
    group: group && toNamed(group),
    role: role && toNamed(role),
  });
};

interface Named {
  readonly uid: string;
  readonly name?: string;
  readonly description?: string;
}

const toNamed = ({ uid: at, name = '', description = '' }: Named): Required<Named> => ({ uid: at, name, description });

/** Role bindings: the roles of identities on groups (behaviour §5.5). */
export const roleBindings = defineResource({
  domain: 'iam',
  singular: 'roleBinding',
  plural: 'roleBindings',
  description: 'Who may do what, and where: each gives a role to an identity on a group.',
  message: RoleBinding,
  rowFields: {
    founder: plain(
      1,
      bool(),
      'True for the binding of the creator of a root group: it holds wherever the identity lives.',
    ),
  },
  parent: { singular: 'group', onDelete: 'cascade' },
  indexes: ['identityUid', 'roleUid'],
  references: {
    identityUid: { to: 'identity', onDelete: 'cascade' },
    roleUid: { to: 'role', onDelete: 'block' },
  },
  verbs: {
    list: {
      capabilities: ['role_bindings.list'],
      description: 'Lists the role bindings of the groups that the caller can see.',
      uidp: 1,
      filters: {
        identity: equals(2, uid(), 'identityUid', 'Role bindings of this identity.'),
        group: where(
          3,
          uid(),
          'Role bindings on this group itself.',
          (group: string) => (binding: RoleBindingRow) => parentOf(binding.uid) === group,
        ),
        role: equals(4, uid(), 'roleUid', 'Role bindings of this role.'),
      },
      paging: [5, 6, 7, 8],
      order: 'uid',
      sortable: ['uid', 'createTime', 'updateTime', 'identityUid', 'roleUid'],
    },
    get: { capabilities: ['role_bindings.list'], description: 'Gets a role binding by its uid.' },
    create: {
      capabilities: ['role_bindings.create'],
      description: 'Gives a role to an identity on a group. The caller must hold every capability of the role there.',
      event: { type: 'iam.rolebindings.created.v1', audience: 'customer' },
    },
    update: {
      capabilities: ['role_bindings.update'],
      description: 'Changes the identity or the role of a role binding. The caller must hold what the role allows.',
      event: { type: 'iam.rolebindings.updated.v1', audience: 'customer' },
    },
    delete: {
      repeatable: true,
      capabilities: ['role_bindings.delete'],
      description: 'Takes a role from an identity.',
      event: { type: 'iam.rolebindings.deleted.v1', audience: 'customer' },
    },
  },
  requests: { create: CreateRoleBindingRequest },
  rules: {
    identify,
    validate,
    authorize: ({ roleUid = '' }, context) => demandRoleCapabilities(roleUid, context.parent, context),
    clash,
    beforeUpdate,
  },
  hydrate: { from: [identities, groups, roles], answer: hydrateBinding },
  methods: { batchCreateRoleBindings },
});
