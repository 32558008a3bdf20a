import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { commandLine, plainEnvironment } from '../support/own-server.ts';
import { expect, test } from '../support/test.ts';

/** A file that takes no byte, as on a full disk. */
const FULL = '/dev/full';

const PRINTS: readonly (readonly string[])[] = [
  ['--help'],
  ['openapi'],
  ['proto'],
  ['docs'],
  ['docs', 'behaviour'],
  ['completion', 'bash'],
  ['serve', '--port', '0'],
  ['serve', '--port', '0', '--json'],
];

const start = (words: readonly string[], stdout: 'pipe' | number, stderr: 'pipe' | number) => {
  const [program, args] = commandLine(...words);
  return spawn(program, args, { stdio: ['ignore', stdout, stderr], env: plainEnvironment() });
};

test.describe('output that cannot be written @mock', () => {
  test.skip(!existsSync(FULL), 'needs /dev/full of Linux');

  for (const words of PRINTS) {
    test(`M28: ${words.join(' ')} ends with 1 and one line`, async () => {
      const child = start(words, openSync(FULL, 'w'), 'pipe');
      const [said, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'exit')]);
      expect([code, said]).toEqual([1, expect.stringMatching(/^platform-mock: stdout cannot be written: ENOSPC.*\n$/)]);
    });
  }

  test('M28: a mock whose log cannot be written answers', async () => {
    const child = start(['serve', '--port', '0', '--json', '--log-level', 'debug'], 'pipe', openSync(FULL, 'w'));
    try {
      const [line] = await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line');
      const { localUrl } = JSON.parse(String(line)) as { readonly localUrl: string };
      const ping = async (): Promise<number> => (await fetch(`${localUrl}/ping/v2/ping`)).status;
      expect([await ping(), await ping(), await ping()]).toEqual([200, 200, 200]);
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });
});
