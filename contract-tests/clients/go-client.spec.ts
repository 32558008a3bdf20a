import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { excerptsOf } from '../documents/documented-code.ts';
import { expect, test } from '../package/user-folder.ts';
import { missingGo } from '../support/go-module.ts';
import { plainEnvironment } from '../support/own-server.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { mustRun } from './programs.ts';

/** A first run compiles the standard library with its race detector, and gRPC. */
const LIMIT_MS = 480_000;

/** True if the race detector can be built, which needs a compiler of C. */
const hasRace = (): boolean => spawnSync('cc', ['--version']).error === undefined;

for (const [module, files] of [
  ['clients/go', ['first_test.go', 'repos_test.go', 'synctest_test.go']],
  ['clients/go/grpcmock', ['grpcmock_test.go']],
] as const) {
  test(`N4, N5, N6, N7, N8, N13, J15: the tests of ${module} pass with the package @mock @whole`, async ({ user }) => {
    test.setTimeout(LIMIT_MS);
    skipAloud(`the tests of ${module} were not run`, missingGo(module));
    const env = plainEnvironment({ PLATFORM_MOCK_BINARY: resolve(user, 'node_modules/platform-mock/dist/main.cjs') });
    const surroundings = { cwd: module, env, limit: LIMIT_MS };
    expect(await mustRun('gofmt', ['-l', '.'], surroundings)).toBe('');
    await mustRun('go', ['vet', './...'], surroundings);
    const race = hasRace() ? ['-race'] : [];
    const printed = await mustRun('go', ['test', ...race, '-count=2', '-v', './...'], surroundings);
    const documented = files
      .flatMap((file) => excerptsOf(`${module}/${file}`))
      .flatMap(({ text }) => text.match(/(?<=^func )Test\w+/gm) ?? []);
    expect(documented).not.toEqual([]);
    for (const name of documented) expect(printed, 'what the pages show').toContain(`--- PASS: ${name} `);
  });
}
