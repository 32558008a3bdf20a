import { map, repeated, string } from '../../schema/field-types.ts';
import { message, of, plain } from '../../schema/message.ts';

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
