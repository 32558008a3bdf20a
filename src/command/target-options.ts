import { type Command, Option } from 'commander';
import {
  addFlags,
  DEFAULT_PORT,
  defineFlag,
  parseHost,
  parsePort,
  parseTls,
  parseUrl,
  textLike,
} from './flag-values.ts';

/** The control token's flag: for servers, and for the commands that talk to one. */
export const controlOption = (): Option =>
  defineFlag(
    '--control-token <token>',
    'token that /_mock calls must carry; "off" for none',
    textLike(/^\S+$/, 'It must be a word without spaces, or "off".'),
  );

/**
 * Adds the flags of the commands that call a running server: its address, its control token, the world that is meant,
 * and the form of what is printed.
 */
export const steeringOptions = (command: Command): Command =>
  addFlags(
    command,
    new Option('--url <url>', 'the URL of the mock, instead of --host, --port and --tls')
      .env('PLATFORM_API_URL')
      .argParser(parseUrl),
    defineFlag('--host <host>', 'address that the mock listens on', parseHost, '127.0.0.1'),
    defineFlag('--port <port>', 'port that the mock listens on', parsePort, DEFAULT_PORT),
    defineFlag('--tls <auto|CERT,KEY>', 'the mock speaks TLS: what its own --tls is', parseTls),
    defineFlag('--tls-ca-file <file>', 'the certificate to trust, for another host than this'),
    controlOption(),
    defineFlag('--world <id>', 'the world (default: the one in the URL, else default)'),
  ).option('--json', 'print one document of JSON, of a failure too');
