const UNKNOWN = /^unknown (command|option) '([^']*)'(?: \(Did you mean (?:one of )?(.*)\?\))?$/;

const quoted = (text: string): string => JSON.stringify(text);

/** What commander says of a command line that it refuses, in one line and in the words of all other refusals. */
export const refusalText = (message: string): string => {
  const text = message
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
  const [, kind, name = '', nearest] = UNKNOWN.exec(text) ?? [];
  if (kind === undefined) return text.replaceAll(/(?<=^|\s)'([^']*)'(?=[\s.]|$)/g, '"$1"');
  const hint = nearest
    ? `did you mean ${nearest.split(', ').map(quoted).join(' or ')}?`
    : '--help lists those there are';
  return `there is no ${kind} ${quoted(name)}, ${hint}`;
};
