import { where } from '../../kernel/filters.ts';
import { forwards } from '../../kernel/period.ts';
import { defineResource } from '../../kernel/resource.ts';
import { repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { message, of, optional, required } from '../../schema/message.ts';
import { ADDED_ANSWER, ADDED_PAGING } from './feed-rows.ts';
import {
  checkImages,
  imageRef,
  onImages,
  type ReportRow,
  ResolvedVulnsReport,
  reportRowFields,
} from './report-message.ts';
import { resolvedVulnsReportsV1 } from './v1/resolved-vulns-reports.ts';

const ImageRef = message('chainguard.platform.advisory.v2.ImageRef', 'Images to report on.', {
  repo: required(1, uid(), 'The uid of their repo.'),
  tags: optional(2, repeated(string()), 'Their tags; all tags of the repo unless given.'),
});

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
      validate: forwards('startTime', 'endTime'),
      order: 'date',
      sortable: ['date'],
    },
  },
  rules: { identify: ({ date = '', tag = '' }: ReportRow) => `${tag}\n${date}` },
  v1: resolvedVulnsReportsV1,
});
