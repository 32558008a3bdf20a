import { posix } from 'node:path';
import type { SourceFile } from './source-file.ts';

const MAX_LINES = 400;
const MAX_FUNCTION_LINES = 60;
const VAGUE_NAMES = ['utils', 'util', 'helpers', 'helper', 'common', 'types', 'misc'];

/** A spread of a literal in a literal, whose properties could stand there themselves. */
const SPREAD_LITERAL = /[{,]\s*\.\.\.\{/;
const MAXIMUM = /\b(?:MOST|LONGEST|LARGEST)_[A-Z]+/;

/** The faults in a file's name, its length, the length of its functions, or its form. Tables may be of any length. */
export const wrongShape = (file: SourceFile): readonly string[] => {
  const { path, code, lines } = file;
  const name = posix.basename(path).replace(/(?:\.(?:contract|client|command))?\.tsx?$/, '');
  return [
    ...(/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? [] : [`${name} is not kebab-case`]),
    ...(VAGUE_NAMES.includes(name) ? [`${name} names no concept`] : []),
    ...(lines > MAX_LINES ? [`has ${lines} lines, more than ${MAX_LINES}`] : []),
    // The properties of a component cannot stand there in another way.
    ...(SPREAD_LITERAL.test(code) && !path.endsWith('.tsx') ? ['spreads a literal in a literal'] : []),
    ...(MAXIMUM.test(code) ? [`names a maximum ${MAXIMUM.exec(code)?.[0]}, and not MAX_`] : []),
    ...(lines > MAX_FUNCTION_LINES ? file.functions : [])
      .filter((one) => one.lines > MAX_FUNCTION_LINES && !one.isTable)
      .map((one) => `${one.name || 'a function'} has more than ${MAX_FUNCTION_LINES} lines`),
  ];
};
