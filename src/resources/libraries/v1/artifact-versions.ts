import { passEveryRow, where } from '../../../kernel/filters.ts';
import type { Row } from '../../../kernel/rows.ts';
import { bool, enumOf, int64, string, timestamp } from '../../../schema/field-types.ts';
import { ALWAYS, message, output, required } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { ArtifactVersion, type ArtifactVersionRow, isVersionPublishedHere, SourceType } from '../artifact-versions.ts';
import { PACKAGE } from './ecosystem.ts';

const ArtifactVersionV1 = message(`${PACKAGE}.ArtifactVersion`, 'A version of a library, as v1 shows it.', {
  id: output(1, string(), 'The identifier of the version.', {
    ...ALWAYS,
    example: 'java-org.springframework~spring-core/6.2.1',
  }),
  name: output(2, string(), 'The name of the library.', { ...ALWAYS, example: 'org.springframework:spring-core' }),
  version: output(3, string(), 'The version.', { ...ALWAYS, example: '6.2.1' }),
  description: output(4, string(), 'The description of the version.', { ...ALWAYS, example: 'Spring Core' }),
  createdAt: output(5, timestamp(), 'When the version was first published here.'),
  updatedAt: output(6, timestamp(), 'When the version was last published here.'),
  sizeBytes: output(7, int64(), 'Its size in bytes.', ALWAYS),
  sourceType: output(8, enumOf(SourceType), 'Where the version comes from.', ALWAYS),
  malwareScanned: output(9, bool(), 'True when the version was scanned for malware.', ALWAYS),
  malwareMalicious: output(10, bool(), 'True when malware was found in the version.', ALWAYS),
  upstreamPublishedDate: output(11, timestamp(), 'When the version was published in its public registry.'),
});

/** The fields of a version that only v1 shows. */
const fieldsOfV1 = (row: Row) => {
  const { sourceType, malwareScanned, malwareMalicious, upstreamPublishedDate } = row as ArtifactVersionRow;
  return {
    sourceType: sourceType ?? 'SOURCE_TYPE_INTERNAL',
    malwareScanned,
    malwareMalicious,
    upstreamPublishedDate,
  };
};

/** Versions of artifacts in v1. */
export const artifactVersionsV1: V1Form = {
  service: `${PACKAGE}.Artifacts`,
  message: ArtifactVersionV1,
  conversion: conversion(ArtifactVersionV1, ArtifactVersion, {
    id: 'uid',
    createdAt: 'createTime',
    updatedAt: 'updateTime',
    sourceType: null,
    malwareScanned: null,
    malwareMalicious: null,
    upstreamPublishedDate: null,
  }),
  also: fieldsOfV1,
  list: {
    name: 'ListVersions',
    description: 'Lists the versions of an artifact.',
    path: '/libraries/v1/artifacts/{id=*}/versions',
    pathFields: { id: required(1, string(), 'The id of the artifact.') },
    request: `${PACKAGE}.ArtifactVersionFilter`,
    response: `${PACKAGE}.ArtifactVersionList`,
    // A missing artifact has no versions (behaviour §12.4 V3).
    locate: ({ id }) => ({ parent: String(id ?? '') }),
    filters: {
      includeUpstream: where(
        2,
        bool(),
        'True to include versions that are in a public registry and not here.',
        passEveryRow,
      ),
    },
    visible: ({ includeUpstream }) => (includeUpstream === true ? undefined : isVersionPublishedHere),
  },
};
