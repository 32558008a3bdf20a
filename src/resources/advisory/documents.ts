import { equals, where } from '../../kernel/filters.ts';
import { defineResource, type RowOf } from '../../kernel/resource.ts';
import { repeated, string, timestamp } from '../../schema/field-types.ts';
import { message, of, output } from '../../schema/message.ts';
import { findingsIn } from '../vulnerabilities/findings.ts';
import { ADDED_ANSWER, ADDED_PAGING, feedRowFields } from './feed.ts';

const PACKAGE = 'chainguard.platform.advisory.v2';
const DETECTION = `${PACKAGE}.Detection`;

/** The findings of the NVD. */
export const NvdApi = message(`${DETECTION}.DetectionTypeNVDAPI`, 'A match in the NVD.', {
  cpeSearched: output(1, string(), 'The CPE that was searched for.'),
  cpeFound: output(2, string(), 'The CPE that was found.'),
});

/** The input of a person. */
export const Manual = message(`${DETECTION}.DetectionTypeManual`, 'A match that a person entered.', {});

/** The findings of a scanner. */
export const ScanV1 = message(`${DETECTION}.DetectionTypeScanV1`, 'A match that a scanner found.', {
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
  manual: output(2, of(Manual), 'Entered by a person.', { oneof: 'type' }),
  scanv1: output(3, of(ScanV1), 'Found by a scanner.', { oneof: 'type' }),
});

/** The version that has the fix. */
export const Fixed = message(`${PACKAGE}.Fixed`, 'A version of the package fixes the vulnerability.', {
  fixedVersion: output(1, string(), 'The first version that has the fix.'),
  scannerVersion: output(2, string(), 'The version of the scanner that found the fix.'),
  grypeDbBuilt: output(3, string(), 'When the database of the scanner was built.'),
  grypeDbChecksum: output(4, string(), 'The checksum of the database of the scanner.'),
});

const { FalsePositiveDetermination, TruePositiveDetermination, AnalysisNotPlanned, FixNotPlanned, PendingUpstreamFix } =
  findingsIn(PACKAGE, output, 'package', 'TYPE_');

/** One entry of a document's history: exactly one member of the oneof `data` is set. */
const DocumentEvent = message(`${PACKAGE}.DocumentEvent`, 'A finding about a vulnerability.', {
  timestamp: output(1, timestamp(), 'When the finding was made.'),
  truePositiveDetermination: output(10, of(TruePositiveDetermination), 'It applies.', { oneof: 'data' }),
  falsePositiveDetermination: output(11, of(FalsePositiveDetermination), 'It does not apply.', { oneof: 'data' }),
  fixed: output(12, of(Fixed), 'A version fixes it.', { oneof: 'data' }),
  detection: output(13, of(Detection), 'It may be in the package.', { oneof: 'data' }),
  analysisNotPlanned: output(14, of(AnalysisNotPlanned), 'It will not be analysed.', { oneof: 'data' }),
  fixNotPlanned: output(15, of(FixNotPlanned), 'It will not be fixed.', { oneof: 'data' }),
  pendingUpstreamFix: output(16, of(PendingUpstreamFix), 'It waits for a fix upstream.', { oneof: 'data' }),
});

const DocumentAdvisory = message(`${PACKAGE}.DocumentAdvisory`, 'An advisory about one vulnerability in a package.', {
  id: output(1, string(), 'The id of the advisory.', { always: true, example: 'CGA-2345-6789-cfgh' }),
  events: output(2, repeated(of(DocumentEvent)), 'The findings, in the order in which they were recorded.'),
  aliases: output(3, repeated(string()), 'Other ids of the vulnerability.', { example: ['CVE-2026-1234'] }),
  packageNamespace: output(4, string(), 'The namespace of the package.'),
});

/** The advisories of one package. */
export const Document = message(`${PACKAGE}.Document`, 'The advisories of one package.', {
  id: output(1, string(), 'The name of the package.', { always: true, example: 'openssl' }),
  advisories: output(2, repeated(of(DocumentAdvisory)), 'The advisories of the package.', { always: true }),
});

/** The filters of Lists of documents in both versions. */
export const documentFilters = {
  id: equals(1, string(), 'id', 'Only the document of this package.'),
  cves: where(
    2,
    repeated(string()),
    'Only documents with an advisory that has one of these as its id or alias.',
    (cves) => {
      const wanted = new Set<string | undefined>(cves);
      return ({ advisories = [] }: RowOf<typeof Document>) =>
        advisories.some(({ id, aliases = [] }) => wanted.has(id) || aliases.some((alias) => wanted.has(alias)));
    },
  ),
};

/** The public feed of advisories by package. A row's uid is the name of its package. */
export const documents = defineResource({
  domain: 'advisory',
  service: 'SecurityAdvisoryService',
  singular: 'document',
  plural: 'documents',
  description: 'The public feed of security advisories, one document for each package.',
  message: Document,
  rowFields: feedRowFields,
  indexes: ['id'],
  verbs: {
    list: {
      capabilities: [],
      auth: 'open',
      description: 'Lists the security documents of packages.',
      outsideTree: true,
      paging: ADDED_PAGING,
      answerNumbers: ADDED_ANSWER,
      filters: documentFilters,
      order: 'id',
      sortable: ['id'],
    },
  },
  rules: { identify: ({ id = '' }) => id },
});
