import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** The files that the resource descriptions say, each with the command that prints it. */
const EMITTED: ReadonlyMap<string, readonly string[]> = new Map([
  ['openapi.yaml', ['openapi']],
  ['fixture.schema.json', ['fixture-schema']],
]);

const print = (command: readonly string[]): string => {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'src/main.ts', ...command], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0 || stdout === '') throw new Error(`platform-mock ${command.join(' ')} printed nothing`);
  return stdout;
};

const firstDifference = (committed: string, emitted: string): string => {
  const [was, is] = [committed.split('\n'), emitted.split('\n')];
  const at = is.findIndex((line, index) => line !== was[index]);
  const line = at < 0 ? is.length : at;
  return `line ${line + 1}: committed ${JSON.stringify(was[line])}, emitted ${JSON.stringify(is[line])}`;
};

const checking = process.argv.includes('--check');
for (const [path, command] of EMITTED) {
  const emitted = print(command);
  if (!checking) {
    writeFileSync(path, emitted);
    continue;
  }
  const committed = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (committed !== emitted) {
    process.stderr.write(`${path} is not what the code says (npm run emit): ${firstDifference(committed, emitted)}\n`);
    process.exitCode = 1;
  }
}
