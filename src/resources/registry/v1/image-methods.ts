import { type Method, readMethod } from '../../../kernel/resource.ts';
import { bool, int64, repeated, string, uid } from '../../../schema/field-types.ts';
import { message, optional, plain, required, type Static } from '../../../schema/message.ts';
import type { HttpRule } from '../../../schema/operation.ts';
import { EXAMPLE_DIGEST } from '../formats.ts';
import { ImageConfig } from '../image-message.ts';
import { architecturesOf, DEFAULT_ARCHITECTURE, imageOf, variantOf } from '../images.ts';
import { VulnReport } from '../vuln-report.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';

const image = {
  repoId: required(1, uid(), 'The id of the repo.'),
  digest: required(2, string(), 'The digest of the image.', { example: EXAMPLE_DIGEST }),
};

const arch = optional(3, string(), `The architecture; ${DEFAULT_ARCHITECTURE} by default.`);

const ArchRequest = message(`${PACKAGE}.ArchRequest`, 'The image to get information about.', image);

const SizeRequest = message(
  `${PACKAGE}.SizeRequest`,
  'The image to get information about, and for which architecture.',
  {
    ...image,
    arch,
  },
);

const ImageConfigRequest = message(
  `${PACKAGE}.ImageConfigRequest`,
  'The image to get information about, and for which architecture.',
  {
    ...image,
    arch,
    registry: optional(
      4,
      bool(),
      'Whether to read the configuration from the registry; the result is the same either way.',
    ),
  },
);

const VulnReportRequest = message(`${PACKAGE}.VulnReportRequest`, 'The image to get information about.', image);

const Archs = message(`${PACKAGE}.Archs`, 'The architectures of an image.', {
  archs: plain(1, repeated(string()), 'The architectures that the image is built for.', {
    always: true,
    example: ['amd64', 'arm64'],
  }),
});

const Size = message(`${PACKAGE}.Size`, 'The size of an image.', {
  size: plain(1, int64(), 'The size in bytes.', { always: true }),
  arch: plain(2, string(), 'The architecture that the size is for.', { always: true, example: DEFAULT_ARCHITECTURE }),
});

const ruleAt = (what: string): HttpRule => ({
  method: 'GET',
  path: `/registry/v1/repos/{repo_id=**}/digests/{digest=*}/${what}`,
});

/** The methods of images in v1, where an unknown image results in an empty message (behaviour §12.4 V3). */
export const imageMethodsV1: readonly Method[] = [
  readMethod(
    registryOperation('GetArchs', {
      replacedBy: 'GetArchitectures',
      summary: 'Get the architectures of an image',
      description: 'Gets the architectures that an image of a repo is built for.',
      http: ruleAt('architectures'),
      request: ArchRequest,
      response: Archs,
      capabilities: ['repo.list', 'manifest.metadata.list'],
      scope: 'repoId',
    }),
    ({ repoId, digest }: Static<typeof ArchRequest>, context): Static<typeof Archs> => ({
      archs: architecturesOf(imageOf(repoId, digest, context)),
    }),
    { scopeType: 'repo' },
  ),
  readMethod(
    registryOperation('GetSize', {
      replacedBy: 'GetSize',
      summary: 'Get the size of an image',
      description: 'Gets the size of an image of a repo for one architecture.',
      http: ruleAt('size'),
      request: SizeRequest,
      response: Size,
      capabilities: ['repo.list', 'manifest.metadata.list'],
      scope: 'repoId',
    }),
    (request: Static<typeof SizeRequest>, context): Static<typeof Size> => {
      const { size = '0', architecture = '' } = variantOf(request.repoId, request.digest, request.arch, context);
      return { size, arch: architecture };
    },
    { scopeType: 'repo' },
  ),
  readMethod(
    registryOperation('GetImageConfig', {
      summary: 'Get the configuration of an image',
      description: 'Gets how containers of an image are run, for one architecture.',
      http: ruleAt('imageconfig'),
      request: ImageConfigRequest,
      response: ImageConfig,
      capabilities: ['repo.list', 'manifest.metadata.list'],
      scope: 'repoId',
    }),
    (request: Static<typeof ImageConfigRequest>, context): Static<typeof ImageConfig> =>
      variantOf(request.repoId, request.digest, request.arch, context).config ?? {},
    { scopeType: 'repo' },
  ),
  readMethod(
    registryOperation('GetVulnReport', {
      summary: 'Get the vulnerability report of an image',
      description:
        'Gets what a scanner found in an image of a repo; an image without a report results in an empty message.',
      http: ruleAt('vulnreport'),
      request: VulnReportRequest,
      response: VulnReport,
      capabilities: ['repo.list', 'vuln_reports.list'],
      scope: 'repoId',
    }),
    ({ repoId, digest }: Static<typeof VulnReportRequest>, context): Static<typeof VulnReport> =>
      imageOf(repoId, digest, context).vulnReport ?? {},
    { scopeType: 'repo' },
  ),
];
