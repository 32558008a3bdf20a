import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeProgram } from '../support/written-program.ts';

/** The version of this project. */
export const version = String((JSON.parse(await readFile('package.json', 'utf8')) as { version: unknown }).version);

/** Releases that are downloaded, with the paths that were asked for. */
export interface Releases {
  readonly url: string;
  readonly asked: readonly string[];
  /** Replaces a file of the release. */
  readonly put: (name: string, bytes: string) => void;
  readonly close: () => void;
}

/** Serves a release of this version for Linux on x64, whose executable is the command line under test. */
export const serveReleases = async (folder: string): Promise<Releases> => {
  const stage = join(folder, 'release');
  await mkdir(stage);
  await writeProgram(join(stage, 'platform-mock'));
  const archive = 'platform-mock-linux-x64.tar.gz';
  const packed = spawnSync('tar', ['-czf', archive, 'platform-mock'], { cwd: stage });
  if (packed.status !== 0) throw new Error(String(packed.stderr));
  const bytes = await readFile(join(stage, archive));
  const digest = createHash('sha256').update(bytes).digest('hex');
  const files = new Map<string, Buffer>([
    [`/v${version}/${archive}`, bytes],
    [`/v${version}/checksums.txt`, Buffer.from(`${'0'.repeat(64)}  other.tar.gz\n${digest}  ${archive}\n`)],
  ]);
  const asked: string[] = [];
  const server = createServer(({ url = '' }, answer) => {
    asked.push(url);
    const file = files.get(url);
    answer.writeHead(file ? 200 : 404).end(file ?? '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    put: (name, text) => void files.set(`/v${version}/${name}`, Buffer.from(text)),
    close: () => server.close(),
  };
};
