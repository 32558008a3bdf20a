const UNKNOWN = /^unknown (command|option) '(.*)'(?: \(Did you mean (?:one of )?(.*)\?\))?$/;

const quoted = (text: string): string => JSON.stringify(text);

/** Says that there is no command or option of a name, and what there is. */
export const noSuch = (kind: string, name: string, hint: string): string =>
  `there is no ${kind} ${quoted(name)}, ${hint}`;

/** Commander's refusal of a command line, in one line and in the words of all other refusals. */
export const refusalText = (message: string): string => {
  const text = message
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
  const [, kind, name = '', nearest] = UNKNOWN.exec(text) ?? [];
  if (kind === undefined) return text.replaceAll(/(?<=^|\s)'([^']*)'(?=[\s.]|$)/g, '"$1"');
  const near = nearest?.split(', ').map(quoted).join(' or ');
  return noSuch(kind, name, near === undefined ? '--help lists those there are' : `did you mean ${near}?`);
};
