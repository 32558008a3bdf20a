import { type Method, readMethod } from '../../../kernel/resource.ts';
import { bool, int64, repeated, string, uid } from '../../../schema/field-types.ts';
import { message, optional, plain, required, type Static } from '../../../schema/message.ts';
import type { HttpRule } from '../../../schema/operation.ts';
import { architecturesOf, DEFAULT_ARCHITECTURE, imageOf, variantOf } from '../image-facts.ts';
import { ImageConfig } from './image-config.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';
import { VulnReport } from './vuln-report.ts';

const image = {
  repoId: required(1, uid(), 'The id of the repo.'),
  digest: required(2, string(), 'The digest of the image.'),
};

const arch = optional(3, string(), `The architecture; ${DEFAULT_ARCHITECTURE} unless given.`);

const ArchRequest = message(`${PACKAGE}.ArchRequest`, 'Which image to ask about.', image);

const SizeRequest = message(`${PACKAGE}.SizeRequest`, 'Which image to ask about, and for which architecture.', {
  ...image,
  arch,
});

const ImageConfigRequest = message(
  `${PACKAGE}.ImageConfigRequest`,
  'Which image to ask about, and for which architecture.',
  {
    ...image,
    arch,
    registry: optional(4, bool(), 'Where to read the configuration from; here it is the same either way.'),
  },
);

const VulnReportRequest = message(`${PACKAGE}.VulnReportRequest`, 'Which image to ask about.', image);

const Archs = message(`${PACKAGE}.Archs`, 'The architectures of an image.', {
  archs: plain(1, repeated(string()), 'The architectures that the image is built for.', {
    always: true,
    example: ['amd64', 'arm64'],
  }),
});

const Size = message(`${PACKAGE}.Size`, 'The size of an image.', {
  size: plain(1, int64(), 'The size in bytes.', { always: true }),
  arch: plain(2, string(), 'The architecture that it is the size for.', { always: true }),
});

const at = (what: string): HttpRule => ({
  method: 'GET',
  path: `/registry/v1/repos/{repo_id=**}/digests/{digest=*}/${what}`,
});

/** What v1 tells of images: an image that is unknown answers as nothing (behaviour §12.4 V3). */
export const imageMethodsV1: Readonly<Record<string, Method>> = {
  getArchs: readMethod(
    registryOperation('GetArchs', {
      summary: 'Get the architectures of an image',
      description: 'Gets the architectures that an image of a repo is built for.',
      http: at('architectures'),
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
  getSizeV1: readMethod(
    registryOperation('GetSize', {
      summary: 'Get the size of an image',
      description: 'Gets the size of an image of a repo for one architecture.',
      http: at('size'),
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
  getImageConfig: readMethod(
    registryOperation('GetImageConfig', {
      summary: 'Get the configuration of an image',
      description: 'Gets how containers of an image are run, for one architecture.',
      request: ImageConfigRequest,
      response: ImageConfig,
      capabilities: ['repo.list', 'manifest.metadata.list'],
      scope: 'repoId',
    }),
    (request: Static<typeof ImageConfigRequest>, context): Static<typeof ImageConfig> =>
      variantOf(request.repoId, request.digest, request.arch, context).config ?? {},
    { scopeType: 'repo' },
  ),
  getVulnReport: readMethod(
    registryOperation('GetVulnReport', {
      summary: 'Get the vulnerability report of an image',
      description: 'Gets what a scanner found in an image of a repo; an image without a report answers as nothing.',
      http: at('vulnreport'),
      request: VulnReportRequest,
      response: VulnReport,
      capabilities: ['repo.list', 'vuln_reports.list'],
      scope: 'repoId',
    }),
    ({ repoId, digest }: Static<typeof VulnReportRequest>, context): Static<typeof VulnReport> =>
      imageOf(repoId, digest, context).vulnReport ?? {},
    { scopeType: 'repo' },
  ),
};
