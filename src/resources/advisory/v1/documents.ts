import { repeated, string } from '../../../schema/field-types.ts';
import { ALWAYS, message, of, output } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { documentFilters } from '../document-filters.ts';
import { Document } from '../document-message.ts';
import { EventV1 } from './document-events.ts';
import { PACKAGE, SERVICE } from './severities.ts';

const AdvisoryV1 = message(`${PACKAGE}.Advisory`, 'An advisory about one vulnerability in a package.', {
  id: output(1, string(), 'The id of the advisory.', { ...ALWAYS, example: 'CGA-2345-6789-cfgh' }),
  events: output(2, repeated(of(EventV1)), 'The findings, in the order in which they were recorded.', ALWAYS),
  aliases: output(3, repeated(string()), 'Other ids of the vulnerability.', {
    ...ALWAYS,
    example: ['CVE-2026-1234'],
  }),
  packageNamespace: output(4, string(), 'The namespace of the package.', ALWAYS),
});

const DocumentV1 = message(`${PACKAGE}.Document`, 'The advisories of one package, as v1 shows them.', {
  id: output(1, string(), 'The name of the package.', { ...ALWAYS, example: 'openssl' }),
  advisories: output(2, repeated(of(AdvisoryV1)), 'The advisories of the package.', ALWAYS),
});

/** The documents of the advisory feed in v1. */
export const documentsV1: V1Form = {
  service: SERVICE,
  message: DocumentV1,
  conversion: conversion(DocumentV1, Document),
  list: {
    name: 'ListDocuments',
    path: '/advisory/v1/documents',
    request: `${PACKAGE}.DocumentFilter`,
    response: `${PACKAGE}.DocumentList`,
    filters: documentFilters,
  },
};
