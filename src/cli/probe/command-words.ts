import { quoteForShell } from '../../features/evidence/call-code.ts';

const PLAIN = /^[\w@%+=:,./-]+$/;

/** Words as a line for a shell. */
export const shellLine = (words: readonly string[]): string =>
  words.map((word) => (PLAIN.test(word) ? word : quoteForShell(word))).join(' ');

/** Flags that say which trials are made, and where reports go: another run of one trial has its own. */
const OF_THIS_RUN: ReadonlySet<string> = new Set([
  '--only',
  '--skip',
  '--max-trials',
  '--budget',
  '--report',
  '--junit',
  '--markdown',
  '--accept',
]);
const SWITCHES: ReadonlySet<string> = new Set(['--all', '--json']);

/** The flags of a command line, each with its value, without those that are for one run only. */
const lastingFlags = (words: readonly string[]): readonly string[] => {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [name = ''] = word.split('=', 1);
    if (SWITCHES.has(name)) continue;
    if (!OF_THIS_RUN.has(name)) kept.push(word);
    else if (!word.includes('=')) at += 1;
  }
  return kept;
};

/** The line that makes one trial of a command again; `words` are those between `probe` and the command. */
export const reproduceLine = (words: readonly string[], command: readonly string[], id: string): string => {
  const flags = lastingFlags(words.filter((word) => word !== '--'));
  return shellLine(['platform-mock', 'probe', ...flags, '--only', id, '--', ...command]);
};
