import { enumOf, enumType, string, timestamp } from '../../../schema/field-types.ts';
import { message, of, output } from '../../../schema/message.ts';
import { restate } from '../../../v1/restated.ts';
import { Fixed, Manual, NvdApi, ScanV1 } from '../document-events.ts';
import { PACKAGE } from './severities.ts';

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
export const EventV1 = message(`${PACKAGE}.Event`, 'A finding about a vulnerability.', {
  timestamp: output(1, timestamp(), 'When the finding was made.'),
  truePositiveDetermination: output(10, TruePositiveDetermination, 'It applies.', KIND),
  falsePositiveDetermination: output(11, of(FalsePositiveDetermination), 'It does not apply.', KIND),
  fixed: output(12, of(FixedV1), 'A version fixes it.', KIND),
  detection: output(13, of(Detection), 'It may be in the package.', KIND),
  analysisNotPlanned: output(14, AnalysisNotPlanned, 'It will not be analysed.', KIND),
  fixNotPlanned: output(15, FixNotPlanned, 'It will not be fixed.', KIND),
  pendingUpstreamFix: output(16, PendingUpstreamFix, 'It waits for a fix upstream.', KIND),
});
