import type { RowOf } from '../../kernel/resource.ts';
import { repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { message, output, required } from '../../schema/message.ts';

/** An acceptance of terms. */
export const TermsAcceptance = message(
  'chainguard.platform.iam.v2.TermsAcceptance',
  'That somebody accepted a document of terms for a group.',
  {
    docId: output(1, string(), 'The id of the document.', { always: true, example: 'guardener-tos.v1' }),
    acceptedBy: output(2, uid(), 'The uid of the identity that accepted it.', { always: true }),
    orgUid: output(3, uid(), 'The uid of the group that it was accepted for.', { always: true }),
    createTime: output(4, timestamp(), 'When it was accepted.'),
    uid: output(100, uid(), 'The uid of the acceptance.', { always: true }),
    updateTime: output(101, timestamp(), 'When the acceptance was last changed.'),
  },
);

/** A stored acceptance. */
export type TermsAcceptanceRow = RowOf<typeof TermsAcceptance>;

/** Asks to accept terms. */
export const AcceptTermsRequest = message('chainguard.platform.iam.v2.AcceptTermsRequest', 'Which terms to accept.', {
  group: required(1, uid(), 'The uid of the group to accept them for.'),
  documentIds: required(2, repeated(string()), 'The ids of the documents.', { example: ['guardener-tos.v1'] }),
});

/** Tells which terms are accepted. */
export const AcceptTermsResponse = message(
  'chainguard.platform.iam.v2.AcceptTermsResponse',
  'The terms that are accepted.',
  {
    group: output(1, uid(), 'The uid of the group that they are accepted for.', { always: true }),
    documentIds: output(2, repeated(string()), 'The ids of the documents.', { always: true }),
  },
);
