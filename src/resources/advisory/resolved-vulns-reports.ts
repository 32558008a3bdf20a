import { passEveryRow, where } from '../../kernel/filters.ts';
import { checkPeriod } from '../../kernel/period.ts';
import { defineResource, type Location, type RowOf } from '../../kernel/resource.ts';
import type { Row, Rows } from '../../kernel/rows.ts';
import { parentOf } from '../../kernel/uid.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { type FieldType, repeated, string, timestamp } from '../../schema/field-types.ts';
import { groupBy } from '../../schema/group-by.ts';
import { message, of, optional, output, plain, required, type Static } from '../../schema/message.ts';
import { repoRows } from '../registry/repo-message.ts';
import { ADDED_ANSWER, ADDED_PAGING, feedRowFields, Severity } from './feed.ts';

/** Images to report on: a repo by its name or its uid, and some of its tags. */
interface AskedImages {
  readonly repo?: string;
  readonly tags?: readonly string[];
}

/** The tag of an image whose reference has none. */
const DEFAULT_TAG = 'latest';

/** A reference to images. In a query, which cannot have messages, it is `<repo>[:<tag>]` (behaviour §5.15). */
export const imageRef = (type: FieldType<AskedImages>): FieldType<AskedImages> => ({
  ...type,
  textPattern: '^[^:]',
  fromText: (text) => {
    const [repo = '', ...tag] = text.split(':');
    return tag.length === 0 ? { repo } : { repo, tags: [tag.join(':')] };
  },
});

/** The violation of a list of references to images; undefined if every one names a repo. */
export const checkImages = (refs: readonly AskedImages[]): string | undefined =>
  refs.some(({ repo = '' }) => repo === '') ? 'each must name a repo' : undefined;

/** The location of the reports on images. Its key has the uids of the repos, since a repo may be renamed. */
const imagesAt = (refs: readonly AskedImages[], rows: Rows): Location => {
  const wanted = new Map<string, Set<string>>();
  for (const { repo = '', tags = [] } of refs) {
    const named = rows.get(repoRows, repo) ? [repo] : rows.by(repoRows, 'name', repo).map(({ uid }) => uid);
    for (const uid of named) {
      const wantedTags = wanted.get(uid) ?? new Set();
      wanted.set(uid, wantedTags);
      for (const tag of tags.length === 0 ? [DEFAULT_TAG] : tags) wantedTags.add(tag);
    }
  }
  const test = (row: Row): boolean =>
    wanted.get(parentOf(row.uid))?.has((row as Row & { readonly tag?: string }).tag ?? '') ?? false;
  return { where: { key: JSON.stringify([...wanted].map(([uid, tags]) => [uid, ...tags])), test } };
};

const PACKAGE = 'chainguard.platform.advisory.v2';

const ResolvedVuln = message(`${PACKAGE}.ResolvedVuln`, 'A vulnerability that an image no longer has.', {
  id: output(1, string(), 'The id of the vulnerability.', { always: true, example: 'CVE-2026-1234' }),
  aliases: output(2, repeated(string()), 'Its other ids.'),
  cvssSeverities: output(3, repeated(of(Severity)), 'Its severities.'),
});

/** The vulnerabilities that were resolved in an image on one day. */
export const ResolvedVulnsReport = message(
  `${PACKAGE}.ResolvedVulnsReport`,
  'The vulnerabilities that were resolved in an image on one day.',
  {
    date: output(1, timestamp(), 'The day.'),
    resolvedVulns: output(2, repeated(of(ResolvedVuln)), 'The vulnerabilities that were resolved.', { always: true }),
  },
);

/** The fields of a stored report that its message does not have. */
const reportRowFields = {
  ...feedRowFields,
  tag: plain(201, string(), 'The tag of the image that the report is about.'),
};

/** A report as it is stored. */
export type ReportRow = RowOf<typeof ResolvedVulnsReport> & { readonly tag?: string };

const ImageRef = message(`${PACKAGE}.ImageRef`, 'Images to report on.', {
  repo: required(1, string(), 'The name of their repo, or its uid.', { example: 'nginx' }),
  tags: optional(2, repeated(string()), 'Their tags; `latest` by default.'),
});

/** The filters of a period, which may be open in v1. */
export const isFrom = where(
  2,
  timestamp(),
  'The start of the period, inclusive.',
  (start) =>
    ({ date = '' }: ReportRow) =>
      date >= start,
);
export const isUntil = where(
  3,
  timestamp(),
  'The end of the period, inclusive; not before its start.',
  (end) =>
    ({ date = '' }: ReportRow) =>
      date <= end,
);

/** One report for each day, with the time of its first one and each vulnerability once (behaviour §5.15). */
const groupByDay = (reports: readonly ReportRow[]): readonly ReportRow[] =>
  [...groupBy(reports, ({ date = '' }) => date.slice(0, 'YYYY-MM-DD'.length))].map(([uid, ofDay]) => {
    const dates = ofDay.map(({ date = '' }) => date).sort();
    const found = ofDay.flatMap(({ resolvedVulns = [] }) => resolvedVulns);
    const vulns = new Map(found.map((vuln) => [vuln.id, vuln]));
    return { uid, ...omitUndefined({ date: dates[0] }), resolvedVulns: [...vulns.values()] };
  });

/** Reports of vulnerabilities that were resolved in images. A report is in the repo of its image. */
export const resolvedVulnsReports = defineResource({
  domain: 'advisory',
  service: 'SecurityAdvisoryService',
  singular: 'resolvedVulnsReport',
  plural: 'resolvedVulnsReports',
  words: { singular: 'resolved vulnerabilities report', plural: 'resolved vulnerabilities reports' },
  description: 'Daily reports of the vulnerabilities that were resolved in images.',
  message: ResolvedVulnsReport,
  rowFields: reportRowFields,
  parent: { singular: 'repo', onDelete: 'cascade' },
  verbs: {
    list: {
      capabilities: ['apk.list', 'repo.list', 'manifest.metadata.list', 'tag.list'],
      description:
        'Lists the reports of a period on the given images, or on all that the caller can see: one for each day.',
      path: '/images/resolvedVulns',
      paging: ADDED_PAGING,
      answerNumbers: ADDED_ANSWER,
      filters: {
        imageRefs: where(
          1,
          repeated(imageRef(of(ImageRef))),
          'Only reports on these images, each `<repo>` or `<repo>:<tag>`: the name or the uid of a repo, and `latest` ' +
            'without a tag.',
          passEveryRow,
          { query: 'imageRefs', validate: checkImages },
        ),
        startTime: { ...isFrom, query: 'startTime', required: true },
        endTime: { ...isUntil, query: 'endTime', required: true },
      },
      validate: checkPeriod('startTime', 'endTime'),
      locate: ({ imageRefs }, { rows }) =>
        imageRefs === undefined ? {} : imagesAt(imageRefs as readonly Static<typeof ImageRef>[], rows),
      combine: () => (rows) => groupByDay(rows as readonly ReportRow[]),
      order: 'date',
      sortable: ['date'],
    },
  },
  rules: { identify: ({ date = '', tag = '' }: ReportRow) => `${tag}\n${date}` },
});
