import { spawnSync } from 'node:child_process';

/** A command of a document, with what the document says that it prints. */
export interface DocumentedCommand {
  readonly command: string;
  readonly output: string;
  /** Where it stands in the document, counted from 1. */
  readonly line: number;
}

/** A part of a document that is run from its beginning to its end. */
export interface DocumentedSection {
  readonly title: string;
  readonly commands: readonly DocumentedCommand[];
}

/** A document as far as it can be run. */
export interface RunnableDocument {
  /** The lines of its `sh` blocks: what its commands take for granted. */
  readonly setup: string;
  readonly sections: readonly DocumentedSection[];
}

const FENCE = /^```(\w*)/;
const HEADING = /^##? (.+)/;
const PROMPT = '$ ';

/** Reads what can be run in a document: its `console` blocks by section, and its `sh` blocks as their setup. */
export const runnableParts = (markdown: string): RunnableDocument => {
  const setup: string[] = [];
  const sections: { title: string; commands: { command: string; output: string; line: number }[] }[] = [];
  let language: string | undefined;
  for (const [index, text] of markdown.split('\n').entries()) {
    const fence = FENCE.exec(text)?.[1];
    const commands = sections.at(-1)?.commands ?? [];
    if (fence !== undefined) language = language === undefined ? fence : undefined;
    else if (language === 'sh') setup.push(text);
    else if (language === 'console' && text.startsWith(PROMPT)) {
      commands.push({ command: text.slice(PROMPT.length), output: '', line: index + 1 });
    } else if (language === 'console') {
      const last = commands.at(-1);
      if (!last) throw new Error(`line ${index + 1} is the output of no command`);
      last.output += `${text}\n`;
    } else if (language === undefined) {
      const title = HEADING.exec(text)?.[1];
      if (title !== undefined) sections.push({ title, commands: [] });
    }
  }
  return { setup: setup.join('\n'), sections: sections.filter(({ commands }) => commands.length > 0) };
};

const LIMIT_MS = 60_000;
const END = '\u001e';

/**
 * Runs commands in one shell, one after the other, and gives what each prints. A line end at the end of what is printed
 * counts for nothing, since a document cannot show that there is none.
 * @throws Error when the shell cannot be run or does not come to an end
 */
export const runInShell = (setup: string, commands: readonly string[]): readonly string[] => {
  const script = [setup, ...commands.flatMap((command) => [command, `printf '${END}'`])].join('\n');
  const { error, stdout } = spawnSync('bash', ['-c', script], {
    encoding: 'utf8',
    timeout: LIMIT_MS,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error) throw error;
  return stdout.split(END).slice(0, commands.length);
};

/** Text without the line ends at its end. */
export const trimmed = (text: string): string => text.replace(/\n+$/, '');
