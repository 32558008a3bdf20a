import { repeated, string, timestamp } from '../../../schema/field-types.ts';
import { ALWAYS, message, of, output } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { restate } from '../../../v1/restated.ts';
import { findingsIn } from '../../vulnerabilities/findings.ts';
import { Document, documentFilters, Fixed, Manual, NvdApi, ScanV1 } from '../documents.ts';
import { PACKAGE, SERVICE } from './severities.ts';

const DETECTION = `${PACKAGE}.Detection`;

const Detection = message(DETECTION, 'A vulnerability may be in the package.', {
  nvdapi: output(1, of(restate(`${DETECTION}.DetectionTypeNVDAPI`, NvdApi)), 'Found in the NVD.', { oneof: 'type' }),
  manual: output(2, of(restate(`${DETECTION}.DetectionTypeManual`, Manual)), 'Entered by a person.', { oneof: 'type' }),
  scanv1: output(3, of(restate(`${DETECTION}.DetectionTypeScanV1`, ScanV1)), 'Found by a scanner.', { oneof: 'type' }),
});

const FixedV1 = restate(`${PACKAGE}.Fixed`, Fixed);

const { FalsePositiveDetermination, TruePositiveDetermination, AnalysisNotPlanned, FixNotPlanned, PendingUpstreamFix } =
  findingsIn(PACKAGE, output, 'package', 'FPT_TYPE_');

const KIND = { oneof: 'data' } as const;

/** An entry of a document's history in its v1 form. */
const EventV1 = message(`${PACKAGE}.Event`, 'A finding about a vulnerability.', {
  timestamp: output(1, timestamp(), 'When the finding was made.'),
  truePositiveDetermination: output(10, of(TruePositiveDetermination), 'It applies.', KIND),
  falsePositiveDetermination: output(11, of(FalsePositiveDetermination), 'It does not apply.', KIND),
  fixed: output(12, of(FixedV1), 'A version fixes it.', KIND),
  detection: output(13, of(Detection), 'It may be in the package.', KIND),
  analysisNotPlanned: output(14, of(AnalysisNotPlanned), 'It will not be analysed.', KIND),
  fixNotPlanned: output(15, of(FixNotPlanned), 'It will not be fixed.', KIND),
  pendingUpstreamFix: output(16, of(PendingUpstreamFix), 'It waits for a fix upstream.', KIND),
});

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
