import { enumOf, enumType, string, timestamp } from '../../../schema/field-types.ts';
import { message, of, output } from '../../../schema/message.ts';
import { PACKAGE } from './severities.ts';

const DETECTION = `${PACKAGE}.Detection`;

const NvdApi = message(`${DETECTION}.DetectionTypeNVDAPI`, 'A match in the NVD.', {
  cpeSearched: output(1, string(), 'The CPE that was searched for.'),
  cpeFound: output(2, string(), 'The CPE that was found.'),
});

const ScanV1 = message(`${DETECTION}.DetectionTypeScanV1`, 'A match that a scanner found.', {
  scanner: output(1, string(), 'The scanner.'),
  subpackageName: output(2, string(), 'The subpackage that was scanned.'),
  componentId: output(3, string(), 'The id of the component in the scanner.'),
  componentName: output(4, string(), 'The name of the component.'),
  componentVersion: output(5, string(), 'The version of the component.'),
  componentType: output(6, string(), 'The type of the component.'),
  componentLocation: output(7, string(), 'The location of the component in the package.'),
  artifactVersion: output(8, string(), 'The version of the package that was scanned.', { example: '3.3.1-r0' }),
  scannerVersion: output(9, string(), 'The version of the scanner.'),
  grypeDbBuilt: output(10, string(), 'When the database of the scanner was built.'),
  grypeDbChecksum: output(11, string(), 'The checksum of the database of the scanner.'),
});

const Detection = message(DETECTION, 'A vulnerability may be in the package.', {
  nvdapi: output(1, of(NvdApi), 'Found in the NVD.', { oneof: 'type' }),
  manual: output(
    2,
    of(message(`${DETECTION}.DetectionTypeManual`, 'A match that a person entered.', {})),
    'Entered by a person.',
    { oneof: 'type' },
  ),
  scanv1: output(3, of(ScanV1), 'Found by a scanner.', { oneof: 'type' }),
});

const Fixed = message(`${PACKAGE}.Fixed`, 'A version of the package fixes the vulnerability.', {
  fixedVersion: output(1, string(), 'The first version that has the fix.'),
  scannerVersion: output(2, string(), 'The version of the scanner that found the fix.'),
  grypeDbBuilt: output(3, string(), 'When the database of the scanner was built.'),
  grypeDbChecksum: output(4, string(), 'The checksum of the database of the scanner.'),
});

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
export const EventV1 = message(`${PACKAGE}.Event`, 'A finding about a vulnerability.', {
  timestamp: output(1, timestamp(), 'When the finding was made.'),
  truePositiveDetermination: output(10, TruePositiveDetermination, 'It applies.', KIND),
  falsePositiveDetermination: output(11, of(FalsePositiveDetermination), 'It does not apply.', KIND),
  fixed: output(12, of(Fixed), 'A version fixes it.', KIND),
  detection: output(13, of(Detection), 'It may be in the package.', KIND),
  analysisNotPlanned: output(14, AnalysisNotPlanned, 'It will not be analysed.', KIND),
  fixNotPlanned: output(15, FixNotPlanned, 'It will not be fixed.', KIND),
  pendingUpstreamFix: output(16, PendingUpstreamFix, 'It waits for a fix upstream.', KIND),
});
