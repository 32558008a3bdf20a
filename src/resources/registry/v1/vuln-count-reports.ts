import { invalid } from '../../../kernel/errors.ts';
import { checkPeriod } from '../../../kernel/period.ts';
import type { Context } from '../../../kernel/resource.ts';
import { defineResource, type RowOf, readMethod } from '../../../kernel/resource.ts';
import { type Collection, collection, type Rows } from '../../../kernel/rows.ts';
import { parentOf } from '../../../kernel/uid.ts';
import { enumOf, int32, int64, repeated, string, timestamp, uid } from '../../../schema/field-types.ts';
import { message, of, optional, output, plain, required, type Static } from '../../../schema/message.ts';
import { type RepoRow, repoRows } from '../repo-message.ts';
import { isNameOf } from '../repo-sync.ts';
import { Severity } from '../vulnerability.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';

const VulnCount = message(`${PACKAGE}.VulnCount`, 'How many vulnerabilities of one severity there were.', {
  severity: plain(1, enumOf(Severity), 'The severity.', { always: true }),
  count: plain(2, int32(), 'How many.', { always: true }),
});

const FACTS = {
  tag: plain(2, string(), 'The tag of the image.', { always: true }),
  date: plain(3, timestamp(), 'The day of the scan.'),
  vulnCounts: plain(4, repeated(of(VulnCount)), 'How many there were of each severity.', { always: true }),
  sizeBytes: plain(5, int64(), 'The size of the image in bytes.', { always: true }),
  cveIds: plain(6, repeated(string()), 'The ids of all of them.'),
  lowCveIds: plain(7, repeated(string()), 'The ids of the low ones.'),
  medCveIds: plain(8, repeated(string()), 'The ids of the medium ones.'),
  highCveIds: plain(9, repeated(string()), 'The ids of the high ones.'),
  critCveIds: plain(10, repeated(string()), 'The ids of the critical ones.'),
  negligibleCveIds: plain(11, repeated(string()), 'The ids of the negligible ones.'),
  unknownCveIds: plain(12, repeated(string()), 'The ids of those of unknown severity.'),
};

const VulnCountReport = message(`${PACKAGE}.VulnCountReport`, 'How many vulnerabilities an image had on one day.', {
  repo: plain(1, string(), 'The name of the repo of the image.', { always: true }),
  ...FACTS,
});

const RepoTagReference = message(`${PACKAGE}.RepoTagReference`, 'An image to report on.', {
  repo: required(1, string(), 'The name of its repo, or its full reference.'),
  tag: optional(2, string(), 'Its tag; all tags of the repo by default.'),
});

const VulnCountReportFilter = message(`${PACKAGE}.VulnCountReportFilter`, 'Which reports to list.', {
  repo: optional(
    1,
    string(),
    'Only reports on images of the repos of this name, or of the one with this full reference; ignored beside references.',
  ),
  tag: optional(2, string(), 'Only reports on images of exactly this tag; ignored beside references.'),
  from: optional(3, timestamp(), 'The start of the period, inclusive.'),
  to: optional(4, timestamp(), 'The end of the period, inclusive; not before its start.'),
  references: optional(5, repeated(of(RepoTagReference)), 'Only reports on these images; a query cannot say it.'),
});

const VulnCountReportList = message(`${PACKAGE}.VulnCountReportList`, 'How many vulnerabilities images had.', {
  items: plain(1, repeated(of(VulnCountReport)), 'The reports, by day, repo and tag.', { always: true }),
});

const StoredVulnCountReport = message(
  'mock.VulnCountReport',
  'How many vulnerabilities an image had: a fact that fixtures give.',
  {
    uid: output(1, uid(), 'The uid of the report.'),
    ...FACTS,
  },
);

type ReportRow = RowOf<typeof StoredVulnCountReport>;
type Report = Static<typeof VulnCountReport>;
type Asked = Static<typeof VulnCountReportFilter>;

const reportRows: Collection<ReportRow> = collection<ReportRow>('vulnCountReports');

/** The rows of a report and of its repo. */
interface Placed {
  readonly report: ReportRow;
  readonly repo: RepoRow | undefined;
}

const isAskedFor = ({ repo = '', tag = '', from = '', to = '', references = [] }: Asked, rows: Rows) => {
  const matches = (of: Placed, name = '', label = ''): boolean =>
    (name === '' || (of.repo !== undefined && isNameOf(name, of.repo, rows))) &&
    (label === '' || of.report.tag === label);
  return (placed: Placed): boolean => {
    const { date = '' } = placed.report;
    if (date < from || (to !== '' && date > to)) return false;
    // References take precedence over repo and tag (behaviour §12.3).
    return (references.length === 0 ? [{ repo, tag }] : references).some((each) =>
      matches(placed, each.repo, each.tag),
    );
  };
};

const rank = ({ date = '', repo = '', tag = '' }: Report): string => [date, repo, tag].join('\n');

const listCountReports = (asked: Asked, { rows, access, operation }: Context): Static<typeof VulnCountReportList> => {
  const found = checkPeriod('from', 'to')(asked);
  if (found.length > 0) throw invalid(found);
  const items = access
    .reach(operation.capabilities)
    .flatMap((at) => rows.listWithin(reportRows, at))
    .map((report): Placed => ({ report, repo: rows.get(repoRows, parentOf(report.uid)) }))
    .filter(isAskedFor(asked, rows))
    .map(({ report: { uid: _, ...facts }, repo }): Report => ({ ...facts, repo: repo?.name ?? '' }))
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return { items };
};

/** Daily counts of the vulnerabilities of images, which only v1 shows. */
export const vulnCountReports = defineResource({
  domain: 'registry',
  singular: 'vulnCountReport',
  plural: 'vulnCountReports',
  words: { singular: 'vulnerability count report', plural: 'vulnerability count reports' },
  description: 'Daily counts of the vulnerabilities of the images of a repo.',
  message: StoredVulnCountReport,
  served: false,
  parent: { singular: 'repo', onDelete: 'cascade' },
  rules: { identify: ({ tag = '', date = '' }) => `${tag}\n${date}` },
  methods: {
    listVulnCountReports: readMethod(
      registryOperation('ListVulnCountReports', {
        of: 'Vulnerabilities',
        summary: 'List counts of vulnerabilities',
        description: 'Lists how many vulnerabilities images had, day by day, of the repos that the caller can see.',
        http: { method: 'GET', path: '/registry/v1/vuln_reports/counts' },
        request: VulnCountReportFilter,
        response: VulnCountReportList,
        capabilities: ['vuln_report.list'],
        fails: [],
      }),
      listCountReports,
    ),
  },
});
