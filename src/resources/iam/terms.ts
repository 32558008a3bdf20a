import { customOperation } from '../../kernel/custom-operation.ts';
import { invalid } from '../../kernel/errors.ts';
import {
  defineResource,
  type Method,
  type Resource,
  type RowOf,
  type WriteContext,
  writeMethod,
} from '../../kernel/resource.ts';
import { ancestorsOf, parentOf } from '../../kernel/uid.ts';
import { createRow } from '../../kernel/write-verbs.ts';
import { repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { message, optional, output, required, type Static } from '../../schema/message.ts';

const TermsDocument = message('mock.TermsDocument', 'Terms that an organization can accept.', {
  uid: output(1, uid(), 'The id of the document, such as `guardener-tos.v1`.'),
  label: required(2, string(), 'The name of the document.'),
  url: optional(3, string(), 'Where it can be read.'),
  createTime: output(4, timestamp(), 'When the document was added.'),
  updateTime: output(5, timestamp(), 'When the document was last changed.'),
});

const ADDED = '2025-01-01T00:00:00.000Z';

const document = (id: string, label: string) => ({
  uid: id,
  label,
  url: `https://example.com/terms/${id}`,
  createTime: ADDED,
  updateTime: ADDED,
});

/** The terms of the service (behaviour §5.9); a fixture may add more. They are outside the group tree. */
export const termsDocuments = defineResource({
  domain: 'iam',
  singular: 'termsDocument',
  plural: 'termsDocuments',
  description: 'The terms that organizations can accept.',
  message: TermsDocument,
  served: false,
  builtIn: [document('guardener-tos.v1', 'Guardener terms of service'), document('sfdpa.v1', 'SFDPA')],
});

/** An acceptance of terms. */
export const TermsAcceptance = message(
  'chainguard.platform.iam.v2.TermsAcceptance',
  'The acceptance of a document of terms for a group.',
  {
    docId: output(1, string(), 'The id of the document.', { always: true, example: 'guardener-tos.v1' }),
    acceptedBy: output(2, uid(), 'The uid of the identity that accepted it.', { always: true }),
    orgUid: output(3, uid(), 'The uid of the group that it was accepted for.', { always: true }),
    createTime: output(4, timestamp(), 'When it was accepted.'),
    uid: output(100, uid(), 'The uid of the acceptance.', { always: true }),
    updateTime: output(101, timestamp(), 'When the acceptance was last changed.'),
  },
);

const AcceptTermsRequest = message('chainguard.platform.iam.v2.AcceptTermsRequest', 'Which terms to accept.', {
  group: required(1, uid(), 'The uid of the group to accept them for.'),
  documentIds: required(2, repeated(string()), 'The ids of documents that exist.', { example: ['guardener-tos.v1'] }),
});

const AcceptTermsResponse = message('chainguard.platform.iam.v2.AcceptTermsResponse', 'The terms that are accepted.', {
  group: output(1, uid(), 'The uid of the group that they are accepted for.', { always: true }),
  documentIds: output(2, repeated(string()), 'The ids of the documents.', {
    always: true,
    example: ['guardener-tos.v1'],
  }),
});

const accept = ({ group = '', documentIds = [] }: Static<typeof AcceptTermsRequest>, context: WriteContext) => {
  const { tx, caller } = context;
  const wanted = [...new Set(documentIds)];
  const unknown = wanted.filter((id) => !tx.get(termsDocuments, id));
  if (unknown.length > 0) {
    throw invalid(
      unknown.map((id) => ({ field: 'documentIds', description: `unknown document ${JSON.stringify(id)}` })),
    );
  }
  const accepted = new Set(tx.childrenOf(termsAcceptances, group).map(({ docId }) => docId));
  // Accepting again is not an error and changes nothing.
  for (const docId of wanted.filter((id) => !accepted.has(id))) {
    createRow(termsAcceptances, group, { docId, acceptedBy: caller.identity, orgUid: group }, context);
  }
  return { group, documentIds: wanted };
};

/** Accepts terms for a group. */
export const acceptTerms: Method = writeMethod(
  customOperation({
    domain: 'iam',
    plural: 'terms',
    id: 'AcceptTerms',
    summary: 'Accept terms',
    description: 'Accepts documents of terms for a group. Accepting them again changes nothing.',
    http: { method: 'POST', path: '/iam/v2/terms/{group=**}', body: '*' },
    request: AcceptTermsRequest,
    response: AcceptTermsResponse,
    capabilities: ['terms.accept'],
    scope: 'group',
    event: {
      type: 'iam.terms.accepted.v1',
      audience: 'customer',
      collection: 'terms',
      subject: ({ answer }) => String(answer.group),
      group: (subject) => subject,
    },
    fails: ['NOT_FOUND'],
  }),
  accept,
  { scopeType: 'group' },
);

/** Acceptances of terms (behaviour §5.9): listed and added to, never changed. */
export const termsAcceptances: Resource<RowOf<typeof TermsAcceptance>> = defineResource({
  domain: 'iam',
  service: 'TermsService',
  singular: 'termsAcceptance',
  plural: 'termsAcceptances',
  description: 'Which terms were accepted for a group, by whom and when.',
  message: TermsAcceptance,
  parent: { singular: 'group', onDelete: 'cascade' },
  verbs: {
    list: {
      capabilities: ['terms.list'],
      description: 'Lists the terms that were accepted for a group or for a group above it.',
      path: '/terms/{group=**}',
      pathFields: { group: required(1, uid(), 'The uid of the group.') },
      scope: { field: 'group', type: 'group' },
      locate: ({ group }) => {
        const places = new Set([String(group), ...ancestorsOf(String(group))]);
        return { where: { key: String(group), test: ({ uid: at }) => places.has(parentOf(at)) } };
      },
      paging: [2, 3, 4, 5],
      filters: {},
      order: 'createTime,docId',
      sortable: ['createTime', 'docId'],
    },
  },
  rules: { identify: ({ docId = '' }) => docId },
  methods: { acceptTerms },
});
