import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run } from '../clients/programs.ts';
import { virtualEnvironment } from '../clients/virtual-environment.ts';
import { test } from '../support/folder.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect } from '../support/test.ts';

const { bin, install } = virtualEnvironment('contract-tests/documents/requirements.txt');

/** The releases of Kubernetes that the manifests are for: an old one that clusters still run, and the newest. */
const RELEASES = ['1.29', '1.37'];

/** A file with what judges it, and a change by which it must be refused. */
interface Judged {
  readonly file: string;
  readonly program: string;
  readonly words: readonly string[];
  /** The verdict on the file as it is. */
  readonly says: RegExp;
  readonly change: readonly [from: string, to: string];
  /** The verdict on the changed one. */
  readonly refuses: RegExp;
}

const JUDGED: readonly Judged[] = [
  ...RELEASES.flatMap((release) =>
    ['platform-mock.yaml', 'one-pod.yaml'].map((name) => ({
      file: `deploy/kubernetes/${name}`,
      program: 'kubernetes-validate',
      words: ['--strict', '-k', release],
      // Of each of its three documents.
      says: /^(?:INFO.* passed for resource .*\n){3}$/,
      change: ['\n  replicas: ', '\n  replica: '] as const,
      refuses: /'replica' was unexpected/,
    })),
  ),
  {
    file: 'Dockerfile',
    program: 'hadolint',
    words: ['--no-color'],
    says: /^$/,
    change: ['RUN mkdir /docker-entrypoint-init.d', 'RUN apt-get install curl && mkdir /docker-entrypoint-init.d'],
    refuses: /DL3008 .*Pin versions in apt get install/,
  },
];

test.describe('the files that run the mock in a cluster @mock', () => {
  for (const { file, program, words, says, change, refuses } of JUDGED) {
    test(`${[program, ...words].join(' ')} has nothing against ${file}, and something against a mistake in it @whole`, async ({
      folder,
    }) => {
      test.setTimeout(120_000);
      skipAloud(`${file} was not checked`, await install());
      const judge = async (path: string) => {
        const { code, stdout, stderr } = await run(join(bin, program), [...words, path]);
        return [code, `${stdout}${stderr}`];
      };
      expect(await judge(file)).toEqual([0, expect.stringMatching(says)]);
      const text = await readFile(file, 'utf8');
      const changed = join(folder, 'changed');
      await writeFile(changed, text.replace(...change));
      expect(await judge(changed)).toEqual([1, expect.stringMatching(refuses)]);
    });
  }

  test('the image is built from what its context has @whole', async ({ folder }) => {
    test.setTimeout(120_000);
    const lines = (await readFile('.dockerignore', 'utf8')).split('\n');
    const included = lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    for (const path of included) await cp(path, join(folder, path), { recursive: true });
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    const { code, stdout, stderr } = await run('npm', ['run', 'build'], { cwd: folder });
    expect(code, `${stdout}${stderr}`).toBe(0);
    // The files that the image copies beside the build.
    const copied = [...(await readFile('Dockerfile', 'utf8')).matchAll(/^COPY (?!--from|\.)(.*) \S+$/gm)];
    const missing = copied.flatMap(([, names = '']) => names.split(' ')).filter((name) => !included.includes(name));
    expect(missing).toEqual([]);
  });
});
