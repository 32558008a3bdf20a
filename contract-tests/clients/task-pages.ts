import { readdirSync } from 'node:fs';
import { blocksOf, read } from '../documents/document-blocks.ts';
import { commandsOf, type DocumentedCommand } from '../documents/documented-commands.ts';
import { literally } from '../support/literally.ts';

/** A page of docs/tasks. */
export interface TaskPage {
  /** Its file; the mistake that it shows has the same name. */
  readonly name: string;
  /** The output that the page shows for the tests of a sample with the mistake. */
  readonly printed: readonly { readonly by: string; readonly text: string }[];
  /** Its commands that run tests of a sample, with their outputs. */
  readonly commands: readonly DocumentedCommand[];
}

const PRINTED_BY = /^<!-- printed by: (\S+) -->$/;
const RUNS = '<!-- runs: samples/tasks/python -->';

const pageOf = (file: string): TaskPage => {
  const text = read(`docs/tasks/${file}`);
  const lines = text.split('\n');
  const printed = blocksOf(text).flatMap(({ line, lines: shown }) => {
    const [, by] = PRINTED_BY.exec(lines[line - 2] ?? '') ?? [];
    return by === undefined ? [] : [{ by, text: shown.join('\n') }];
  });
  const commands = blocksOf(text)
    .filter(({ line }) => lines[line - 2] === RUNS)
    .flatMap(commandsOf);
  return { name: file.replace(/\.md$/, ''), printed, commands };
};

/** The pages by task. */
export const taskPages: readonly TaskPage[] = readdirSync('docs/tasks').sort().map(pageOf);

/** A pattern of lines as a page shows them: `…` is any text of a line, and alone on a line any lines. */
export const patternOf = (printed: string): RegExp => {
  const lines = printed
    .split('\n')
    .map((line) => (line === '…' ? '(?:.*\n)*?' : `${line.split('…').map(literally).join('.*')}\n`));
  return new RegExp(`^${lines.join('')}`, 'm');
};
