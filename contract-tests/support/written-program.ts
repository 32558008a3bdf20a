import { chmod, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { commandLine } from './own-server.ts';

const absolute = (part: string): string => {
  if (part === 'tsx') return resolve('node_modules/tsx/dist/esm/index.mjs');
  return /^(?:src|dist|scripts)\//.test(part) ? resolve(part) : part;
};

/** Writes a program that is the command line under test, wherever it is called from. */
export const writeProgram = async (file: string): Promise<void> => {
  const command = commandLine()
    .flat()
    .map((part) => `"${absolute(part)}"`);
  await writeFile(file, `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`);
  await chmod(file, 0o755);
};
