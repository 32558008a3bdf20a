import { enumOf, enumType, repeated, string, timestamp } from '../../schema/field-types.ts';
import { message, of, optional, plain, required, type Static } from '../../schema/message.ts';
import { Vulnerability } from './vulnerability.ts';

const SCANNER = 'chainguard.platform.registry.Scanner';

/** A program that scans images. */
export const ScannerName = enumType(`${SCANNER}.Name`, 'A program that scans images.', {
  UNKNOWN: 0,
  GRYPE: 1,
  TRIVY: 2,
});

/** The program that scanned an image. */
export const Scanner = message(SCANNER, 'What made a report.', {
  name: plain(1, enumOf(ScannerName), 'The program.'),
  version: plain(2, string(), 'Its version.', { example: '0.87.0' }),
  dbBuildTime: plain(3, timestamp(), 'When its database of vulnerabilities was built.'),
});

/** The findings of a scanner in an image at one time; only fixtures set it. */
export const Scan = message('mock.Scan', 'What a scanner found in an image at one time.', {
  scanner: optional(1, of(Scanner), 'The scanner.'),
  createdAt: required(2, timestamp(), 'When the report was made.'),
  vulnerabilities: optional(3, repeated(of(Vulnerability)), 'What was found.'),
  rawReport: optional(4, string(), 'The report as the scanner wrote it: JSON as text.'),
  rawReportUrl: optional(5, string(), 'Where to download it.'),
});

/** The facts of one scan. */
export type ScanFacts = Static<typeof Scan>;
