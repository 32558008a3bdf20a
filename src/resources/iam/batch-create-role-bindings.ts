import { hydrateRow } from '../../kernel/answer.ts';
import { customOperation } from '../../kernel/custom-operation.ts';
import { invalid } from '../../kernel/errors.ts';
import { type Method, type WriteContext, writeMethod } from '../../kernel/resource.ts';
import { createRow } from '../../kernel/write-verbs.ts';
import { repeated, uid } from '../../schema/field-types.ts';
import { type FieldViolation, nestViolation, violationByName } from '../../schema/field-violation.ts';
import { message, of, optional, plain, required, type Static } from '../../schema/message.ts';
import { checkFields } from '../../schema/validate.ts';
import { CreateRoleBindingRequest, RoleBinding } from './role-binding-message.ts';
import { misplacements } from './role-binding-placement.ts';

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
      `The role bindings to create: 1 to ${MAX_REQUESTS}, all on the same group: a parent of its own must be that of the batch.`,
    ),
    roleUid: optional(
      3,
      uid(),
      'The role of every role binding that does not name one; each needs one of the two. One that names a role must name ' +
        'that of the batch.',
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
    found.push(violationByName('parent', 'must be that of the batch'));
  }
  if (!item.roleBinding) return [...found, violationByName('roleBinding', 'is required')];
  const binding = bindingOf(item, batch);
  const inBinding = [...checkFields(RoleBinding, binding), ...misplacements(binding, parent, rows)];
  if (roleUid !== '' && binding.roleUid !== roleUid) {
    inBinding.push(violationByName('roleUid', 'must be that of the batch'));
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
export const batchCreateRoleBindings: Method = writeMethod(
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
    const created = requests.map((item) => createRow(resource, parent, bindingOf(item, batch), context));
    return { roleBindings: created.map((row) => hydrateRow(resource, row, context.tx)) };
  },
  // The rules of the fields do not know that a batch may set the parent and the role for all items.
  { scopeType: 'group', ownValidation: true, completes: ['parent', 'roleUid'] },
);
