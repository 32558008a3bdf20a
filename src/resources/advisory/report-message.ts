import type { RowOf } from '../../kernel/resource.ts';
import { parentOf } from '../../kernel/uid.ts';
import { type FieldType, repeated, string, timestamp } from '../../schema/field-types.ts';
import { message, of, output, plain } from '../../schema/message.ts';
import { feedRowFields } from './feed-rows.ts';
import { Severity } from './severities.ts';

const PACKAGE = 'chainguard.platform.advisory.v2';

const ResolvedVuln = message(`${PACKAGE}.ResolvedVuln`, 'A vulnerability that an image no longer has.', {
  id: output(1, string(), 'The id of the vulnerability.', { always: true, example: 'CVE-2026-1234' }),
  aliases: output(2, repeated(string()), 'Its other ids.'),
  cvssSeverities: output(3, repeated(of(Severity)), 'How bad it was.'),
});

/** What was resolved in an image on one day. */
export const ResolvedVulnsReport = message(
  `${PACKAGE}.ResolvedVulnsReport`,
  'What was resolved in an image on one day.',
  {
    date: output(1, timestamp(), 'The day.'),
    resolvedVulns: output(2, repeated(of(ResolvedVuln)), 'The vulnerabilities resolved.', { always: true }),
  },
);

/** What is kept of a report beyond its message. */
export const reportRowFields = {
  ...feedRowFields,
  tag: plain(201, string(), 'The tag of the image that the report is about.'),
};

/** A report as it is stored. */
export type ReportRow = RowOf<typeof ResolvedVulnsReport> & { readonly tag?: string };

interface ImageRef {
  readonly repo?: string;
  readonly tags?: readonly string[];
}

/** References to images. In a query, which cannot hold messages, one is `<repo uid>[:<tag>]` (behaviour §5.15). */
export const imageRef = (held: FieldType<ImageRef>): FieldType<ImageRef> => ({
  ...held,
  fromText: (text) => {
    const [repo = '', ...tag] = text.split(':');
    return tag.length === 0 ? { repo } : { repo, tags: [tag.join(':')] };
  },
});

/** The test of reports on one of the images. */
export const onImages = (refs: readonly ImageRef[]): ((row: ReportRow) => boolean) => {
  const covers =
    ({ repo, tags = [] }: ImageRef) =>
    ({ uid, tag = '' }: ReportRow): boolean =>
      parentOf(uid) === repo && (tags.length === 0 || tags.includes(tag));
  const tests = refs.map(covers);
  return (row) => tests.some((test) => test(row));
};

/** What is wrong with references to images that are right one by one. */
export const checkImages = (refs: readonly ImageRef[]): string | undefined =>
  refs.some(({ repo = '' }) => repo === '') ? 'each must name a repo' : undefined;
