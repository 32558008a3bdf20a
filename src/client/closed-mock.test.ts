import { equal } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

/** The maximum time for a process that starts a mock and ends; an open handle would keep it alive longer. */
const LIMIT_MILLIS = 30_000;

/** Runs a program that has `startMock` until it ends by itself. */
const runProgram = async (program: string): Promise<readonly [code: unknown, output: string]> => {
  const whole = `import { startMock } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)};\n${program}`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', whole];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MILLIS });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return [code, output];
};

test('after close() the process ends, and so have the calls that waited', async () => {
  const [code, output] = await runProgram(`
    {
      const mock = await startMock();
      const waiting = ['latency=600000', 'latency=600000;phase=mid_stream', 'never'].map(async (fault) => {
        const headers = { authorization: 'Bearer ' + mock.token, 'x-mock-fault': fault };
        const answer = await fetch(mock.url + '/registry/v2/repos', { headers });
        await answer.text();
      });
      const ended = Promise.allSettled(waiting);
      while ((await mock.journal.list()).entries.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
      await mock.close();
      await ended;
      console.log('closed');
    }
  `);
  equal(output, 'closed\n');
  equal(code, 0);
});
