import { spawn } from 'node:child_process';
import { childrenSeconds } from './processor-time.ts';

/** One command of a gate. */
export interface Step {
  readonly name: string;
  /** A program with its arguments, or a line for the shell. */
  readonly command: readonly [program: string, ...args: string[]] | string;
  /** Names of earlier steps without whose success it is not run: it then counts as failed. */
  readonly needs?: readonly string[];
  /** Uses every core, so that nothing may run at the same time. */
  readonly exclusive?: boolean;
  /** A line that says how to repair most of its failures. */
  readonly remedy?: string;
}

/** The result of a step. */
export interface StepResult {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  /** The processor time of its processes in seconds, 0 if the system does not tell. */
  readonly processorSeconds: number;
}

/** The options of running steps. */
export interface RunOptions {
  /** The number of steps that may run at the same time, 1 or more. */
  readonly atOnce: number;
  /** Prints all that steps print, as it comes, and so runs them one by one. */
  readonly verbose?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  /** Receives the report, piece by piece. */
  readonly write: (text: string) => void;
}

interface Ending {
  readonly ok: boolean;
  readonly output: string;
  readonly processorSeconds: number;
}

/** Returns a function for each end of a child, which returns the processor time of the child that has just ended. */
const countChildren = (): (() => number) => {
  let counted = childrenSeconds();
  return () => {
    const before = counted;
    counted = childrenSeconds();
    return counted - before;
  };
};

const execute = (
  command: Step['command'],
  { verbose = false, env }: RunOptions,
  countChild: () => number,
): Promise<Ending> =>
  new Promise((resolve) => {
    const [program, ...args] = typeof command === 'string' ? [command] : command;
    const child = spawn(program, args, {
      stdio: verbose ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: typeof command === 'string',
      env: env ?? process.env,
    });
    const chunks: Buffer[] = [];
    let processorSeconds = 0;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ ok: false, output: `${error.message}\n`, processorSeconds }));
    child.on('exit', () => {
      processorSeconds = countChild();
    });
    child.on('close', (code) =>
      resolve({ ok: code === 0, output: Buffer.concat(chunks).toString(), processorSeconds }),
    );
  });

const onLinesOfItsOwn = (output: string): string => (output === '' || output.endsWith('\n') ? output : `${output}\n`);

/**
 * Runs steps in their order, as many at the same time as allowed, and reports each when it begins and when it ends,
 * with what it printed where it failed. A step that fails stops only those that need it. The results are in the order
 * of the steps.
 */
export const runSteps = async (steps: readonly Step[], options: RunOptions): Promise<readonly StepResult[]> => {
  const { write, verbose = false } = options;
  const atOnce = verbose ? 1 : options.atOnce;
  const results = new Map<string, StepResult>();
  const waiting = [...steps];
  const running = new Map<Step, Promise<void>>();
  // This process has no children but the steps.
  const countChild = countChildren();

  const finish = (result: StepResult, output: string): void => {
    const { name, ok, seconds, processorSeconds } = result;
    results.set(name, result);
    const cost = `${seconds.toFixed(1)} s, processor ${processorSeconds.toFixed(1)} s`;
    write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${cost})\n`);
    if (!ok) write(onLinesOfItsOwn(output));
  };
  const run = async (step: Step): Promise<void> => {
    write(`step ${steps.indexOf(step) + 1} of ${steps.length}: ${step.name} …\n`);
    const missing = (step.needs ?? []).filter((name) => results.get(name)?.ok === false);
    const { name } = step;
    if (missing.length > 0) {
      const output = `not run, because ${missing.join(' and ')} failed\n`;
      return finish({ name, ok: false, seconds: 0, processorSeconds: 0 }, output);
    }
    const began = performance.now();
    const { output, ...ending } = await execute(step.command, options, countChild);
    const remedy = step.remedy === undefined ? '' : `${step.remedy}\n`;
    finish({ name, seconds: (performance.now() - began) / 1000, ...ending }, `${onLinesOfItsOwn(output)}${remedy}`);
  };
  const mayBegin = ({ needs = [], exclusive = false }: Step): boolean =>
    running.size < (exclusive ? 1 : atOnce) &&
    ![...running.keys()].some((step) => step.exclusive || needs.includes(step.name));

  while (waiting.length > 0 || running.size > 0) {
    for (let next = waiting[0]; next && mayBegin(next); next = waiting[0]) {
      const step = next;
      waiting.shift();
      running.set(
        step,
        run(step).finally(() => running.delete(step)),
      );
    }
    await Promise.race(running.values());
  }
  return steps.flatMap(({ name }) => results.get(name) ?? []);
};
