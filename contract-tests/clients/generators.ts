import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { nodePackages } from './node-packages.ts';
import { mustRun, run } from './programs.ts';
import { virtualEnvironment } from './virtual-environment.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const SCRIPTS = join(import.meta.dirname, 'generated');
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'platform-mock');

/** The time limit for installing a tool, generating or compiling: the compilers of Go and Rust take minutes. */
export const STEP_MS = 900_000;

/** A document that clients are generated from. */
export type DocumentName = 'openapi' | 'openapi-v1' | 'openapi-control';

/** A generator of clients: it writes a client into the folder `api` of another one, beside which its script is laid. */
export interface Generator {
  readonly name: string;
  /** Gets the tools; the answer is what is in the way, if anything. */
  readonly install: () => Promise<string | undefined>;
  readonly generate: (document: string, folder: string) => Promise<unknown>;
  readonly compile: (folder: string) => Promise<unknown>;
  /** Documents that it generates from, although the result does not compile: docs/clients.md says why. */
  readonly uncompiled?: readonly DocumentName[];
  /** True for one whose clients refuse an answer with a value of an enum that they do not know. */
  readonly refusesWords?: boolean;
  /** The script, beside the folder `api`, and how it is run. */
  readonly script: readonly string[];
  readonly call: (folder: string, env: NodeJS.ProcessEnv) => Promise<string>;
}

const must = (program: string, args: readonly string[], cwd: string, env?: NodeJS.ProcessEnv): Promise<string> =>
  mustRun(program, args, { cwd, limit: STEP_MS, ...(env && { env }) });

const missing = async (program: string, args: readonly string[], cwd?: string): Promise<string | undefined> => {
  const { code, stderr } = await run(program, args, { limit: STEP_MS, ...(cwd !== undefined && { cwd }) });
  return code === 0 ? undefined : `${program} ${args[0]} does not work here: ${stderr}`;
};

/** The scripts of a generator, laid beside its client. */
const layScripts = (folder: string, names: readonly string[]): void => {
  for (const name of names) cpSync(join(SCRIPTS, name), join(folder, name.split('/').at(-1) ?? name));
};

const JAR_VERSION = '7.25.0';
const JAR = join(CACHE, `openapi-generator-cli-${JAR_VERSION}.jar`);

const installJar = async (): Promise<string | undefined> => {
  if (existsSync(JAR)) return missing('java', ['-version']);
  mkdirSync(CACHE, { recursive: true });
  const artifact = `org.openapitools:openapi-generator-cli:${JAR_VERSION}`;
  return missing('mvn', ['-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${CACHE}`]);
};

const generateByJar =
  (language: string, properties: string, from = '.') =>
  async (document: string, folder: string): Promise<void> => {
    const out = join(folder, 'out');
    const settings = [`--additional-properties=${properties}`];
    await must(
      'java',
      ['-Xmx1g', '-jar', JAR, 'generate', '-i', document, '-g', language, '-o', out, ...settings],
      folder,
    );
    renameSync(join(out, from), join(folder, 'api'));
  };

const NODE_TOOLS = nodePackages('generators', join(SCRIPTS, 'typescript', 'package.json'));

/** A program of npm on a Node that it takes: these want a later one than the oldest that is supported here. */
const byNode = (folder: string, tool: string, ...args: readonly string[]): Promise<string> =>
  must(join(NODE_TOOLS.bin, 'node'), [join(NODE_TOOLS.bin, tool), ...args], folder);

const TYPES = [
  '--strict',
  '--target',
  'es2023',
  '--module',
  'esnext',
  '--moduleResolution',
  'bundler',
  '--types',
  'node',
];

/** A generator of TypeScript, whose client is checked and run with the packages of the project. */
const inTypeScript = (
  name: string,
  {
    install,
    entry,
    generate,
    ...own
  }: Pick<Generator, 'install' | 'generate' | 'uncompiled'> & { readonly entry: string },
): Generator => ({
  name,
  ...own,
  install: async () => (await NODE_TOOLS.install()) ?? install(),
  generate: async (document, folder) => {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    await generate(document, folder);
  },
  compile: (folder) => {
    const script = existsSync(join(folder, `${name}.ts`)) ? [`${name}.ts`] : [];
    const flags = ['--noEmit', '--skipLibCheck', '--allowImportingTsExtensions', ...TYPES];
    return byNode(folder, 'tsc', ...flags, entry, ...script);
  },
  script: ['typescript/script.ts', `typescript/${name}.ts`],
  call: (folder, env) => must(process.execPath, ['--import', 'tsx', `${name}.ts`], folder, env),
});

const GO = { GOFLAGS: '-mod=mod' };

/** A generator of Go, whose client is a package of a module with its script. */
const inGo = (
  name: string,
  {
    requires,
    ...own
  }: Pick<Generator, 'install' | 'generate' | 'uncompiled' | 'refusesWords'> & { readonly requires: string },
): Generator => ({
  name,
  ...own,
  generate: async (document, folder) => {
    writeFileSync(join(folder, 'go.mod'), `module generated\n\ngo 1.25.0\n\nrequire ${requires}\n`);
    await own.generate(document, folder);
  },
  compile: (folder) => must('go', ['build', './...'], folder, GO),
  script: ['go/script.go', `go/${name}.go`],
  call: (folder, env) => must('go', ['run', '.'], folder, { ...env, ...GO }),
});

const venv = virtualEnvironment(join(SCRIPTS, 'python', 'requirements.txt'));
/** The environment of the generator that docs/clients.md begins with. */
const documentedVenv = virtualEnvironment(join(import.meta.dirname, 'python', 'requirements.txt'));
/** docs/clients.md lists the operations of the control plane that it skips. */
const ALL_OF_IT = ['--fail-on-warning'];

/** The program of openapi-typescript, which the project has. */
const openapiTypescript = (): string =>
  join(
    dirname(
      createRequire(join(import.meta.dirname, 'typescript', 'package.json')).resolve('openapi-typescript/package.json'),
    ),
    'bin/cli.js',
  );

/** Compiles what depends on it once, and without what only a debugger reads. */
const CARGO = { CARGO_TARGET_DIR: join(CACHE, 'rust'), CARGO_PROFILE_DEV_DEBUG: '0' };
const OAPI = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const OGEN = 'github.com/ogen-go/ogen/cmd/ogen@v1.25.0';
const nothing = async (): Promise<undefined> => undefined;

/** The generators of clients over HTTP, with what has to be set. */
export const GENERATORS: readonly Generator[] = [
  inTypeScript('openapi-fetch', {
    install: nothing,
    entry: 'api/api.ts',
    generate: (document, folder) =>
      must(process.execPath, [openapiTypescript(), document, '--output', 'api/api.ts'], folder),
  }),
  inTypeScript('typescript-fetch', {
    install: installJar,
    entry: 'api/index.ts',
    generate: generateByJar('typescript-fetch', 'supportsES6=true'),
  }),
  inTypeScript('hey-api', {
    install: nothing,
    entry: 'api/index.ts',
    generate: (document, folder) =>
      byNode(folder, 'openapi-ts', '-i', document, '-o', 'api', '-c', '@hey-api/client-fetch'),
  }),
  inTypeScript('orval', {
    install: nothing,
    entry: 'api/api.ts',
    generate: (document, folder) =>
      byNode(folder, 'orval', '--input', document, '--output', 'api/api.ts', '--client', 'fetch'),
  }),
  inTypeScript('swagger-typescript-api', {
    uncompiled: ['openapi-control'],
    install: nothing,
    entry: 'api/api.ts',
    generate: (document, folder) =>
      byNode(folder, 'swagger-typescript-api', 'generate', '-p', document, '-o', 'api', '-n', 'api.ts'),
  }),
  inGo('openapi-generator', {
    install: async () => (await installJar()) ?? missing('go', ['version']),
    requires: 'gopkg.in/validator.v2 v2.0.1',
    generate: async (document, folder) => {
      const settings = ['enumClassPrefix', 'enumUnknownDefaultCase'].map((name) => `${name}=true`);
      const open = 'disallowAdditionalPropertiesIfNotPresent=false';
      await generateByJar('go', ['packageName=api', 'withGoMod=false', open, ...settings].join())(document, folder);
      // Its own tests name the module, which it does not know.
      await must('rm', ['-r', join(folder, 'api', 'test')], folder);
    },
  }),
  inGo('oapi-codegen', {
    install: () => missing('go', ['run', OAPI, '-version']),
    requires: 'github.com/oapi-codegen/runtime v1.6.0',
    generate: async (document, folder) => {
      mkdirSync(join(folder, 'api'));
      const settings = ['-generate', 'types,client', '-package', 'api', '-response-type-suffix', 'Answer'];
      await must('go', ['run', OAPI, ...settings, '-o', join(folder, 'api', 'api.go'), document], PROJECT);
    },
  }),
  inGo('ogen', {
    install: () => missing('go', ['run', OGEN, '-version']),
    requires: 'github.com/ogen-go/ogen v1.25.0',
    refusesWords: true,
    generate: async (document, folder) => {
      const config = join(folder, 'ogen.yml');
      writeFileSync(
        config,
        'generator: { features: { disable_all: true, enable: [paths/client] }, ignore_not_implemented: [all] }\n',
      );
      await must(
        'go',
        ['run', OGEN, '--config', config, '--target', join(folder, 'api'), '--package', 'api', document],
        PROJECT,
      );
    },
  }),
  {
    name: 'openapi-generator for Python',
    refusesWords: true,
    install: async () => (await installJar()) ?? venv.install(),
    generate: generateByJar('python', 'packageName=api', 'api'),
    compile: (folder) => must(venv.python, ['-m', 'compileall', '-q', 'api'], folder),
    script: ['python/calls.py'],
    call: (folder, env) => must(venv.python, ['calls.py'], folder, env),
  },
  {
    name: 'openapi-python-client',
    refusesWords: true,
    install: () => documentedVenv.install(),
    generate: (document, folder) => {
      const strict = document.endsWith('-control.yaml') ? [] : ALL_OF_IT;
      const options = ['--path', document, '--meta', 'none', '--output-path', 'api', ...strict];
      // It formats by a program that it finds on the path.
      const env = { PATH: `${documentedVenv.bin}${delimiter}${process.env.PATH}` };
      return must(join(documentedVenv.bin, 'openapi-python-client'), ['generate', ...options], folder, env);
    },
    compile: (folder) => must(documentedVenv.python, ['-m', 'compileall', '-q', 'api'], folder),
    script: ['python/openapi_python_client.py'],
    call: (folder, env) => must(documentedVenv.python, ['openapi_python_client.py'], folder, env),
  },
  {
    name: 'openapi-generator for Rust',
    refusesWords: true,
    install: async () => (await installJar()) ?? missing('cargo', ['--version']),
    generate: generateByJar('rust', 'library=reqwest,supportAsync=false,packageName=api'),
    compile: (folder) => {
      // Without its script, the client is built by itself. TLS needs headers of the system.
      const own = existsSync(join(folder, 'main.rs'))
        ? []
        : ['--no-default-features', '--manifest-path', 'api/Cargo.toml'];
      return must('cargo', ['build', '--quiet', ...own], folder, CARGO);
    },
    script: ['rust/Cargo.toml', 'rust/main.rs'],
    call: (folder, env) => must('cargo', ['run', '--quiet'], folder, { ...env, ...CARGO }),
  },
  {
    name: 'openapi-generator for Java',
    uncompiled: ['openapi-control'],
    install: async () => (await installJar()) ?? missing('mvn', ['-version']),
    generate: generateByJar('java', 'library=native,enumUnknownDefaultCase=true'),
    compile: (folder) =>
      must('mvn', ['-q', 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath'], join(folder, 'api')),
    script: ['java/Calls.java'],
    call: (folder, env) => {
      const packages = readFileSync(join(folder, 'api', 'classpath'), 'utf8');
      return must('java', ['-cp', ['api/target/classes', packages].join(delimiter), 'Calls.java'], folder, env);
    },
  },
];

/** Generates and compiles a client in an empty folder, with its script if that is asked for. */
export const build = async (
  { generate, compile, script, uncompiled = [] }: Generator,
  document: DocumentName,
  folder: string,
): Promise<void> => {
  await generate(join(PROJECT, `${document}.yaml`), folder);
  if (uncompiled.includes(document)) return;
  if (document === 'openapi') layScripts(folder, script);
  await compile(folder);
};
