import { passEveryRow, where } from '../../../kernel/filters.ts';
import { checkPeriod } from '../../../kernel/period.ts';
import { repeated, string, timestamp } from '../../../schema/field-types.ts';
import { ALWAYS, message, of, optional, output, required } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { checkImages, imageRef, isFrom, isUntil, ResolvedVulnsReport } from '../resolved-vulns-reports.ts';
import { PACKAGE, SERVICE, SeverityV1 } from './severities.ts';

const ResolvedVulnV1 = message(`${PACKAGE}.ResolvedVuln`, 'A vulnerability that an image no longer has.', {
  id: output(1, string(), 'The id of the vulnerability.', { ...ALWAYS, example: 'CVE-2026-1234' }),
  aliases: output(2, repeated(string()), 'Its other ids.', ALWAYS),
  cvssSeverities: output(3, repeated(of(SeverityV1)), 'Its severities.', ALWAYS),
});

const ResolvedVulnsReportV1 = message(
  `${PACKAGE}.ResolvedVulnsReport`,
  'The vulnerabilities that were resolved in an image on one day, as v1 shows them.',
  {
    date: output(1, timestamp(), 'The day.'),
    resolvedVulns: output(2, repeated(of(ResolvedVulnV1)), 'The vulnerabilities that were resolved.', ALWAYS),
  },
);

const REQUEST = `${PACKAGE}.ResolvedVulnsReportFilter`;

const ImageRefV1 = message(`${REQUEST}.ImageRef`, 'Images to report on.', {
  repo: required(1, string(), 'The name of their repo, or its id.', { example: 'nginx' }),
  tags: optional(2, repeated(string()), 'Their tags; `latest` by default.'),
});

/** Reports of vulnerabilities that were resolved in images, in v1, where the period may be open. */
export const resolvedVulnsReportsV1: V1Form = {
  service: SERVICE,
  message: ResolvedVulnsReportV1,
  conversion: conversion(ResolvedVulnsReportV1, ResolvedVulnsReport),
  list: {
    name: 'ListResolvedVulnsReports',
    path: '/advisory/v1/images/resolved_vulns',
    request: REQUEST,
    response: `${PACKAGE}.ResolvedVulnsReportList`,
    validate: checkPeriod('from', 'to'),
    filters: {
      imageRefs: where(
        1,
        repeated(imageRef(of(ImageRefV1))),
        'Only reports on these images, each `<repo>` or `<repo>:<tag>`: the name or the id of a repo, and `latest` ' +
          'without a tag.',
        passEveryRow,
        { validate: checkImages },
      ),
      from: isFrom,
      to: isUntil,
    },
  },
};
