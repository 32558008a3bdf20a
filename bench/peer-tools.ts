import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A tool that is measured beside the mock. */
export interface Peer {
  readonly name: string;
  /** The source of its answers. */
  readonly answers: string;
  /** The command that installs it into a folder. */
  readonly install: (folder: string) => readonly [command: string, ...flags: string[]];
  /** The command that serves from a folder at a port. */
  readonly serve: (folder: string, port: number) => readonly [command: string, ...flags: string[]];
  /** The targets of the nth get and the nth List. */
  readonly get: (nth: number) => string;
  readonly list: (nth: number) => string;
}

/** The number of rows of json-server: with more, the measure is mostly of its search. */
const ROWS = 1_000;
const PAGE = 50;
const DESCRIPTION = join(import.meta.dirname, '..', 'openapi.yaml');

const npm = (folder: string, named: string): readonly [string, ...string[]] => [
  'npm',
  ...['install', '--no-audit', '--no-fund', '--prefix', folder, named],
];
const binary = (folder: string, name: string): string => join(folder, 'node_modules', '.bin', name);

const repo = (nth: number) => ({
  id: `repo-${nth}`,
  name: `repo-${nth}`,
  description: `The description of repo ${nth}.`,
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
});
const page = { repos: Array.from({ length: PAGE }, (_, nth) => repo(nth)) };

const inDescription = {
  get: (nth: number): string => `/registry/v2/repos/${nth.toString(16).padStart(40, '0')}`,
  list: (nth: number): string => `/registry/v2/repos?page_size=${PAGE}&skip=${nth % ROWS}`,
};
const inCollection = {
  get: (nth: number): string => `/repos/repo-${nth % ROWS}`,
  list: (nth: number): string => `/repos?_page=${1 + (nth % (ROWS / PAGE))}&_limit=${PAGE}`,
};

const stub = (request: object, jsonBody: object) => ({
  request: { method: 'GET', ...request },
  response: { status: 200, headers: { 'Content-Type': 'application/json' }, jsonBody },
});

/** Tools that answer HTTP calls in tests, each with what it was made for. */
export const PEERS: readonly Peer[] = [
  {
    name: 'json-server 0.17',
    answers: 'keeps rows',
    install: (folder) => npm(folder, 'json-server@0.17.4'),
    serve: (folder, port) => {
      const file = join(folder, 'db.json');
      writeFileSync(file, JSON.stringify({ repos: Array.from({ length: ROWS }, (_, nth) => repo(nth)) }));
      const flags = ['--quiet', '--host', '127.0.0.1', '--port', String(port), file];
      return [process.execPath, binary(folder, 'json-server'), ...flags];
    },
    ...inCollection,
  },
  {
    name: 'Prism 5',
    answers: 'examples of the description',
    install: (folder) => npm(folder, '@stoplight/prism-cli@5'),
    serve: (folder, port) => [
      process.execPath,
      ...[binary(folder, 'prism'), 'mock', '--host', '127.0.0.1', '--port', String(port), DESCRIPTION],
    ],
    ...inDescription,
  },
  {
    name: 'Mockoon 9',
    answers: 'texts made from the description',
    install: (folder) => npm(folder, '@mockoon/cli@9'),
    serve: (folder, port) => [
      process.execPath,
      ...[
        binary(folder, 'mockoon-cli'),
        'start',
        '--data',
        DESCRIPTION,
        '--port',
        String(port),
        '--disable-log-to-file',
      ],
    ],
    ...inDescription,
  },
  {
    name: 'WireMock 3',
    answers: 'one text for each path',
    install: (folder) => [
      'mvn',
      ...['-q', 'dependency:copy', '-Dartifact=org.wiremock:wiremock-standalone:3.9.2'],
      ...[`-DoutputDirectory=${folder}`, '-Dmdep.stripVersion=true'],
    ],
    serve: (folder, port) => {
      const mappings = [stub({ urlPathPattern: '/repos/[^/]+' }, repo(0)), stub({ urlPath: '/repos' }, page)];
      mkdirSync(join(folder, 'mappings'), { recursive: true });
      writeFileSync(join(folder, 'mappings', 'repos.json'), JSON.stringify({ mappings }));
      return [
        ...(['java', '-jar', join(folder, 'wiremock-standalone.jar')] as const),
        ...['--port', String(port), '--bind-address', '127.0.0.1', '--root-dir', folder],
        ...['--no-request-journal', '--disable-banner', '--use-chunked-encoding', 'never'],
      ];
    },
    ...inCollection,
  },
];
