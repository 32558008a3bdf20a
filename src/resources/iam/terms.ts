import type { WriteContext } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import { defineResource, type Resource, writeMethod } from '../../kernel/resource.ts';
import { customOperation } from '../../kernel/standard-operations.ts';
import { ancestorsOf, parentOf } from '../../kernel/uid.ts';
import { createRow } from '../../kernel/write-verbs.ts';
import { uid } from '../../schema/field-types.ts';
import { required, type Static } from '../../schema/message.ts';
import { termsDocuments } from './terms-documents.ts';
import { AcceptTermsRequest, AcceptTermsResponse, TermsAcceptance, type TermsAcceptanceRow } from './terms-message.ts';
import { termsV1 } from './v1/terms.ts';

const accept = ({ group = '', documentIds = [] }: Static<typeof AcceptTermsRequest>, context: WriteContext) => {
  const { tx, caller } = context;
  const wanted = [...new Set(documentIds)];
  const unknown = wanted.filter((id) => !tx.get(termsDocuments, id));
  if (unknown.length > 0) {
    throw invalid(
      ...unknown.map((id) => ({ field: 'documentIds', description: `unknown document ${JSON.stringify(id)}` })),
    );
  }
  const accepted = new Set(tx.childrenOf(termsAcceptances, group).map(({ docId }) => docId));
  // Accepting again is no error and changes nothing, so the first acceptance stays on record.
  for (const docId of wanted.filter((id) => !accepted.has(id))) {
    createRow(termsAcceptances, group, { docId, acceptedBy: caller.identity, orgUid: group }, context);
  }
  return { group, documentIds: wanted };
};

/** Acceptances of terms (behaviour §5.9): listed and added to, never changed. */
export const termsAcceptances: Resource<TermsAcceptanceRow> = defineResource({
  domain: 'iam',
  service: 'TermsService',
  type: 'TermsAcceptance',
  singular: 'termsAcceptance',
  plural: 'termsAcceptances',
  words: { singular: 'terms acceptance', plural: 'terms acceptances' },
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
  methods: {
    acceptTerms: writeMethod(
      customOperation(
        { domain: 'iam', plural: 'terms', service: 'TermsService' },
        {
          id: 'AcceptTerms',
          summary: 'Accept terms',
          description: 'Accepts documents of terms for a group. Accepting them again changes nothing.',
          http: { method: 'POST', path: '/iam/v2/terms/{group=**}', body: '*' },
          request: AcceptTermsRequest,
          response: AcceptTermsResponse,
          capabilities: ['terms.accept'],
          scope: 'group',
          event: { type: 'iam.terms.accepted.v1', audience: 'customer' },
          fails: ['NOT_FOUND'],
        },
      ),
      accept,
      { scopeType: 'group' },
    ),
  },
  v1: termsV1,
});
