import { statSync } from 'node:fs';
import { makeExecutable } from './executable.ts';

try {
  const file = makeExecutable('dist');
  process.stdout.write(`${file} ${(statSync(file).size / 2 ** 20).toFixed(0)} MiB\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
