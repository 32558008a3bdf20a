import { nextPageTokenField, pageSizeField, pageTokenField, skipField } from '../../../kernel/cursor-fields.ts';
import { customOperation } from '../../../kernel/custom-operation.ts';
import { passEveryRow, where } from '../../../kernel/filters.ts';
import { type Context, type Method, readMethod } from '../../../kernel/resource.ts';
import { bool, enumOf, int32, repeated, string, timestamp } from '../../../schema/field-types.ts';
import { ALWAYS, message, of, optional, output, plain, type Static } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import { V1 } from '../../../v1/edition.ts';
import type { V1Form } from '../../../v1/form.ts';
import { Artifact, type ArtifactRow, artifactFilters, artifactRows, isPublishedHere } from '../artifacts.ts';
import { EcosystemV1, PACKAGE, toStoredEcosystem } from './ecosystem.ts';

const ArtifactV1 = message(`${PACKAGE}.Artifact`, 'A library, as v1 shows it.', {
  id: output(1, string(), 'The identifier of the artifact.', {
    ...ALWAYS,
    example: 'java-org.springframework~spring-core',
  }),
  name: output(2, string(), 'The name of the library.', { ...ALWAYS, example: 'org.springframework:spring-core' }),
  description: output(3, string(), 'The description of the latest version.', { ...ALWAYS, example: 'Spring Core' }),
  ecosystem: output(4, enumOf(EcosystemV1), 'The language that the library is for.', ALWAYS),
  latestVersion: output(5, string(), 'The latest version.', { ...ALWAYS, example: '6.2.1' }),
  versionCount: output(6, int32(), 'How many versions there are.', ALWAYS),
  createdAt: output(7, timestamp(), 'When the first version was published here.'),
  updatedAt: output(8, timestamp(), 'When the latest version was published here.'),
});

/** Artifacts in v1. */
export const artifactsV1: V1Form = {
  service: `${PACKAGE}.Artifacts`,
  path: '/libraries/v1/artifacts',
  message: ArtifactV1,
  conversion: conversion(ArtifactV1, Artifact, { id: 'uid', createdAt: 'createTime', updatedAt: 'updateTime' }),
  list: {
    description: 'Lists the artifacts of some ecosystems, or of all.',
    request: `${PACKAGE}.ArtifactFilter`,
    response: `${PACKAGE}.ArtifactList`,
    filters: {
      ecosystems: where(1, repeated(enumOf(EcosystemV1)), 'The ecosystems to list; all by default.', (names) => {
        const wanted = new Set<string | undefined>(names.map(toStoredEcosystem));
        return ({ ecosystem }: ArtifactRow) => wanted.has(ecosystem);
      }),
      ...artifactFilters,
      cudaVersion: { ...artifactFilters.cudaVersion, presence: false },
      includeUpstream: where(
        5,
        bool(),
        'True to include artifacts that are in a public registry and not here.',
        passEveryRow,
      ),
    },
    visible: ({ includeUpstream }) => (includeUpstream === true ? undefined : isPublishedHere),
    cursor: {
      asks: {
        pageSize: pageSizeField(10, int32(), 50),
        pageToken: pageTokenField(11),
        skip: skipField(12),
      },
      read: (request) => request,
      returns: {
        nextPageToken: nextPageTokenField(2),
        totalArtifacts: plain(3, int32(), 'How many results match across all pages.', { ...ALWAYS, example: 12 }),
        skipped: plain(4, int32(), 'How many results this call passed over: the `skip` of the request.', ALWAYS),
      },
      answer: ({ nextPageToken, totalCount, skipped }) => ({ nextPageToken, totalArtifacts: totalCount, skipped }),
    },
  },
};

const GetArtifactCountRequest = message(`${PACKAGE}.GetArtifactCountRequest`, 'Which ecosystems to count.', {
  ecosystems: optional(
    1,
    repeated(enumOf(EcosystemV1)),
    'The ecosystems to count; by default all that have artifacts.',
  ),
});

const Count = message(`${PACKAGE}.GetArtifactCountResponse.Count`, 'The size of an ecosystem.', {
  ecosystem: plain(1, enumOf(EcosystemV1), 'The ecosystem.', { always: true }),
  totalArtifacts: plain(2, int32(), 'How many artifacts it has.', { always: true, example: 12 }),
});

const GetArtifactCountResponse = message(`${PACKAGE}.GetArtifactCountResponse`, 'The sizes of ecosystems.', {
  counts: plain(1, repeated(of(Count)), 'One for each ecosystem asked for.', { always: true }),
});

const EVERY = Object.keys(EcosystemV1.values) as readonly (keyof (typeof EcosystemV1)['values'])[];

const count = (
  { ecosystems = [] }: Static<typeof GetArtifactCountRequest>,
  { rows }: Context,
): Static<typeof GetArtifactCountResponse> => {
  const asked = [...new Set(ecosystems)];
  const counts = (asked.length === 0 ? EVERY : asked).map((ecosystem) => ({
    ecosystem,
    totalArtifacts: rows.by(artifactRows, 'ecosystem', toStoredEcosystem(ecosystem)).filter(isPublishedHere).length,
  }));
  return { counts: asked.length === 0 ? counts.filter(({ totalArtifacts }) => totalArtifacts > 0) : counts };
};

/** Counts artifacts in v1, where ecosystems are optional and there are more of them. */
export const getArtifactCountInV1: Method = readMethod(
  customOperation({
    domain: 'libraries',
    service: `${PACKAGE}.Artifacts`,
    id: 'v1.Artifacts.GetArtifactCount',
    method: 'GetArtifactCount',
    edition: V1,
    replacedBy: 'GetArtifactCount',
    summary: 'Count artifacts',
    description: 'Counts the artifacts of ecosystems.',
    http: { method: 'GET', path: '/libraries/v1/artifacts/count' },
    request: GetArtifactCountRequest,
    response: GetArtifactCountResponse,
    capabilities: ['libraries.artifacts.list'],
  }),
  count,
);
