import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '../support/folder.ts';
import { runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';

const IAM = 'chainguard/platform/iam/v2/iam.proto';

const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

test.describe('proto @mock', () => {
  test('--out writes exactly the files that the package ships', async ({ folder }) => {
    const out = join(folder, 'made', 'proto');
    const { code, stderr } = await runCommand(['proto', '--out', out]);
    expect([code, stderr]).toEqual([0, '']);
    const written = await filesIn(out);
    expect(written).toEqual(await filesIn('proto'));
    for (const path of written) {
      expect(await readFile(join(out, path), 'utf8'), path).toBe(await readFile(join('proto', path), 'utf8'));
    }
  });

  test('--out leaves what else is in the folder alone', async ({ folder }) => {
    await mkdir(join(folder, 'chainguard'), { recursive: true });
    await writeFile(join(folder, 'chainguard', 'mine.txt'), 'mine');
    expect((await runCommand(['proto', '--out', folder])).code).toBe(0);
    expect(await readFile(join(folder, 'chainguard', 'mine.txt'), 'utf8')).toBe('mine');
  });

  test('without --out every file is printed behind a line with its path', async () => {
    const { code, stdout } = await runCommand(['proto']);
    expect(code).toBe(0);
    const paths = [...stdout.matchAll(/^\/\/ (\S+\.proto)$/gm)].map(([, path]) => path);
    expect([...paths, 'buf.yaml'].sort()).toEqual(await filesIn('proto'));
    expect(stdout).toContain(`// ${IAM}\n${await readFile(join('proto', IAM), 'utf8')}`);
  });

  test('a folder that cannot be made exits 1 without a stack', async ({ folder }) => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { code, stderr } = await runCommand(['proto', '--out', file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^platform-mock: /);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
