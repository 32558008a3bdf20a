import { bytes, enumOf, enumType, repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { message, of, optional, output, plain, required, type Static } from '../../schema/message.ts';
import { findingsIn, prefixed } from './findings.ts';

const PACKAGE = 'chainguard.platform.vulnerabilities.v2';
const EVENT = `${PACKAGE}.AdvisoryEvent`;

/** The review state of an event. */
export const ReviewState = enumType(
  `${PACKAGE}.ReviewState`,
  'The review state of an event.',
  prefixed('REVIEW_STATE_', ['PENDING', 'APPROVED', 'REQUEST_CHANGES', 'REJECTED']),
);

/** The findings of the NVD. */
export const NvdApi = message(`${EVENT}.Detection.NVDAPI`, 'A match in the NVD.', {
  cpeSearched: plain(1, string(), 'The CPE that was searched for.'),
  cpeFound: plain(2, string(), 'The CPE that was found.'),
});

/** The input of a person. */
export const Manual = message(`${EVENT}.Detection.Manual`, 'A match that a person entered.', {});

/** The findings of a scanner. */
export const ScanV1 = message(`${EVENT}.Detection.ScanV1`, 'A match that a scanner found.', {
  scanner: plain(1, string(), 'The scanner.'),
  subpackage: plain(2, string(), 'The subpackage that was scanned.'),
  componentId: plain(3, string(), 'The id of the component in the scanner.'),
  component: plain(4, string(), 'The name of the component.', { example: 'libssl3' }),
  componentVersion: plain(5, string(), 'The version of the component.', { example: '3.3.1-r0' }),
  componentType: plain(6, string(), 'The type of the component.', { example: 'apk' }),
  componentLocation: plain(7, string(), 'The location of the component in the artifact.', {
    example: 'usr/lib/libssl.so.3',
  }),
  artifactVersion: plain(8, string(), 'The version of the artifact that was scanned.', { example: '3.3.1-r0' }),
  scannerVersion: plain(9, string(), 'The version of the scanner.', { example: '0.92.0' }),
  grypeDbBuilt: plain(10, string(), 'When the database of the scanner was built.'),
  grypeDbChecksum: plain(11, string(), 'The checksum of the database of the scanner.'),
});

const Detection = message(`${EVENT}.Detection`, 'A vulnerability may be in the artifact.', {
  nvdapi: plain(1, of(NvdApi), 'Found in the NVD.', { oneof: 'type' }),
  manual: plain(2, of(Manual), 'Entered by a person.', { oneof: 'type' }),
  scanv1: plain(3, of(ScanV1), 'Found by a scanner.', { oneof: 'type' }),
});

/** The version that has the fix. */
export const Fixed = message(`${EVENT}.Fixed`, 'A version of the artifact fixes the vulnerability.', {
  fixedVersion: plain(1, string(), 'The first version that has the fix.'),
  note: plain(2, string(), 'A note.'),
  scannerVersion: plain(3, string(), 'The version of the scanner that found the fix.'),
  grypeDbBuilt: plain(4, string(), 'When the database of the scanner was built.'),
  grypeDbChecksum: plain(5, string(), 'The checksum of the database of the scanner.'),
});

const { FalsePositiveDetermination, TruePositiveDetermination, AnalysisNotPlanned, FixNotPlanned, PendingUpstreamFix } =
  findingsIn(EVENT, plain, 'artifact', 'TYPE_');

/** The versions that carry a patch. */
export const Patched = message(
  `${EVENT}.Patched`,
  'Versions of the artifact carry a patch against the vulnerability.',
  {
    patchedVersions: plain(1, repeated(string()), 'The versions that carry the patch.'),
    note: plain(2, string(), 'A note.'),
  },
);

/** One entry of an advisory's history: exactly one member of the oneof `type` is set. */
export const AdvisoryEvent = message(EVENT, 'A finding about a vulnerability.', {
  uid: output(1, uid(), 'The identifier of the event.', { always: true }),
  createTime: output(2, timestamp(), 'When the event was recorded.'),
  findings: plain(3, bytes(), 'The evidence for the event, as its author wrote it.'),
  author: required(4, string(), 'Who recorded the event.', { example: 'security-team' }),
  reviewer: optional(5, string(), 'Who reviewed the event.', { example: 'security-lead' }),
  reviewState: required(6, enumOf(ReviewState), 'The review state of the event.'),
  issue: optional(7, string(), 'The issue that the event is discussed in.', { presence: true }),
  detection: plain(10, of(Detection), 'A vulnerability may be in the artifact.', { oneof: 'type' }),
  fixed: plain(11, of(Fixed), 'A version fixes it.', { oneof: 'type' }),
  falsePositiveDetermination: plain(12, of(FalsePositiveDetermination), 'It does not apply.', { oneof: 'type' }),
  analysisNotPlanned: plain(13, of(AnalysisNotPlanned), 'It will not be analysed.', { oneof: 'type' }),
  fixNotPlanned: plain(14, of(FixNotPlanned), 'It will not be fixed.', { oneof: 'type' }),
  pendingUpstreamFix: plain(15, of(PendingUpstreamFix), 'It waits for a fix upstream.', { oneof: 'type' }),
  truePositiveDetermination: plain(16, of(TruePositiveDetermination), 'It applies.', { oneof: 'type' }),
  patched: plain(17, of(Patched), 'Versions carry a patch against it.', { oneof: 'type' }),
  updateTime: output(100, timestamp(), 'When the event was last changed.'),
});

const ComponentLocationChanged = message('mock.ComponentLocationChanged', 'The component was moved.', {
  previousLocation: plain(1, string(), 'Where the component was.'),
  newLocation: plain(2, string(), 'Where the component is now.'),
  note: plain(3, string(), 'A note.'),
});

/** An event as it is stored, for fixtures: with the kind that only v1 shows (behaviour §12.2). */
export const StoredAdvisoryEvent = message('mock.AdvisoryEvent', 'A finding about a vulnerability.', {
  ...AdvisoryEvent.table,
  componentLocationChanged: plain(200, of(ComponentLocationChanged), 'The component was moved; only v1 shows it.', {
    oneof: 'type',
  }),
});

/** A stored event; it has one more kind, which only v1 shows (behaviour §12.2). */
export type StoredEvent = Static<typeof AdvisoryEvent> & { readonly componentLocationChanged?: object };
