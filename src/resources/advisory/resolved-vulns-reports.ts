import { where } from '../../kernel/filters.ts';
import { forwards } from '../../kernel/period.ts';
import { defineResource, type RowOf } from '../../kernel/resource.ts';
import { parentOf } from '../../kernel/uid.ts';
import { type FieldType, repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { message, of, optional, output, plain, required, type Static } from '../../schema/message.ts';
import { ADDED_ANSWER, ADDED_PAGING, feedRowFields } from './feed-rows.ts';
import { Severity } from './severities.ts';

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
  repo: required(1, uid(), 'The uid of their repo.'),
  tags: optional(2, repeated(string()), 'Their tags; all tags of the repo by default.'),
});

type Images = Static<typeof ImageRef>;

/** A reference to images. In a query, which cannot have messages, it is `<repo uid>[:<tag>]` (behaviour §5.15). */
export const imageRef = (held: FieldType<Images>): FieldType<Images> => ({
  ...held,
  textPattern: '^[^:]',
  fromText: (text) => {
    const [repo = '', ...tag] = text.split(':');
    return tag.length === 0 ? { repo } : { repo, tags: [tag.join(':')] };
  },
});

/** The test of reports on one of the images. */
export const onImages = (refs: readonly Images[]): ((row: ReportRow) => boolean) => {
  const covers =
    ({ repo, tags = [] }: Images) =>
    ({ uid, tag = '' }: ReportRow): boolean =>
      parentOf(uid) === repo && (tags.length === 0 || tags.includes(tag));
  const tests = refs.map(covers);
  return (row) => tests.some((test) => test(row));
};

/** The violation of a list of references to images; undefined where every one names a repo. */
export const checkImages = (refs: readonly Images[]): string | undefined =>
  refs.some(({ repo = '' }) => repo === '') ? 'each must name a repo' : undefined;

/** Reports of vulnerabilities that were resolved in images. A report is in the repo of its image. */
export const resolvedVulnsReports = defineResource({
  domain: 'advisory',
  service: 'SecurityAdvisoryService',
  type: 'ResolvedVulnsReport',
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
      description: 'Lists the reports of a period on the given images, or on all that the caller can see.',
      path: '/images/resolvedVulns',
      paging: ADDED_PAGING,
      answerNumbers: ADDED_ANSWER,
      filters: {
        imageRefs: where(
          1,
          repeated(imageRef(of(ImageRef))),
          'Only reports on these images, each `<repo uid>` or `<repo uid>:<tag>`.',
          onImages,
          { query: 'imageRefs', validate: checkImages },
        ),
        startTime: where(
          2,
          timestamp(),
          'The start of the period, inclusive.',
          (start) =>
            ({ date = '' }: ReportRow) =>
              date >= start,
          { query: 'startTime', required: true },
        ),
        endTime: where(
          3,
          timestamp(),
          'The end of the period, inclusive; not before its start.',
          (end) =>
            ({ date = '' }: ReportRow) =>
              date <= end,
          { query: 'endTime', required: true },
        ),
      },
      validate: forwards('startTime', 'endTime'),
      order: 'date',
      sortable: ['date'],
    },
  },
  rules: { identify: ({ date = '', tag = '' }: ReportRow) => `${tag}\n${date}` },
});
