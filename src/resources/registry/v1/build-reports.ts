import { instant } from '../../../kernel/clock.ts';
import { invalidField } from '../../../kernel/errors.ts';
import type { Context } from '../../../kernel/resource.ts';
import { defineResource, type RowOf, readMethod } from '../../../kernel/resource.ts';
import { type Collection, collection, type Rows } from '../../../kernel/rows.ts';
import { scopeOf, type Uidp } from '../../../kernel/scope.ts';
import { parentOf } from '../../../kernel/uid.ts';
import { omitUndefined } from '../../../schema/defined.ts';
import { bool, enumOf, enumType, int32, repeated, string, timestamp, uid } from '../../../schema/field-types.ts';
import { message, of, optional, output, plain, type Static } from '../../../schema/message.ts';
import { UidpFilter } from '../../../schema/uidp-filter.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';

const Result = enumType(`${PACKAGE}.BuildReport.Result`, 'The result of a build.', {
  Unknown: 0,
  Success: 1,
  Failure: 2,
});

const FACTS = {
  config: plain(2, string(), 'The configuration that was built.'),
  lockedConfig: plain(3, string(), 'The same, with the versions that were chosen.'),
  result: plain(4, enumOf(Result), 'The result of the build.', { always: true }),
  warnings: plain(5, repeated(string()), 'The warnings of the build.'),
  log: plain(6, string(), 'The log of the build.'),
  digest: plain(7, string(), 'The digest of the image that was built.'),
  apkoVersion: plain(8, string(), 'The version of apko that built it.'),
  startedAt: plain(9, timestamp(), 'When the build began.'),
  completedAt: plain(10, timestamp(), 'When it ended.'),
  mediaType: plain(11, string(), 'The media type of what was built.'),
};

const BuildReport = message(`${PACKAGE}.BuildReport`, 'A report on the build of an image.', {
  id: plain(1, uid(), 'The identifier of the report.', { always: true }),
  ...FACTS,
});

const BuildReportFilter = message(`${PACKAGE}.BuildReportFilter`, 'The builds to report on.', {
  uidp: optional(1, of(UidpFilter), 'Where in the group tree to look.'),
  startedSince: optional(
    2,
    timestamp(),
    'Only builds that began at this time or later: one day ago by default, unless a report is named by its id.',
  ),
  excludeLogs: optional(4, bool(), 'True to leave out the logs of the builds.'),
  startedBefore: optional(5, timestamp(), 'Only builds that began before this time.'),
  pageSize: optional(6, int32(), 'The largest number of reports; all of them by default. Statuses count every one.', {
    minimum: 0,
  }),
});

const BuildReportList = message(`${PACKAGE}.BuildReportList`, 'Reports of builds.', {
  reports: plain(1, repeated(of(BuildReport)), 'The reports, the latest build first.', { always: true }),
});

const Failures = message(`${PACKAGE}.BuildStatus.Failures`, 'How often the builds of one repo failed.', {
  repoId: plain(1, uid(), 'The id of the repo.', { always: true }),
  total: plain(2, int32(), 'How often.', { always: true }),
});

const BuildStatus = message(`${PACKAGE}.BuildStatus`, 'How often builds failed.', {
  failures: plain(1, repeated(of(Failures)), 'The repos with builds that failed.', { always: true }),
});

const StoredBuildReport = message('mock.BuildReport', 'A report on the build of an image, which only fixtures set.', {
  uid: output(1, uid(), 'The uid of the report.'),
  ...FACTS,
});

type BuildReportRow = RowOf<typeof StoredBuildReport>;
type Asked = Static<typeof BuildReportFilter>;

const reportRows: Collection<BuildReportRow> = collection<BuildReportRow>('buildReports');

const DAY_MILLIS = 24 * 3_600_000;

/** A request whose `descendants_of` is the uid of a report asks for this report (behaviour §12.5). */
const selectReport = (uidp: Uidp, rows: Rows): Uidp => {
  const { descendantsOf = '', ...rest } = uidp;
  return rows.get(reportRows, descendantsOf) ? { ...rest, ids: [descendantsOf] } : uidp;
};

/** The reports that match the request and that the caller can see, the latest build first. */
const reportsFor = (asked: Asked, context: Context): readonly BuildReportRow[] => {
  const { startedBefore = '', pageSize = 0 } = asked;
  if (pageSize < 0) throw invalidField('pageSize', 'page_size must not be negative');
  const { operation, access, rows, directory, nowMillis } = context;
  const uidp = selectReport(asked.uidp ?? {}, rows);
  const isNamed = (uidp.ids ?? []).length > 0;
  const { startedSince = isNamed ? '' : instant(nowMillis - DAY_MILLIS) } = asked;
  const { capabilities } = operation;
  const scope = scopeOf(directory.getResource('buildReport'), uidp, access.reach(capabilities), capabilities, context);
  const { key, intervals, parent, uids, tests } = scope;
  const selected = rows.select(reportRows, {
    key,
    intervals,
    order: [],
    ...omitUndefined({ parent, uids }),
    ...(tests.length === 0 ? {} : { where: (row) => tests.every((test) => test(row)) }),
  });
  return Array.from({ length: selected.size }, (_, at) => selected.at(at).row)
    .filter(({ startedAt = '' }) => startedAt >= startedSince && (startedBefore === '' || startedAt < startedBefore))
    .sort((a, b) => ((a.startedAt ?? '') > (b.startedAt ?? '') ? -1 : 1));
};

const listReports = (asked: Asked, context: Context): Static<typeof BuildReportList> => {
  const { excludeLogs = false, pageSize = 0 } = asked;
  const found = reportsFor(asked, context);
  const reports = (pageSize === 0 ? found : found.slice(0, pageSize)).map(({ uid: id, log, ...facts }) => ({
    ...facts,
    id,
    ...omitUndefined({ log: excludeLogs ? undefined : log }),
  }));
  return { reports };
};

const countResults = (asked: Asked, context: Context): Static<typeof BuildStatus> => {
  const totals = new Map<string, number>();
  for (const { uid: report, result } of reportsFor(asked, context)) {
    const repo = parentOf(report);
    if (result === 'Failure') totals.set(repo, (totals.get(repo) ?? 0) + 1);
  }
  return { failures: [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([repoId, total]) => ({ repoId, total })) };
};

/** Reports on builds of images, which only v1 shows. */
export const buildReports = defineResource({
  domain: 'registry',
  singular: 'buildReport',
  plural: 'buildReports',
  description: 'Reports on the builds of the images of a repo.',
  message: StoredBuildReport,
  served: false,
  parent: { singular: 'repo', onDelete: 'cascade' },
  rules: { identify: ({ startedAt = '', digest = '' }) => `${startedAt}\n${digest}` },
  methods: {
    listBuildReports: readMethod(
      registryOperation('ListBuildReports', {
        summary: 'List build reports',
        description: 'Lists the reports on builds of images that the caller can see, the latest first.',
        http: { method: 'GET', path: '/registry/v1/buildreports' },
        request: BuildReportFilter,
        response: BuildReportList,
        capabilities: ['build_report.list'],
      }),
      listReports,
    ),
    getBuildStatus: readMethod(
      registryOperation('GetBuildStatus', {
        summary: 'Count failed builds',
        description: 'Counts the failed builds of each repo that the caller can see.',
        http: { method: 'GET', path: '/registry/v1/buildstatus' },
        request: BuildReportFilter,
        response: BuildStatus,
        capabilities: ['build_report.list'],
      }),
      countResults,
    ),
  },
});
