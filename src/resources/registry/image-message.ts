import type { RowOf } from '../../kernel/resource.ts';
import { type Collection, collection } from '../../kernel/rows.ts';
import { int64, map, repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { message, of, optional, output, plain, required } from '../../schema/message.ts';
import { digest } from './formats.ts';
import { VulnReport } from './vuln-report.ts';
import { Scan } from './vulnerability.ts';

const PACKAGE = 'chainguard.platform.registry';

const ExposedPort = message(
  `${PACKAGE}.ImageConfig.ExposedPort`,
  'A port that an image listens at; it has no fields.',
  {},
);

const Volume = message(`${PACKAGE}.ImageConfig.Volume`, 'A volume of an image; it has no fields.', {});

/** The settings with which containers of an image are run. */
export const ImageConfig = message(`${PACKAGE}.ImageConfig`, 'How containers of an image are run.', {
  user: plain(1, string(), 'The user that the image runs as.', { example: '65532' }),
  exposedPorts: plain(2, map('string', of(ExposedPort)), 'The ports that it listens at, such as `8080/tcp`.'),
  env: plain(3, repeated(string()), 'Environment variables, each `NAME=value`.'),
  entrypoint: plain(4, repeated(string()), 'The command that is run.'),
  cmd: plain(5, repeated(string()), 'The default arguments.'),
  volumes: plain(6, map('string', of(Volume)), 'The volumes, by their paths.'),
  workingDir: plain(7, string(), 'The directory that it is run in.'),
  labels: plain(8, map('string', string()), 'The labels.'),
  stopSignal: plain(9, string(), 'The signal that stops it.'),
});

const ImageVariant = message('mock.ImageVariant', 'An image as it is built for one architecture.', {
  architecture: required(1, string(), 'The architecture.', { example: 'arm64' }),
  size: optional(2, int64(), 'Its size in bytes.'),
  config: optional(3, of(ImageConfig), 'How containers of it are run.'),
});

const ImagePackage = message('mock.ImagePackage', 'A package in an image.', {
  name: required(1, string(), 'The name of the package.', { example: 'nginx' }),
  version: optional(2, string(), 'Its version.', { example: '1.27.4-r0' }),
  purl: optional(3, string(), 'Its package URL.', { example: 'pkg:apk/wolfi/nginx@1.27.4-r0' }),
});

/** An image of a repo; only fixtures set it. */
export const Image = message('mock.Image', 'An image of a repo.', {
  uid: output(1, uid(), 'The identifier of the image.'),
  digest: required(2, digest(), 'The digest of the image.'),
  architectures: required(3, repeated(of(ImageVariant)), 'The architectures that the image is built for.'),
  createTime: output(4, timestamp(), 'When the image was first seen.'),
  updateTime: output(5, timestamp(), 'When the image was last seen.'),
  vulnReport: optional(6, of(VulnReport), 'What a scanner found in it.'),
  packages: optional(7, repeated(of(ImagePackage)), 'The packages in it.'),
  scans: optional(8, repeated(of(Scan)), 'What scanners found in it over time.'),
});

/** A stored image. */
export type ImageRow = RowOf<typeof Image>;

/** The rows of images, for modules that the resource imports. */
export const imageRows: Collection<ImageRow> = collection<ImageRow>('images', 'digest');
