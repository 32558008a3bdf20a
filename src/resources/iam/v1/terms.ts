import { repeated, string, timestamp, uid } from '../../../schema/field-types.ts';
import { ALWAYS, message, output, required } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { acceptTerms, TermsAcceptance } from '../terms.ts';
import { translateMethod } from './translated-method.ts';

const PACKAGE = 'chainguard.platform.iam';

const TermsDocumentStatus = message(`${PACKAGE}.TermsDocumentStatus`, 'An acceptance of terms, as v1 shows it.', {
  docId: output(1, string(), 'The id of the document.', { ...ALWAYS, example: 'guardener-tos.v1' }),
  acceptedBy: output(2, uid(), 'The id of the identity that accepted it.', ALWAYS),
  acceptedAt: output(3, timestamp(), 'When it was accepted.'),
});

/** Terms in v1. */
export const termsV1: V1Form = {
  service: `${PACKAGE}.Terms`,
  message: TermsDocumentStatus,
  conversion: conversion(TermsDocumentStatus, TermsAcceptance, { acceptedAt: 'createTime' }),
  list: {
    name: 'ListAccepted',
    path: '/iam/v1/terms/{group=**}',
    pathFields: { group: required(1, uid(), 'The id of the group.') },
    request: `${PACKAGE}.TermsFilter`,
    response: `${PACKAGE}.TermsList`,
    filters: {},
  },
  methods: [
    translateMethod(acceptTerms.operation, {
      http: { method: 'POST', path: '/iam/v1/terms/{group=**}', body: '*' },
      scope: 'group',
      request: message(`${PACKAGE}.AcceptTermsRequest`, 'Which terms to accept.', {
        group: required(1, uid(), 'The id of the group to accept them for.'),
        documentIds: required(2, repeated(string()), 'The ids of documents that exist.', {
          example: ['guardener-tos.v1'],
        }),
      }),
      response: message(`${PACKAGE}.AcceptTermsResponse`, 'The terms that are accepted.', {
        group: output(1, uid(), 'The id of the group that they are accepted for.', ALWAYS),
        documentIds: output(2, repeated(string()), 'The ids of the documents.', {
          ...ALWAYS,
          example: ['guardener-tos.v1'],
        }),
      }),
    }),
  ],
};
