import { invalidField, notFound } from '../../../kernel/errors.ts';
import { type Context, type Method, readMethod } from '../../../kernel/resource.ts';
import { enumOf, repeated, string, timestamp, uid } from '../../../schema/field-types.ts';
import { referToSibling } from '../../../schema/field-violation.ts';
import { message, of, optional, plain, required, type Static } from '../../../schema/message.ts';
import { EXAMPLE_DIGEST } from '../formats.ts';
import { type ImageRow, imageRows } from '../image-message.ts';
import { tagRows } from '../tag-message.ts';
import { type ScanFacts, Scanner, ScannerName, Vulnerability } from '../vulnerability.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';

const REPORTED = {
  digest: plain(1, string(), 'The digest of the image.', { always: true, example: EXAMPLE_DIGEST }),
  scanner: plain(2, of(Scanner), 'The scanner.'),
  createdAt: plain(3, timestamp(), 'When the report was made.'),
};

const VulnReport = message(`${PACKAGE}.VulnReport`, 'What a scanner found in an image at one time.', {
  ...REPORTED,
  vulnerabilities: plain(4, repeated(of(Vulnerability)), 'What was found.', { always: true }),
});

const VulnReportFilter = message(`${PACKAGE}.VulnReportFilter`, 'Which reports to list.', {
  repoId: optional(1, uid(), 'Reports on images of this repo; it or a digest is needed.'),
  digest: optional(2, string(), 'Reports on the image of this digest, whatever repo and tag are.', {
    example: EXAMPLE_DIGEST,
  }),
  tag: optional(3, string(), 'Of the repo only reports on the image that this tag points to.'),
  scanner: optional(4, of(Scanner), 'Only reports of this scanner, as far as it is described.'),
  createdSince: optional(5, timestamp(), 'Only reports made at this time or later.'),
});

const VulnReportList = message(`${PACKAGE}.VulnReportList`, 'What scanners found in images.', {
  items: plain(1, repeated(of(VulnReport)), 'The reports, the latest first.', { always: true }),
});

const GetRawVulnReportRequest = message(`${PACKAGE}.GetRawVulnReportRequest`, 'Which report to get.', {
  digest: required(1, string(), 'The digest of the image.', { example: EXAMPLE_DIGEST }),
  scanner: optional(2, enumOf(ScannerName), 'The scanner; any by default.'),
  createdAt: optional(3, timestamp(), 'When the report was made; the latest by default.'),
});

const RawVulnReport = message(`${PACKAGE}.RawVulnReport`, 'A report as its scanner wrote it.', {
  ...REPORTED,
  rawReport: plain(4, string(), 'The report: JSON as text.', { always: true, example: '{"matches":[]}' }),
  rawReportUrl: plain(5, string(), 'Where to download a report that is too large to be here.', {
    always: true,
    example: 'https://reports.example.com/1',
  }),
});

/** A scan with the image that was scanned. */
interface Report extends ScanFacts {
  readonly digest: string;
}

/** True for a report by the described scanner: each member that is set must be equal. */
const isBy =
  ({ name = 'UNKNOWN', version = '', dbBuildTime = '' }: Static<typeof Scanner>) =>
  ({ scanner = {} }: Report): boolean =>
    (name === 'UNKNOWN' || scanner.name === name) &&
    (version === '' || scanner.version === version) &&
    (dbBuildTime === '' || scanner.dbBuildTime === dbBuildTime);

/** The sort key of reports of one time. */
const rank = ({ digest, scanner = {} }: Report): string => `${digest} ${scanner.name} ${scanner.version}`;

const reportsOn = (images: readonly ImageRow[]): readonly Report[] =>
  images
    .flatMap(({ digest = '', scans = [] }) => scans.map((scan) => ({ ...scan, digest })))
    .toSorted((a, b) => {
      if (a.createdAt !== b.createdAt) return (a.createdAt ?? '') > (b.createdAt ?? '') ? -1 : 1;
      return rank(a) < rank(b) ? -1 : 1;
    });

/** The images of a digest, in any repo that the caller can see. */
const imagesWith = (digest: string, { rows, access, operation }: Context): readonly ImageRow[] =>
  rows.by(imageRows, 'digest', digest).filter(({ uid: image }) => access.holds(operation.capabilities, image));

/** The images of a repo that the caller can see, or the one that a tag of it points to. */
const imagesOf = (repo: string, tag: string, { rows, access, operation }: Context): readonly ImageRow[] => {
  if (!access.holds(operation.capabilities, repo)) return [];
  const images = rows.childrenOf(imageRows, repo);
  if (tag === '') return images;
  const pointsTo = rows.childrenOf(tagRows, repo).find(({ name }) => name === tag)?.digest;
  return images.filter(({ digest }) => digest === pointsTo);
};

const listVulnReports = (asked: Static<typeof VulnReportFilter>, context: Context): Static<typeof VulnReportList> => {
  const { repoId = '', digest = '', tag = '', scanner = {}, createdSince = '' } = asked;
  if (repoId === '' && digest === '') {
    throw invalidField('repoId', [
      'one of ',
      referToSibling('repoId'),
      ' and ',
      referToSibling('digest'),
      ' is required',
    ]);
  }
  const items = reportsOn(digest === '' ? imagesOf(repoId, tag, context) : imagesWith(digest, context))
    .filter(isBy(scanner))
    .filter(({ createdAt = '' }) => createdAt >= createdSince)
    .map(({ rawReport: _, rawReportUrl: __, ...facts }) => facts);
  return { items };
};

const getRawReport = (
  asked: Static<typeof GetRawVulnReportRequest>,
  context: Context,
): Static<typeof RawVulnReport> => {
  const { digest = '', scanner: name = 'UNKNOWN', createdAt = '' } = asked;
  const [found] = reportsOn(imagesWith(digest, context))
    .filter(isBy({ name }))
    .filter((report) => createdAt === '' || report.createdAt === createdAt);
  if (!found) throw notFound({ type: 'registry/VulnReport', name: digest }, 'vulnerability report');
  const { vulnerabilities: _, ...facts } = found;
  return facts;
};

/** The methods for scan findings over time, which only v1 shows. */
export const vulnReportMethods: readonly Method[] = [
  readMethod(
    registryOperation('ListVulnReports', {
      of: 'Vulnerabilities',
      summary: 'List vulnerability reports',
      description: 'Lists what scanners found in an image, or in the images of a repo, the latest first.',
      http: { method: 'GET', path: '/registry/v1/vuln_reports' },
      request: VulnReportFilter,
      response: VulnReportList,
      capabilities: ['vuln_report.list'],
      fails: [],
    }),
    listVulnReports,
  ),
  readMethod(
    registryOperation('GetRawVulnReport', {
      of: 'Vulnerabilities',
      summary: 'Get a vulnerability report as the scanner wrote it',
      description: 'Gets one report on an image; an image without such a report results in an empty message.',
      http: { method: 'GET', path: '/registry/v1/vuln_reports/raw' },
      request: GetRawVulnReportRequest,
      response: RawVulnReport,
      capabilities: ['vuln_report.list'],
    }),
    getRawReport,
  ),
];
