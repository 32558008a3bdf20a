import { omitUndefined } from '../../../schema/defined.ts';
import { bytes, enumOf, enumType, string, timestamp, uid } from '../../../schema/field-types.ts';
import { message, of, optional, output, plain, required, type Static } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import { restate } from '../../../v1/restated.ts';
import { AdvisoryEvent, Fixed, Manual, NvdApi, Patched, ScanV1, type StoredEvent } from '../advisory-events.ts';
import { findingsIn } from '../findings.ts';

/** The proto package of advisories in v1. */
export const PACKAGE = 'chainguard.platform.vulnerabilities.v1';
const EVENT = `${PACKAGE}.AdvisoryEvent`;

/** The review state of an event. */
export const ReviewStatus = enumType(`${PACKAGE}.ReviewStatus`, 'The review state of an event.', {
  UNKNOWN: 0,
  PENDING: 1,
  APPROVED: 2,
  REQUEST_CHANGES: 3,
  REJECTED: 4,
});

const { FalsePositiveDetermination, TruePositiveDetermination, AnalysisNotPlanned, FixNotPlanned, PendingUpstreamFix } =
  findingsIn(EVENT, plain, 'artifact', '');

const { scanner, subpackage: subpackageName, componentId, component: componentName, ...scanned } = ScanV1.table;
const scanFields = { scanner, subpackageName, componentId, componentName, ...scanned };
const ScanInV1 = message(`${EVENT}.Detection.ScanV1`, ScanV1.description, scanFields);

const Detection = message(`${EVENT}.Detection`, 'A vulnerability may be in the artifact.', {
  nvdapi: plain(1, of(restate(`${EVENT}.Detection.NVDAPI`, NvdApi)), 'Found in the NVD.', { oneof: 'type' }),
  manual: plain(2, of(restate(`${EVENT}.Detection.Manual`, Manual)), 'By a person.', {
    oneof: 'type',
  }),
  scanv1: plain(3, of(ScanInV1), 'Found by a scanner.', { oneof: 'type' }),
});

const ComponentLocationChanged = message(
  `${EVENT}.ComponentLocationChanged`,
  'The location of the component in the artifact has changed.',
  {
    previousLocation: plain(1, string(), 'The previous location.'),
    newLocation: plain(2, string(), 'The new location.'),
    note: plain(3, string(), 'The reasons as text.'),
  },
);

/** The most events that v1 records for one advisory: each call that changes them writes all of them at once. */
export const MAX_EVENTS = 1_000;

const KIND = { oneof: 'type' } as const;

/** An entry of an advisory's history in its v1 form. */
export const AdvisoryEventV1 = message(EVENT, 'A finding about a vulnerability.', {
  id: optional(
    1,
    uid(),
    'The identifier of the event. The service makes it; in the events of an advisory that is replaced it says which ' +
      'event is meant.',
    { always: true },
  ),
  timestamp: output(2, timestamp(), 'When the event was recorded.'),
  detection: plain(3, of(Detection), 'A vulnerability may be in the artifact.', KIND),
  fixed: plain(4, of(restate(`${EVENT}.Fixed`, Fixed)), 'A version fixes it.', KIND),
  falsePositiveDetermination: plain(5, of(FalsePositiveDetermination), 'It does not apply.', KIND),
  analysisNotPlanned: plain(6, of(AnalysisNotPlanned), 'It will not be analysed.', KIND),
  fixNotPlanned: plain(7, of(FixNotPlanned), 'It will not be fixed.', KIND),
  pendingUpstreamFix: plain(8, of(PendingUpstreamFix), 'It waits for a fix upstream.', KIND),
  truePositiveDetermination: plain(9, of(TruePositiveDetermination), 'It applies.', KIND),
  patched: plain(15, of(restate(`${EVENT}.Patched`, Patched)), 'Versions carry a patch against it.', KIND),
  componentLocationChanged: plain(
    16,
    of(ComponentLocationChanged),
    'The component was moved. v2 shows such an event without saying what kind it is.',
    KIND,
  ),
  findings: plain(10, bytes(), 'The evidence for the event, as its author wrote it.'),
  author: required(11, string(), 'Who recorded the event.', { always: true, example: 'security-team' }),
  reviewer: optional(12, string(), 'Who reviewed the event.', { always: true, example: 'security-lead' }),
  status: required(13, enumOf(ReviewStatus), 'The review state of the event.', { always: true }),
  issue: optional(14, string(), 'The issue that the event is discussed in.', { presence: true }),
});

/** An event in its v1 form. */
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
  return { ...eventConversion.older(event), ...omitUndefined({ componentLocationChanged }) };
};

/** The stored form of an event of v1. */
export const toStoredEvent = (event: EventInV1): StoredEvent => {
  const { componentLocationChanged } = event;
  return { ...eventConversion.newer(event), ...omitUndefined({ componentLocationChanged }) };
};
