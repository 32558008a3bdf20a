import { type CustomMethod, customOperation } from '../../../kernel/custom-operation.ts';
import { rowNotFound } from '../../../kernel/directory.ts';
import type { Context } from '../../../kernel/resource.ts';
import { repeated, string, timestamp, uid } from '../../../schema/field-types.ts';
import { ALWAYS, message, of, optional, output, required, type Static } from '../../../schema/message.ts';
import type { Operation } from '../../../schema/operation.ts';
import { conversion } from '../../../v1/conversion.ts';
import { V1 } from '../../../v1/edition.ts';
import type { StoredEvent } from '../advisory-events.ts';
import { Advisory, type AdvisoryRow, advisoryRows } from '../advisory-message.ts';
import { AdvisoryEventV1, type EventInV1, eventInV1, MAX_EVENTS, PACKAGE, toStoredEvent } from './advisory-event.ts';

const PRESENCE = { presence: true } as const;

/** An advisory in its v1 form. */
export const AdvisoryV1 = message(
  `${PACKAGE}.Advisory`,
  'An advisory about a vulnerability in one component of an artifact, as v1 shows it.',
  {
    id: output(1, uid(), 'The identifier of the advisory.', ALWAYS),
    advisoryId: output(15, string(), 'The public id of the advisory.', { ...ALWAYS, example: 'CGA-2345-6789-cfgh' }),
    artifactType: required(2, string(), 'The type of the artifact.', { ...ALWAYS, example: 'apk' }),
    artifactName: required(3, string(), 'The name of the artifact.', { ...ALWAYS, example: 'openssl' }),
    artifactArchitecture: required(5, string(), 'The architecture of the artifact.', { ...ALWAYS, example: 'x86_64' }),
    componentName: optional(6, string(), 'The name of the component.', { ...PRESENCE, example: 'libssl3' }),
    componentLocation: optional(7, string(), 'The location of the component in the artifact.', {
      ...PRESENCE,
      example: 'usr/lib/libssl.so.3',
    }),
    componentType: optional(8, string(), 'The type of the component.', { ...PRESENCE, example: 'apk' }),
    createdAt: output(10, timestamp(), 'When the advisory was created.'),
    updatedAt: output(11, timestamp(), 'When the advisory or one of its events was last changed.'),
    deletedAt: output(12, timestamp(), 'When the advisory was withdrawn; absent if it was not.', PRESENCE),
    aliases: optional(13, repeated(string()), 'Other ids of the vulnerability.', {
      ...ALWAYS,
      example: ['CVE-2026-1234'],
    }),
    events: optional(
      14,
      repeated(of(AdvisoryEventV1), { max: MAX_EVENTS, tooLong: `events must have at most ${MAX_EVENTS} items` }),
      'The findings, in the order in which they were recorded.',
      ALWAYS,
    ),
    author: required(16, string(), 'Who created the advisory.', { ...ALWAYS, example: 'security-team' }),
    legacyAdvisoryID: optional(19, string(), 'The id of the advisory before it was migrated.', {
      ...PRESENCE,
      proto: 'legacyAdvisoryID',
    }),
  },
);

/** An advisory in its v1 form. */
export type AdvisoryInV1 = Static<typeof AdvisoryV1>;

/** Converts advisories between v1 and v2. */
export const advisoryConversion = conversion(AdvisoryV1, Advisory, {
  id: 'uid',
  createdAt: 'createTime',
  updatedAt: 'updateTime',
  deletedAt: 'deleteTime',
  legacyAdvisoryID: 'legacyAdvisoryId',
  events: {
    older: (events) => (events as readonly StoredEvent[]).map(eventInV1),
    newer: (events) => (events as readonly EventInV1[]).map(toStoredEvent),
  },
});

/** The path of advisories in v1. */
export const PATH = '/vulnerabilities/v1/advisories';

type Described = Omit<CustomMethod, 'domain' | 'service' | 'id' | 'method' | 'edition'>;

/** Describes an operation on advisories that v2 does not have; `fails` are its failures besides a missing resource. */
export const advisoryOperation = (method: string, { fails = [], ...described }: Described): Operation =>
  customOperation({
    domain: 'vulnerabilities',
    service: `${PACKAGE}.Advisories`,
    ...described,
    id: `v1.Advisories.${method}`,
    method,
    edition: V1,
    fails: ['NOT_FOUND', ...fails],
  });

/** The stored advisory. @throws ApiError NOT_FOUND */
export const getAdvisory = (id: string | undefined, { rows, directory }: Context): AdvisoryRow => {
  const row = rows.get(advisoryRows, id ?? '');
  if (!row) throw rowNotFound(directory.getResource('advisory'), id ?? '');
  return row;
};
