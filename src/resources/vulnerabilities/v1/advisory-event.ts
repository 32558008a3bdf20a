import { conversion } from '../../../schema/conversion.ts';
import { bytes, enumOf, enumType, repeated, string, timestamp, uid } from '../../../schema/field-types.ts';
import { message, of, optional, output, plain, required, type Static } from '../../../schema/message.ts';
import { AdvisoryEvent, type StoredEvent } from '../advisory-events.ts';

/** The proto package of advisories in v1. */
export const PACKAGE = 'chainguard.platform.vulnerabilities.v1';
const EVENT = `${PACKAGE}.AdvisoryEvent`;

/** Where an event stands in its review. */
export const ReviewStatus = enumType(`${PACKAGE}.ReviewStatus`, 'Where an event stands in its review.', {
  UNKNOWN: 0,
  PENDING: 1,
  APPROVED: 2,
  REQUEST_CHANGES: 3,
  REJECTED: 4,
});

const FalsePositiveType = enumType(`${EVENT}.FalsePositiveDetermination.Type`, 'Why a vulnerability does not apply.', {
  UNSPECIFIED: 0,
  VULNERABILITY_RECORD_ANALYSIS_CONTESTED: 1,
  COMPONENT_VULNERABILITY_MISMATCH: 2,
  VULNERABLE_CODE_VERSION_NOT_USED: 3,
  VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE: 4,
  VULNERABLE_CODE_NOT_IN_EXECUTION_PATH: 5,
  VULNERABLE_CODE_CANNOT_BE_CONTROLLED_BY_ADVERSARY: 6,
  INLINE_MITIGATIONS_EXIST: 7,
});

const NvdApi = message(`${EVENT}.Detection.NVDAPI`, 'A match found by asking the NVD.', {
  cpeSearched: plain(1, string(), 'The CPE that was searched for.'),
  cpeFound: plain(2, string(), 'The CPE that was found.'),
});

const ScanV1 = message(`${EVENT}.Detection.ScanV1`, 'A match that a scanner found.', {
  scanner: plain(1, string(), 'The scanner.'),
  subpackageName: plain(2, string(), 'The subpackage that was scanned.'),
  componentId: plain(3, string(), 'The id that the scanner gives the component.'),
  componentName: plain(4, string(), 'The name of the component.'),
  componentVersion: plain(5, string(), 'The version of the component.'),
  componentType: plain(6, string(), 'The type of the component.'),
  componentLocation: plain(7, string(), 'Where in the artifact the component lies.'),
  artifactVersion: plain(8, string(), 'The version of the artifact that was scanned.'),
  scannerVersion: plain(9, string(), 'The version of the scanner.'),
  grypeDbBuilt: plain(10, string(), 'When the database of the scanner was built.'),
  grypeDbChecksum: plain(11, string(), 'The checksum of the database of the scanner.'),
});

const Detection = message(`${EVENT}.Detection`, 'A vulnerability may be in the artifact.', {
  nvdapi: plain(1, of(NvdApi), 'Found by asking the NVD.', { oneof: 'type' }),
  manual: plain(2, of(message(`${EVENT}.Detection.Manual`, 'A match that a person entered.', {})), 'By a person.', {
    oneof: 'type',
  }),
  scanv1: plain(3, of(ScanV1), 'Found by a scanner.', { oneof: 'type' }),
});

const Fixed = message(`${EVENT}.Fixed`, 'A version of the artifact fixes the vulnerability.', {
  fixedVersion: plain(1, string(), 'The first version that has the fix.'),
  note: plain(2, string(), 'What else there is to say.'),
  scannerVersion: plain(3, string(), 'The version of the scanner that saw the fix.'),
  grypeDbBuilt: plain(4, string(), 'When the database of the scanner was built.'),
  grypeDbChecksum: plain(5, string(), 'The checksum of the database of the scanner.'),
});

const FalsePositiveDetermination = message(
  `${EVENT}.FalsePositiveDetermination`,
  'The vulnerability does not apply to the artifact.',
  {
    type: plain(1, enumOf(FalsePositiveType), 'Why it does not apply.'),
    note: plain(2, string(), 'The reasons in words.'),
  },
);

const noted = (name: string, description: string) =>
  of(message(`${EVENT}.${name}`, description, { note: plain(1, string(), 'The reasons in words.') }));

const Patched = message(`${EVENT}.Patched`, 'Versions of the artifact carry a patch against the vulnerability.', {
  patchedVersions: plain(1, repeated(string()), 'The versions that carry the patch.'),
  note: plain(2, string(), 'What else there is to say.'),
});

const ComponentLocationChanged = message(
  `${EVENT}.ComponentLocationChanged`,
  'The component lies in another place than before.',
  {
    previousLocation: plain(1, string(), 'Where it was.'),
    newLocation: plain(2, string(), 'Where it is.'),
    note: plain(3, string(), 'The reasons in words.'),
  },
);

const KIND = { oneof: 'type' } as const;

/** An entry of an advisory's history in its v1 form. */
export const AdvisoryEventV1 = message(EVENT, 'Something that was found out about a vulnerability.', {
  id: optional(
    1,
    uid(),
    'The identifier of the event. The service makes it; in the events of an advisory that is replaced it says which ' +
      'event is meant.',
    { always: true },
  ),
  timestamp: output(2, timestamp(), 'When the event was recorded.'),
  detection: plain(3, of(Detection), 'A vulnerability may be in the artifact.', KIND),
  fixed: plain(4, of(Fixed), 'A version fixes it.', KIND),
  falsePositiveDetermination: plain(5, of(FalsePositiveDetermination), 'It does not apply.', KIND),
  analysisNotPlanned: plain(
    6,
    noted('AnalysisNotPlanned', 'Nobody is going to find out whether it applies.'),
    'It will not be analysed.',
    KIND,
  ),
  fixNotPlanned: plain(7, noted('FixNotPlanned', 'Nobody is going to fix it.'), 'It will not be fixed.', KIND),
  pendingUpstreamFix: plain(
    8,
    noted('PendingUpstreamFix', 'The authors of the component have to fix it first.'),
    'It waits for a fix upstream.',
    KIND,
  ),
  truePositiveDetermination: plain(
    9,
    noted('TruePositiveDetermination', 'The vulnerability applies to the artifact.'),
    'It applies.',
    KIND,
  ),
  patched: plain(15, of(Patched), 'Versions carry a patch against it.', KIND),
  componentLocationChanged: plain(
    16,
    of(ComponentLocationChanged),
    'The component was moved. v2 shows such an event without saying what kind it is.',
    KIND,
  ),
  findings: plain(10, bytes(), 'What the event rests on, as its author wrote it.'),
  author: required(11, string(), 'Who recorded the event.', { always: true }),
  reviewer: optional(12, string(), 'Who reviewed the event.', { always: true }),
  status: required(13, enumOf(ReviewStatus), 'Where the event stands in its review.', { always: true }),
  issue: optional(14, string(), 'The issue that the event is discussed in.', { presence: true }),
});

/** An event as v1 says it. */
export type EventInV1 = Static<typeof AdvisoryEventV1>;

const eventConversion = conversion(AdvisoryEventV1, AdvisoryEvent, {
  id: 'uid',
  timestamp: 'createTime',
  status: 'reviewState',
  detection: { inside: { scanv1: { inside: { subpackageName: 'subpackage', componentName: 'component' } } } },
  componentLocationChanged: null,
});

/** A stored event as v1 shows it. */
export const eventInV1 = (event: StoredEvent): EventInV1 => {
  const { componentLocationChanged } = event;
  return { ...eventConversion.older(event), ...(componentLocationChanged && { componentLocationChanged }) };
};

/** What is to be stored of an event that v1 says. */
export const storedEvent = (event: EventInV1): StoredEvent => {
  const { componentLocationChanged } = event;
  return { ...eventConversion.newer(event), ...(componentLocationChanged && { componentLocationChanged }) };
};
