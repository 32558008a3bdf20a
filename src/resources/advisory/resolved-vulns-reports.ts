import type { FieldViolation } from '../../kernel/errors.ts';
import { where } from '../../kernel/filters.ts';
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
  cvssSeverities: output(3, repeated(of(Severity)), 'How bad it was.'),
});

const ResolvedVulnsReport = message(`${PACKAGE}.ResolvedVulnsReport`, 'What was resolved in an image on one day.', {
  date: output(1, timestamp(), 'The day.'),
  resolvedVulns: output(2, repeated(of(ResolvedVuln)), 'The vulnerabilities resolved.', { always: true }),
});

const ImageRef = message(`${PACKAGE}.ImageRef`, 'Images to report on.', {
  repo: required(1, uid(), 'The uid of their repo.'),
  tags: optional(2, repeated(string()), 'Their tags; all tags of the repo unless given.'),
});

type ImageRefValue = Static<typeof ImageRef>;

/** In a query, which cannot hold messages, a reference is written `<repo uid>[:<tag>]` (behaviour §5.15). */
const imageRef = (): FieldType<ImageRefValue> => ({
  ...of(ImageRef),
  fromText: (text) => {
    const [repo = '', ...tag] = text.split(':');
    return tag.length === 0 ? { repo } : { repo, tags: [tag.join(':')] };
  },
});

const rowFields = {
  ...feedRowFields,
  tag: plain(201, string(), 'The tag of the image that the report is about.'),
};

type ReportRow = RowOf<typeof ResolvedVulnsReport> & { readonly tag?: string };

const covers =
  ({ repo, tags = [] }: ImageRefValue) =>
  ({ uid: own, tag = '' }: ReportRow): boolean =>
    parentOf(own) === repo && (tags.length === 0 || tags.includes(tag));

const checkForwards = ({ startTime, endTime }: Readonly<Record<string, unknown>>): readonly FieldViolation[] =>
  startTime !== undefined && endTime !== undefined && String(endTime) < String(startTime)
    ? [{ field: 'endTime', description: 'endTime must not be before startTime' }]
    : [];

/** Reports of what was resolved in images. A report lives in the repo of its image and is seen with it. */
export const resolvedVulnsReports = defineResource({
  domain: 'advisory',
  service: 'SecurityAdvisoryService',
  type: 'ResolvedVulnsReport',
  singular: 'resolvedVulnsReport',
  plural: 'resolvedVulnsReports',
  words: { singular: 'resolved vulnerabilities report', plural: 'resolved vulnerabilities reports' },
  description: 'Which vulnerabilities were resolved in which images, day by day.',
  message: ResolvedVulnsReport,
  rowFields,
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
          repeated(imageRef()),
          'Only reports on these images, each `<repo uid>` or `<repo uid>:<tag>`.',
          (refs) => {
            const tests = refs.map(covers);
            return (row: ReportRow) => tests.some((test) => test(row));
          },
          {
            query: 'imageRefs',
            validate: (refs) => (refs.some(({ repo = '' }) => repo === '') ? 'each must name a repo' : undefined),
          },
        ),
        startTime: where(
          2,
          timestamp(),
          'The beginning of the period; reports of that very moment are part of it.',
          (start) =>
            ({ date = '' }: ReportRow) =>
              date >= start,
          { query: 'startTime', required: true },
        ),
        endTime: where(
          3,
          timestamp(),
          'The end of the period; reports of that very moment are part of it.',
          (end) =>
            ({ date = '' }: ReportRow) =>
              date <= end,
          { query: 'endTime', required: true },
        ),
      },
      validate: checkForwards,
      order: 'date',
      sortable: ['date'],
    },
  },
  rules: { identify: ({ date = '', tag = '' }: ReportRow) => `${tag}\n${date}` },
});
