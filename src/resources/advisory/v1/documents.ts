import { enumOf, enumType, repeated, string, timestamp } from '../../../schema/field-types.ts';
import { ALWAYS, message, of, output } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { restate } from '../../../v1/restated.ts';
import { Document, documentFilters, Fixed, Manual, NvdApi, ScanV1 } from '../documents.ts';
import { PACKAGE, SERVICE } from './severities.ts';

const DETECTION = `${PACKAGE}.Detection`;

const Detection = message(DETECTION, 'A vulnerability may be in the package.', {
  nvdapi: output(1, of(restate(`${DETECTION}.DetectionTypeNVDAPI`, NvdApi)), 'Found in the NVD.', { oneof: 'type' }),
  manual: output(2, of(restate(`${DETECTION}.DetectionTypeManual`, Manual)), 'Entered by a person.', { oneof: 'type' }),
  scanv1: output(3, of(restate(`${DETECTION}.DetectionTypeScanV1`, ScanV1)), 'Found by a scanner.', { oneof: 'type' }),
});

const FixedV1 = restate(`${PACKAGE}.Fixed`, Fixed);

const FalsePositiveType = enumType(
  `${PACKAGE}.FalsePositiveDetermination.Type`,
  'Why a vulnerability does not apply.',
  {
    FPT_TYPE_UNSPECIFIED: 0,
    FPT_TYPE_VULNERABILITY_RECORD_ANALYSIS_CONTESTED: 1,
    FPT_TYPE_COMPONENT_VULNERABILITY_MISMATCH: 2,
    FPT_TYPE_VULNERABLE_CODE_VERSION_NOT_USED: 3,
    FPT_TYPE_VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE: 4,
    FPT_TYPE_VULNERABLE_CODE_NOT_IN_EXECUTION_PATH: 5,
    FPT_TYPE_VULNERABLE_CODE_CANNOT_BE_CONTROLLED_BY_ADVERSARY: 6,
    FPT_TYPE_INLINE_MITIGATIONS_EXIST: 7,
  },
);

const FalsePositiveDetermination = message(
  `${PACKAGE}.FalsePositiveDetermination`,
  'The vulnerability does not apply to the package.',
  {
    type: output(1, enumOf(FalsePositiveType), 'Why it does not apply.'),
    note: output(2, string(), 'The reasons as text.'),
  },
);

const noteMessage = (name: string, description: string) =>
  of(message(`${PACKAGE}.${name}`, description, { note: output(1, string(), 'The reasons as text.') }));

const TruePositiveDetermination = noteMessage('TruePositiveDetermination', 'The vulnerability applies to the package.');
const AnalysisNotPlanned = noteMessage('AnalysisNotPlanned', 'There are no plans to analyse whether it applies.');
const FixNotPlanned = noteMessage('FixNotPlanned', 'There are no plans to fix it.');
const PendingUpstreamFix = noteMessage('PendingUpstreamFix', 'The authors of the component must fix it first.');

const KIND = { oneof: 'data' } as const;

/** An entry of a document's history in its v1 form. */
const EventV1 = message(`${PACKAGE}.Event`, 'A finding about a vulnerability.', {
  timestamp: output(1, timestamp(), 'When the finding was made.'),
  truePositiveDetermination: output(10, TruePositiveDetermination, 'It applies.', KIND),
  falsePositiveDetermination: output(11, of(FalsePositiveDetermination), 'It does not apply.', KIND),
  fixed: output(12, of(FixedV1), 'A version fixes it.', KIND),
  detection: output(13, of(Detection), 'It may be in the package.', KIND),
  analysisNotPlanned: output(14, AnalysisNotPlanned, 'It will not be analysed.', KIND),
  fixNotPlanned: output(15, FixNotPlanned, 'It will not be fixed.', KIND),
  pendingUpstreamFix: output(16, PendingUpstreamFix, 'It waits for a fix upstream.', KIND),
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
