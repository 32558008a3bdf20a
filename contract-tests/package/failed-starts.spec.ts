import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './packed.ts';
import { expect, test } from './user-folder.ts';

/** A stage at which `startMock` fails: its options, with FOLDER and PORT in the place of both, and what the reason names. */
const STAGES: readonly (readonly [what: string, options: string, says: RegExp])[] = [
  [
    'sinkCa is no certificate',
    "{ sinkCa: 'none' }",
    /^TypeError: startMock: sinkCa must have a certificate in PEM form$/,
  ],
  ['data is a folder', '{ data: FOLDER }', /is a folder/],
  ['data is in a missing folder', "{ data: FOLDER + '/none/a.json' }", /none/],
  ['data is not JSON', "{ data: FOLDER + '/bad.json' }", /bad\.json/],
  ['tls names missing files', "{ tls: { certFile: FOLDER + '/c.pem', keyFile: FOLDER + '/k.pem' } }", /c\.pem/],
  ['a fixture is missing', "{ fixtures: [FOLDER + '/none.yaml'] }", /none\.yaml/],
  [
    'a fixture is no YAML',
    "{ tls: 'auto', data: FOLDER + '/new.json', fixtures: [FOLDER + '/bad.yaml'] }",
    /bad\.yaml/,
  ],
  ['the port is taken', "{ port: PORT, data: FOLDER + '/new.json' }", /in use/],
  ['the host is unknown', "{ host: 'nowhere.invalid' }", /nowhere\.invalid/],
];

test.describe('M11: startMock that fails @mock', () => {
  for (const [index, [what, options, says]] of STAGES.entries()) {
    test(`M11: ${what}: it rejects, and the process ends by itself`, async ({ user }) => {
      const folder = join(user, `failed-start-${index}`);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'bad.json'), '{"format":');
      await writeFile(join(folder, 'bad.yaml'), 'groups: [\n');
      const program = `
        import { createServer } from 'node:net';
        import { startMock } from 'platform-mock';
        const FOLDER = ${JSON.stringify(folder)};
        const taken = createServer();
        const PORT = await new Promise((done) => taken.listen(0, '127.0.0.1', () => done(taken.address().port)));
        const reason = await startMock(${options}).then(() => 'it has started', String);
        taken.close();
        console.log(reason);`;
      const printed = await run(folder, 'node', '--input-type=module', '--eval', program);
      expect(printed.trim()).toMatch(says);
    });
  }
});
