import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';

/** The mark in a Node by which it finds out whether a program has been put into it. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** The files of the build inside the executable: all that the command line reads. */
const INSIDE = [
  /^command-line\.cjs$/,
  /^command-line-.*\.bin$/,
  /^node-preload\.cjs$/,
  /^(?:docs|fixtures|generated|google|proto-published)\//,
  /^THIRD-PARTY-NOTICES\.txt$/,
];

/** The name of the file that is put into the Node. */
const PROGRAM = 'program.blob';

const POSTJECT = createRequire(import.meta.url).resolve('postject/dist/cli.js');

type Command = readonly [program: string, ...args: string[]];

/** Commands around the one that changes a program, for a system that runs signed programs only. */
interface Signing {
  readonly before: Command;
  readonly after: Command;
}

/** The command that signs a program for this machine alone; undefined if the system does not ask for it. */
export const signingOn = (platform: NodeJS.Platform, file: string): Signing | undefined =>
  platform === 'darwin'
    ? { before: ['codesign', '--remove-signature', file], after: ['codesign', '--sign', '-', file] }
    : undefined;

/** The path of the executable of a build for a system. */
export const executableIn = (build: string, platform: NodeJS.Platform = process.platform): string =>
  join(build, 'bin', platform === 'win32' ? 'platform-mock.exe' : 'platform-mock');

/** The environment without what would set flags of the mock. */
const plain = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLATFORM_')));

/** Runs a program and returns its output. @throws Error with that where it fails */
const run = (...[program, ...args]: Command): string => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', env: plain() });
  if (status === 0) return stdout;
  throw new Error(`${[program, ...args].join(' ')}: ${error?.message ?? `ended with ${status}`}\n${stdout}${stderr}`);
};

/** The files that the executable has inside it, by their paths in the build. */
const pathsIn = (build: string): readonly string[] =>
  readdirSync(build, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(build.length + 1)
        .replaceAll(sep, '/'),
    )
    .filter((path) => INSIDE.some((pattern) => pattern.test(path)));

/** The files of the package beside the build that commands read, by their paths in the package. */
const BESIDE = /^(?:docs\/.*\.md|proto\/.*\.(?:proto|yaml)|fixture\.schema\.json)$/;

/** The paths of the files beside the build that go into the executable, by their names in it. */
const filesBeside = (build: string): Readonly<Record<string, string>> => {
  const folder = join(build, '..');
  const paths = ['docs', 'proto', 'fixture.schema.json']
    .filter((path) => existsSync(join(folder, path)))
    .flatMap((path) =>
      statSync(join(folder, path)).isFile()
        ? [path]
        : readdirSync(join(folder, path), { recursive: true, encoding: 'utf8' }).map((name) => `${path}/${name}`),
    )
    .map((path) => path.replaceAll(sep, '/'));
  return Object.fromEntries(
    paths
      .filter((path) => BESIDE.test(path))
      .map((path) => [path, join(folder, path)])
      .sort(),
  );
};

/** The configuration from which Node makes a program, for its flag --experimental-sea-config. */
const configOf = (build: string, folder: string): object => {
  const assets = {
    ...Object.fromEntries(pathsIn(build).map((path) => [path, join(build, path)])),
    ...filesBeside(build),
  };
  const list = join(folder, 'paths.json');
  writeFileSync(list, JSON.stringify(Object.keys(assets)));
  return {
    main: join(build, 'main.cjs'),
    output: join(folder, PROGRAM),
    disableExperimentalSEAWarning: true,
    // The variable NODE_OPTIONS is meant for other programs. Node 20 does not know this option, and reads the variable.
    execArgvExtension: 'none',
    assets: {
      ...assets,
      'paths.json': list,
    },
  };
};

/** Puts a program into a copy of a Node. */
const putInside = (program: string, file: string): void => {
  const signing = signingOn(process.platform, file);
  if (signing) run(...signing.before);
  const segment = process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : [];
  run(process.execPath, POSTJECT, file, 'NODE_SEA_BLOB', program, '--sentinel-fuse', FUSE, ...segment);
  if (signing) run(...signing.after);
};

/** A program that calls the mock of `exec`, and fails where that does not answer. */
const PING = `
  const { PLATFORM_API_URL: url, PLATFORM_TOKEN: token } = process.env;
  fetch(url + '/ping/v2/ping', { headers: { authorization: 'Bearer ' + token } }).then(({ status }) => {
    if (status !== 200) throw new Error('the mock has answered ' + status);
  });`;

/**
 * Makes the executable of a build: a copy of a Node, by default the one that runs this, with the command line and all
 * that it reads inside. Calls a mock of it once, and returns its path.
 * @throws Error where there is no build, that Node cannot hold a program, or the executable does not run
 */
export const makeExecutable = (build: string, node = process.execPath): string => {
  if (!existsSync(join(build, 'main.cjs'))) throw new Error(`there is no build in ${build}: npm run build makes it`);
  if (!readFileSync(node).includes(FUSE)) throw new Error(`${node} cannot hold a program: the Node of nodejs.org can`);
  const file = executableIn(build);
  const folder = mkdtempSync(join(tmpdir(), 'platform-mock-executable-'));
  try {
    const config = join(folder, 'config.json');
    writeFileSync(config, JSON.stringify(configOf(build, folder)));
    run(node, '--experimental-sea-config', config);
    mkdirSync(dirname(file), { recursive: true });
    // A program that runs cannot be written to, but replaced.
    rmSync(file, { force: true });
    copyFileSync(node, file);
    chmodSync(file, 0o755);
    putInside(join(folder, PROGRAM), file);
    run(file, 'exec', '--', node, '-e', PING);
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
