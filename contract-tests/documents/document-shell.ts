import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { literally } from '../support/literally.ts';
import { commandLine, plainEnvironment } from '../support/own-server.ts';
import { PROFILE_VARIABLE } from '../support/profile.ts';
import type { DocumentedCommand } from './documented-commands.ts';

/** The address that documents show. */
export const DOCUMENTED_HOST = '127.0.0.1:8484';

const LIMIT_MS = 120_000;
const END = '\u001e';
/** The mark of a document for text that differs by run. */
const ANY_TEXT = '…';

const PROJECT = resolve(import.meta.dirname, '../..');
const HIDDEN_FROM_COMMANDS = ['.git', 'test-results'];

/**
 * The program by which a document calls the product. Commands that call a server use the port of this one, which is set
 * in the environment only for them: `exec` and `serve` would listen on it.
 */
const productScript = (port: string): string => {
  const entry = commandLine()
    .flat()
    .map((part) => `'${isAbsolute(part) || part.startsWith('-') || !existsSync(part) ? part : resolve(part)}'`);
  const call = ['exec', ...entry, '"$@"'].join(' ');
  // Not sh: the sh of Debian drops functions that bash has exported.
  return `#!/usr/bin/env bash
case "$1" in ""|-*|serve|exec|probe) ;; *) export PLATFORM_MOCK_PORT=${port};; esac
${call}
`;
};

/** Runs something with a folder that has the product as a program, for a path of programs. */
const withProduct = async <T>(port: string, use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'documented-product-'));
  try {
    writeFileSync(join(folder, 'platform-mock'), productScript(port), { mode: 0o755 });
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Runs something in a folder that has what the repository has, so that files which commands write are removed with it. */
const inWorkFolder = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'documented-commands-'));
  try {
    for (const name of readdirSync(PROJECT).filter((name) => !HIDDEN_FROM_COMMANDS.includes(name))) {
      symlinkSync(join(PROJECT, name), join(folder, name));
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const printedBy = async (script: string, cwd: string, programs: string): Promise<string> => {
  const shell = spawn('bash', ['-c', script], {
    cwd,
    // The pages show the outputs of the default profile.
    env: plainEnvironment({ [PROFILE_VARIABLE]: undefined, PATH: `${programs}${delimiter}${process.env.PATH}` }),
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  let printed = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [, signal] = (await once(shell, 'close')) as [number | null, string | null];
  if (signal !== null) throw new Error(`the commands did not end in ${LIMIT_MS} ms; they printed:\n${printed}`);
  return printed;
};

/**
 * Runs commands in one shell, one after the other, against the server of a URL; resolves to what each prints, with the
 * documented address in place of the server's.
 * @throws Error when the shell cannot be run or does not end
 */
export const runInShell = async (
  url: string,
  setup: string,
  commands: readonly DocumentedCommand[],
): Promise<readonly string[]> => {
  const { host, port } = new URL(url);
  const here = (text: string): string => text.replaceAll(DOCUMENTED_HOST, host);
  const ended = `printf '${END}'`;
  const lines = [here(setup), ended, ...commands.flatMap((one) => [here(one.command), ended])];
  const printed = await withProduct(port, (programs) =>
    inWorkFolder((folder) => printedBy(lines.join('\n'), folder, programs)),
  );
  const [, ...outputs] = printed.replaceAll(host, DOCUMENTED_HOST).split(END);
  return outputs.slice(0, commands.length);
};

/** A line end at the end of an output is ignored, since a document cannot show that it is missing. */
const trimmed = (text: string): string => text.replace(/\n+$/, '');

/** True if a command printed the output in a document, in which `…` is any text within a line. */
export const isAsDocumented = (printed: string, documented: string): boolean => {
  const pattern = trimmed(documented).split(ANY_TEXT).map(literally).join('.*');
  return new RegExp(`^${pattern}$`).test(trimmed(printed));
};

/** The outputs that differ from what a document shows, as text that says where. */
export const differences = (
  file: string,
  commands: readonly DocumentedCommand[],
  outputs: readonly string[],
): { readonly documented: readonly string[]; readonly printed: readonly string[] } => {
  const differing = commands
    .map((command, at) => ({ ...command, printed: outputs[at] ?? '' }))
    .filter(({ output, printed }) => !isAsDocumented(printed, output));
  const linesOf = (text: 'output' | 'printed'): readonly string[] =>
    differing.map((one) => `${file}:${one.line} ${one.command}\n${trimmed(one[text])}`);
  return { documented: linesOf('output'), printed: linesOf('printed') };
};
