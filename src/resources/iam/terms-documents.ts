import { defineResource } from '../../kernel/resource.ts';
import { string, timestamp, uid } from '../../schema/field-types.ts';
import { message, optional, output, required } from '../../schema/message.ts';

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
  type: 'TermsDocument',
  singular: 'termsDocument',
  plural: 'termsDocuments',
  words: { singular: 'terms document', plural: 'terms documents' },
  description: 'The terms that organizations can accept.',
  message: TermsDocument,
  served: false,
  builtIn: [document('guardener-tos.v1', 'Guardener terms of service'), document('sfdpa.v1', 'SFDPA')],
});
