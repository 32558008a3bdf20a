import { bytes, enumOf, enumType, map, repeated, string, timestamp } from '../../schema/field-types.ts';
import { message, of, plain } from '../../schema/message.ts';

const PACKAGE = 'chainguard.platform.tenant';
const RECORD = `${PACKAGE}.VulnerabilityRecord`;

const Severity = enumType(`${RECORD}.Severity`, 'The severity of a vulnerability.', {
  UNKNOWN: 0,
  LOW: 1,
  MEDIUM: 2,
  HIGH: 3,
  CRITICAL: 4,
});

const FixState = enumType(`${PACKAGE}.Fix.State`, 'Whether a vulnerability is fixed in a package.', {
  UNKNOWN: 0,
  FIXED: 1,
  NOT_FIXED: 2,
  WONT_FIX: 3,
});

const Cvss = message(`${RECORD}.Cvss`, 'A CVSS score.', {
  score: plain(1, string(), 'The score, or the vector that it follows from.'),
  version: plain(2, string(), 'The version of CVSS.', { example: '3.1' }),
});

const RelatedVulnerability = message(`${RECORD}.RelatedVulnerability`, 'The same vulnerability in another database.', {
  id: plain(1, string(), 'Its id there.'),
  source: plain(2, string(), 'The database.'),
});

const VulnerabilityRecord = message(RECORD, 'A vulnerability as a scanner reports it.', {
  id: plain(1, string(), 'The id of the vulnerability.', { example: 'CVE-2026-1001' }),
  description: plain(2, string(), 'What it is about.', { example: 'A buffer over-read in openssl.' }),
  severity: plain(3, enumOf(Severity), 'Its severity.'),
  source: plain(4, string(), 'The database that it is from.'),
  cvss: plain(5, repeated(of(Cvss)), 'Its CVSS scores.'),
  cpeUri: plain(6, repeated(string()), 'The products that it is in, as CPE URIs.'),
  relatedUrls: plain(7, repeated(string()), 'Where to read more.'),
  advisories: plain(8, map('string', string()), 'Advisories on it, each with its link.'),
  relatedVulnerabilities: plain(9, repeated(of(RelatedVulnerability)), 'Its entries in other databases.'),
  displayId: plain(10, string(), 'The id to show.'),
});

const Package = message(`${PACKAGE}.Package2`, 'A package in an image.', {
  id: plain(1, string(), 'The identifier of the package in the report.'),
  name: plain(2, string(), 'The name of the package.'),
  version: plain(3, string(), 'Its version.', { example: '3.3.1-r0' }),
  license: plain(4, string(), 'Its license.'),
  description: plain(5, string(), 'What it is for.', { example: 'A toolkit for TLS.' }),
  purl: plain(6, string(), 'Its package URL.', { example: 'pkg:apk/wolfi/openssl@3.3.1-r0' }),
});

const Fix = message(`${PACKAGE}.Fix`, 'Where a vulnerability is fixed.', {
  versions: plain(1, repeated(string()), 'The versions of the package that have the fix.'),
  state: plain(2, enumOf(FixState), 'Whether there is a fix.'),
});

const VulnerabilityMatch = message(`${PACKAGE}.VulnerabilityMatch`, 'A vulnerability found in a package.', {
  vulnerability: plain(1, of(VulnerabilityRecord), 'The vulnerability.'),
  pkg: plain(2, of(Package), 'The package.'),
  fix: plain(3, of(Fix), 'Where it is fixed.', { presence: true }),
});

/** The program that made a report. */
export const Scanner = message(`${PACKAGE}.Scanner`, 'What made a report.', {
  name: plain(1, string(), 'The name of the scanner.'),
  version: plain(2, string(), 'Its version.', { example: '0.92.0' }),
});

/** The findings of a scanner in an image. */
export const VulnReport = message(`${PACKAGE}.VulnReport`, 'What a scanner found in an image.', {
  id: plain(1, string(), 'The identifier of the report.'),
  vulnerabilityDbLastBuildTime: plain(2, timestamp(), 'When the database of the scanner was built.'),
  vulnerabilityMatches: plain(3, repeated(of(VulnerabilityMatch)), 'What was found.'),
  scanner: plain(4, of(Scanner), 'The scanner.'),
  reportGeneration: plain(5, timestamp(), 'When the report was made.'),
  rawVulnReport: plain(6, bytes(), 'The report as the scanner wrote it.'),
  lastSeen: plain(7, timestamp(), 'When the image was last scanned.'),
});
