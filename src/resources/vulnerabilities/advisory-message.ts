import type { RowOf } from '../../kernel/resource.ts';
import { type Collection, collection } from '../../kernel/rows.ts';
import { enumOf, enumType, repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { ALWAYS, message, of, optional, output, plain, required } from '../../schema/message.ts';
import { AdvisoryEvent, StoredAdvisoryEvent, type StoredEvent } from './advisory-events.ts';
import { prefixed, SCORES } from './findings.ts';

const PACKAGE = 'chainguard.platform.vulnerabilities.v2';

const SeverityType = enumType(`${PACKAGE}.Severity.Type`, 'The system of a severity score.', prefixed('TYPE_', SCORES));

const Severity = message(`${PACKAGE}.Severity`, 'The severity of a vulnerability.', {
  type: plain(1, enumOf(SeverityType), 'The system of the score.'),
  score: plain(2, string(), 'The score as a vector.', { example: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }),
});

/** An advisory about a vulnerability in one component of an artifact. */
export const Advisory = message(
  `${PACKAGE}.Advisory`,
  'An advisory about a vulnerability in one component of an artifact.',
  {
    uid: output(1, uid(), 'The identifier of the advisory.', { always: true }),
    advisoryId: output(2, string(), 'The public id of the advisory.', { always: true, example: 'CGA-2345-6789-cfgh' }),
    createTime: output(3, timestamp(), 'When the advisory was created.'),
    updateTime: output(4, timestamp(), 'When the advisory was last changed.'),
    deleteTime: output(5, timestamp(), 'When the advisory was withdrawn; absent if it was not.', { presence: true }),
    author: required(6, string(), 'Who created the advisory.', { example: 'security-team' }),
    artifactName: required(7, string(), 'The name of the artifact.', { always: true, example: 'openssl' }),
    artifactType: required(8, string(), 'The type of the artifact.', { example: 'apk' }),
    artifactArchitecture: required(9, string(), 'The architecture of the artifact.', { example: 'x86_64' }),
    componentName: required(10, string(), 'The name of the component.', { ...ALWAYS, example: 'libssl3' }),
    componentLocation: required(11, string(), 'The location of the component in the artifact.', {
      ...ALWAYS,
      example: 'usr/lib/libssl.so.3',
    }),
    componentType: required(12, string(), 'The type of the component.', { ...ALWAYS, example: 'apk' }),
    aliases: optional(13, repeated(string()), 'Other ids of the vulnerability.', { example: ['CVE-2026-1234'] }),
    events: optional(14, repeated(of(AdvisoryEvent)), 'The findings, in the order in which they were recorded.'),
    legacyAdvisoryId: output(15, string(), 'The id of the advisory before it was migrated.', {
      presence: true,
    }),
    severities: output(16, repeated(of(Severity)), 'The severities of the vulnerability.'),
  },
);

/** The fields of a stored advisory that its message does not have, or has in another form. */
export const advisoryRowFields = {
  events: optional(14, repeated(of(StoredAdvisoryEvent)), 'The findings, in the order in which they were recorded.'),
  origin: plain(200, string(), 'The package that the artifact is built from, if that is a different one.'),
};

/** An advisory as it is stored. */
export type AdvisoryRow = Omit<RowOf<typeof Advisory>, 'events'> & {
  readonly events?: readonly StoredEvent[];
  readonly origin?: string;
};

/** The rows of advisories, for modules that the resource imports. */
export const advisoryRows: Collection<AdvisoryRow> = collection('advisories');
