import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { run } from '../clients/programs.ts';
import type { RunnerJob } from './runner-job.ts';

type Values = Readonly<Record<string, string>>;

/** A step of a composite action, with what is used of its form here. */
interface ActionStep {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly uses?: string;
  readonly env?: Values;
  readonly with?: Values;
}

/** The contents of an `action.yml`. */
export interface CompositeAction {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs?: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: 'composite'; readonly steps: readonly ActionStep[] };
}

/** The result of an action: the status of its steps, their printed text, and its outputs. */
export interface ActionResult {
  readonly code: number;
  readonly printed: string;
  readonly outputs: Values;
}

/** Reads the action of a folder of the project. */
const readAction = async (folder: string): Promise<CompositeAction> =>
  parse(await readFile(join(folder, 'action.yml'), 'utf8')) as CompositeAction;

/** The values of expressions by their names: `inputs.port`, `steps.start.outputs.url`. */
type Contexts = ReadonlyMap<string, string>;

const lookUp = (name: string, contexts: Contexts): string => {
  // An output that a step has not set is empty.
  const value = contexts.get(name) ?? (/^steps\.[\w-]+\.outputs\./.test(name) ? '' : undefined);
  if (value === undefined) throw new Error(`there is nothing for the expression ${name}`);
  return value;
};

const evaluate = (text: string, contexts: Contexts): string =>
  text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => lookUp(name, contexts));

const isMet = (condition: string | undefined, contexts: Contexts): boolean => {
  if (condition === undefined) return true;
  const [, name] = /^([\w.-]+) != ''$/.exec(condition) ?? [];
  if (name === undefined) throw new Error(`the condition ${condition} is of an unknown form`);
  return lookUp(name, contexts) !== '';
};

const inputContexts = ({ inputs }: CompositeAction, given: Values): readonly (readonly [string, string])[] => {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(inputs, name));
  if (unknown !== undefined) throw new Error(`the action has no input ${unknown}`);
  return Object.entries(inputs).map(([name, { default: usual = '' }]) => [`inputs.${name}`, given[name] ?? usual]);
};

/** Runs the steps of an action of this project in a job, as a runner of GitHub does on Linux. */
export const runAction = async (
  job: RunnerJob,
  folder: string,
  { inputs = {}, env = {} }: { readonly inputs?: Values; readonly env?: Values } = {},
): Promise<ActionResult> => {
  const action = await readAction(folder);
  const contexts = new Map<string, string>([
    ...inputContexts(action, inputs),
    ['github.action_path', resolve(folder)],
    ['strategy.job-index', '0'],
  ]);
  const valuesOf = (values: Values = {}): Values =>
    Object.fromEntries(Object.entries(values).map(([name, text]) => [name, evaluate(text, contexts)]));
  let printed = '';
  let code = 0;
  for (const step of action.runs.steps) {
    if (!isMet(step.if, contexts)) continue;
    if (step.uses?.startsWith('actions/upload-artifact@')) {
      const { name = '', path = '' } = valuesOf(step.with);
      job.artifacts.set(name, await readdir(path));
      continue;
    }
    if (step.shell !== 'bash' || step.run === undefined) throw new Error(`a step of ${folder} is of an unknown form`);
    const script = join(job.folder, 'step.sh');
    await writeFile(script, evaluate(step.run, contexts));
    const ended = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: job.workspace,
      env: { ...job.environment(), ...env, ...valuesOf(step.env) },
    });
    printed += ended.stdout + ended.stderr;
    for (const [name, value] of await job.takeFiles())
      if (step.id !== undefined) contexts.set(`steps.${step.id}.outputs.${name}`, value);
    code = ended.code ?? 127;
    if (code !== 0) break;
  }
  const outputs = Object.entries(action.outputs ?? {}).map(([name, { value }]) => [name, evaluate(value, contexts)]);
  return { code, printed, outputs: Object.fromEntries(outputs) };
};
