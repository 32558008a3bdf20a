import { cp, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run } from '../clients/programs.ts';
import { virtualEnvironment } from '../clients/virtual-environment.ts';
import { buildGo, missingGo } from '../support/go-module.ts';
import { addPackages } from './packed.ts';
import { stubContainerInJava, stubContainerInNode } from './probed-container.ts';
import { PROBED_RECEIVER } from './probed-receiver.ts';

/** A line of the shell that runs a sample, and its folder; or the reason why it cannot be run. */
type Prepared = { readonly place: string; readonly line: string } | { readonly missing: string };

/** A sample, and the settings of its probe. */
export interface ProbedSample {
  readonly sample: string;
  /** Makes it runnable in a folder of its own, below one in which the package is installed. */
  readonly prepare: (folder: string) => Promise<Prepared>;
  /** The flags that bound a suite, which takes seconds for each trial. */
  readonly flags?: readonly string[];
  /** The least number of worlds that it makes. */
  readonly worlds: number;
  /** The least number of trials. */
  readonly trials: number;
  /** The file of its accepted findings below `samples/probe/accepted`, if it has any. */
  readonly accepted?: string;
}

/** Longer than the time-outs of the clients in Go and Python, which end a call that is never answered. */
const PATIENT: readonly string[] = ['--timeout', '120s'];
const HASTY: readonly string[] = ['--timeout', '30s'];
/** Flags for suites with hundreds of calls: only the likely surprises, and the ones that wait. */
const OF_TASKS: readonly string[] = ['--only', 'lost_answer,CreateRepo/rate_limited,ExchangeRefreshToken/rate_limited'];

const bin = (name: string): string => resolve('node_modules/.bin', name);

/** A sample that is copied, and run there by a line. */
const copied =
  (sample: string, line: string, more?: (folder: string) => void) =>
  async (folder: string): Promise<Prepared> => {
    await cp(`samples/${sample}`, folder, { recursive: true });
    more?.(folder);
    return { place: folder, line };
  };

/** A module in Go, which finds those beside it by their place, so that it is run there. */
const inGo =
  (sample: string, build: readonly string[], line: (built: string) => string) =>
  async (folder: string): Promise<Prepared> => {
    const [place, built] = [`samples/${sample}`, join(folder, 'built')];
    const missing = buildGo(place, ...build.map((word) => (word === 'built' ? built : word)));
    return missing === undefined ? { place, line: line(built) } : { missing };
  };

/** Tests for pytest with the client of this repository. */
const inPytest = (sample: string) => async (): Promise<Prepared> => {
  const { python, install } = virtualEnvironment('samples/tasks/python/requirements.txt');
  const missing = await install();
  if (missing !== undefined) return { missing };
  const path = resolve('clients/python/src');
  const env = `PYTHONDONTWRITEBYTECODE=1 PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 PYTHONPATH='${path}'`;
  const flags = '-q --color=no -p no:cacheprovider -p platform_mock.pytest_plugin';
  return { place: `samples/${sample}`, line: `${env} exec '${python}' -m pytest ${flags}` };
};

/** A receiver, with the program that subscribes it. */
const receiving = async (folder: string, receiver: string): Promise<Prepared> => {
  const driver = join(folder, 'driver.mjs');
  await writeFile(driver, PROBED_RECEIVER);
  return { place: '.', line: `exec '${process.execPath}' '${driver}' ${receiver}` };
};

const tasksInTypeScript = async (folder: string): Promise<Prepared> => {
  await cp('samples/tasks', folder, { recursive: true });
  await addPackages(folder, 'jose');
  return { place: join(folder, 'typescript'), line: `exec ${bin('vitest')} run --maxWorkers=1 --no-isolate` };
};

const tasksInGo = async (): Promise<Prepared> => {
  const [place, missing] = ['samples/tasks/go', missingGo('samples/tasks/go')];
  return missing === undefined ? { place, line: 'exec go test -count=1 ./...' } : { missing };
};

const inJava = async (folder: string): Promise<Prepared> => {
  if ((await run('mvn', ['--version'])).code !== 0) return { missing: 'there is no Maven here' };
  await cp('samples/testcontainers-java', folder, { recursive: true });
  stubContainerInJava(folder);
  const maven = (...goals: readonly string[]) => run('mvn', ['-q', '-B', ...goals], { cwd: folder, limit: 300_000 });
  const found = await maven('dependency:go-offline');
  if (found.code !== 0) return { missing: `its packages cannot be had: ${found.stdout}` };
  const compiled = await maven('test-compile');
  if (compiled.code !== 0) throw new Error(compiled.stdout);
  return { place: folder, line: 'exec mvn -q -B surefire:test' };
};

/** The samples beside those of `samples/probe`, each as it is. */
export const PROBED_SAMPLES: readonly ProbedSample[] = [
  {
    sample: 'node-client',
    prepare: async () => ({ place: '.', line: 'exec node samples/node-client/main.js' }),
    flags: HASTY,
    accepted: 'node-client',
    worlds: 1,
    trials: 30,
  },
  {
    sample: 'go-client',
    prepare: inGo('go-client', ['build', '-o', 'built', '.'], (built) => `exec '${built}'`),
    flags: HASTY,
    accepted: 'go-client',
    worlds: 1,
    trials: 30,
  },
  {
    sample: 'go-test',
    prepare: inGo('go-test', ['test', '-c', '-o', 'built', '.'], () => 'exec go test -count=1 ./...'),
    flags: [...PATIENT, '--max-trials', '12'],
    worlds: 20,
    trials: 12,
  },
  {
    sample: 'retry-guard',
    prepare: copied('retry-guard', `exec ${bin('vitest')} run fixed-client.test.ts`),
    flags: HASTY,
    accepted: 'retry-guard',
    worlds: 3,
    trials: 60,
  },
  {
    sample: 'vitest',
    prepare: copied('vitest', `exec ${bin('vitest')} run`),
    flags: [...PATIENT, '--max-trials', '8'],
    worlds: 50,
    trials: 8,
  },
  {
    sample: 'playwright',
    // Its tests side by side take all of a machine.
    prepare: copied('playwright', `exec ${bin('playwright')} test --reporter=line --workers=2`),
    flags: ['--jobs', '1', '--timeout', '240s', '--max-trials', '2'],
    worlds: 200,
    trials: 2,
  },
  { sample: 'pytest', prepare: inPytest('pytest'), flags: [...PATIENT, '--max-trials', '20'], worlds: 25, trials: 20 },
  {
    sample: 'testcontainers-node',
    prepare: copied('testcontainers-node', 'exec node repos.test.js', stubContainerInNode),
    flags: [...HASTY, '--control-token', 'steer'],
    accepted: 'testcontainers-node',
    worlds: 3,
    trials: 30,
  },
  {
    sample: 'testcontainers-java',
    prepare: inJava,
    flags: [...PATIENT, '--control-token', 'steer', '--max-trials', '4'],
    worlds: 2,
    trials: 4,
  },
  {
    sample: 'webhook-node',
    prepare: (folder) => receiving(folder, 'node samples/webhook-node/receiver.js'),
    flags: HASTY,
    worlds: 1,
    trials: 25,
  },
  {
    sample: 'webhook-go',
    prepare: async (folder) => {
      const built = join(folder, 'built');
      const missing = buildGo('samples/webhook-go', 'build', '-o', built, '.');
      return missing === undefined ? receiving(folder, `'${built}'`) : { missing };
    },
    flags: HASTY,
    worlds: 1,
    trials: 25,
  },
  {
    sample: 'tasks/typescript',
    prepare: tasksInTypeScript,
    flags: [...PATIENT, ...OF_TASKS],
    accepted: 'tasks',
    worlds: 15,
    trials: 8,
  },
  {
    sample: 'tasks/go',
    prepare: tasksInGo,
    flags: [...PATIENT, ...OF_TASKS],
    accepted: 'tasks',
    worlds: 15,
    trials: 8,
  },
  {
    sample: 'tasks/python',
    prepare: inPytest('tasks/python'),
    flags: [...PATIENT, ...OF_TASKS],
    accepted: 'tasks',
    worlds: 15,
    trials: 8,
  },
];
