import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runHere } from '../support/command-here.ts';
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
  test('--out writes the files that the package ships, and the files of google that they import', async ({
    folder,
  }) => {
    const out = join(folder, 'made', 'proto');
    const { code, stderr } = await runCommand(['proto', '--out', out]);
    expect([code, stderr]).toEqual([0, '']);
    const written = await filesIn(out);
    const ours = written.filter((path) => !path.startsWith('google/'));
    expect(ours).toEqual(await filesIn('proto'));
    for (const path of ours) {
      if (path !== 'buf.yaml')
        expect(await readFile(join(out, path), 'utf8'), path).toBe(await readFile(join('proto', path), 'utf8'));
    }
  });

  test('--out writes a folder that buf compiles and lints with nothing else, and no network @whole', async ({
    folder,
  }) => {
    const out = join(folder, 'proto');
    expect((await runHere(['proto', '--out', out])).code).toBe(0);
    const imported = new Set<string>();
    for (const path of (await filesIn(out)).filter((each) => each.endsWith('.proto'))) {
      const text = await readFile(join(out, path), 'utf8');
      for (const [, file = ''] of text.matchAll(/^import "([^"]+)";$/gm)) imported.add(file);
    }
    // Every compiler brings these.
    const missing = [...imported].filter((file) => !file.startsWith('google/protobuf/'));
    expect(missing.filter((file) => !existsSync(join(out, file)))).toEqual([]);
    expect(missing.length).toBeGreaterThan(2);
    const buf = fileURLToPath(import.meta.resolve('@bufbuild/buf/bin/buf'));
    // Nothing can be fetched through a proxy that is not there, and nothing was fetched before into this cache.
    const env = { ...process.env, HTTPS_PROXY: 'http://127.0.0.1:9', BUF_CACHE_DIR: join(folder, 'cache') };
    for (const args of [['build', '-o', join(folder, 'image.binpb')], ['lint']]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [buf, ...args], { cwd: out, env });
      expect([status, `${stdout}${stderr}`], args[0]).toEqual([0, '']);
    }
    const image = (await readFile(join(folder, 'image.binpb'))).toString('latin1');
    for (const name of ['google.rpc', 'ErrorInfo', 'GroupsService']) expect(image).toContain(name);
  });

  test('--out leaves other files in the folder unchanged', async ({ folder }) => {
    await mkdir(join(folder, 'chainguard'), { recursive: true });
    await writeFile(join(folder, 'chainguard', 'mine.txt'), 'mine');
    expect((await runHere(['proto', '--out', folder])).code).toBe(0);
    expect(await readFile(join(folder, 'chainguard', 'mine.txt'), 'utf8')).toBe('mine');
  });

  test('without --out every file is printed after a line with its path', async () => {
    const { code, stdout } = await runCommand(['proto']);
    expect(code).toBe(0);
    const paths = [...stdout.matchAll(/^\/\/ (\S+\.proto)$/gm)].map(([, path]) => path);
    expect([...paths, 'buf.yaml'].sort()).toEqual(await filesIn('proto'));
    expect(stdout).toContain(`// ${IAM}\n${await readFile(join('proto', IAM), 'utf8')}`);
  });

  test('a folder that cannot be made exits 1 without a stack', async ({ folder }) => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { code, stderr } = await runHere(['proto', '--out', file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^platform-mock: /);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
