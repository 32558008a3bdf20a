import { type Block, partsOf } from './document-blocks.ts';

/** A command of a document, with the output that the document shows for it. */
export interface DocumentedCommand {
  readonly command: string;
  readonly output: string;
  /** Its place in the document, counted from 1. */
  readonly line: number;
}

/** A part of a document that is run from its beginning to its end. */
export interface DocumentedSection {
  readonly title: string;
  readonly commands: readonly DocumentedCommand[];
}

/** A block of commands that a document marks as one that is not run. */
export interface UnrunBlock {
  readonly reason: string;
  readonly text: string;
  readonly line: number;
}

/** A document as far as its commands are concerned. */
export interface RunnableDocument {
  /** The lines of its `sh` blocks: the setup of its commands. */
  readonly setup: string;
  /** The sections that have commands, in order. */
  readonly sections: readonly DocumentedSection[];
  readonly unrun: readonly UnrunBlock[];
}

const PROMPT = '$ ';
/** The prompt of a shell for the further lines of a command. */
const CONTINUED = '> ';
/** Languages of blocks that are not shell input; documented-code.ts reads the blocks of code. */
const NO_COMMANDS = ['json', 'yaml', 'ts', 'js', 'go', 'python', 'proto', 'text', 'mermaid'];

/** The commands of a `console` block: what follows a prompt, with its further lines, and the lines below as its output. */
export const commandsOf = ({ lines, line }: Pick<Block, 'lines' | 'line'>): readonly DocumentedCommand[] => {
  const commands: { command: string; output: string; line: number }[] = [];
  for (const [index, text] of lines.entries()) {
    const last = commands.at(-1);
    if (text.startsWith(PROMPT)) {
      commands.push({ command: text.slice(PROMPT.length), output: '', line: line + index + 1 });
    } else if (last?.output === '' && text.startsWith(CONTINUED)) {
      last.command += `\n${text.slice(CONTINUED.length)}`;
    } else if (last) last.output += `${text}\n`;
    else throw new Error(`line ${line + index + 1} is the output of no command`);
  }
  if (commands.length === 0) throw new Error(`line ${line}: the console block has no command`);
  return commands;
};

/**
 * Reads what can be run in a document: its `console` blocks by section, and its `sh` blocks as their setup. A block below
 * a comment `<!-- not run: REASON -->` is left out.
 * @throws Error for a block that is neither run nor marked, and for output without a command
 */
export const runnableParts = (markdown: string): RunnableDocument => {
  const setup: string[] = [];
  const unrun: UnrunBlock[] = [];
  const sections: { title: string; commands: DocumentedCommand[] }[] = [];
  for (const part of partsOf(markdown)) {
    if ('title' in part) sections.push({ title: part.title, commands: [] });
    else if (part.reason !== undefined) {
      unrun.push({ reason: part.reason, text: part.lines.join('\n'), line: part.line });
    } else if (part.language === 'sh') setup.push(...part.lines);
    else if (part.language === 'console') {
      const section = sections.at(-1);
      if (!section) throw new Error(`line ${part.line}: the block has no heading above it`);
      section.commands.push(...commandsOf(part));
    } else if (!NO_COMMANDS.includes(part.language)) {
      throw new Error(`line ${part.line}: a block of "${part.language}" is neither run nor marked as not run`);
    }
  }
  return { setup: setup.join('\n'), sections: sections.filter(({ commands }) => commands.length > 0), unrun };
};
