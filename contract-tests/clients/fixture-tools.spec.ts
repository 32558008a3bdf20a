import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ok } from '../support/answer.ts';
import { test } from '../support/folder.ts';
import { missingGo } from '../support/go-module.ts';
import { steer } from '../support/mock.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect } from '../support/test.ts';
import { nodePackages } from './node-packages.ts';
import { mustRun, run } from './programs.ts';
import { virtualEnvironment } from './virtual-environment.ts';

const FOLDER = join(import.meta.dirname, 'fixture-tools');
const GO = join(FOLDER, 'go');
const LIMIT_MS = 300_000;
const SCHEMA = 'fixture.schema.json';

const python = virtualEnvironment(join(FOLDER, 'requirements.txt'));
const fixtures = readdirSync('fixtures').map((name) => join('fixtures', name));

/** yamllint, strictly; but a line may be long, and a flow mapping has blanks inside. */
const LINT = `
extends: default
rules:
  document-start: disable
  line-length: disable
  braces: { min-spaces-inside: 1, max-spaces-inside: 1, min-spaces-inside-empty: 0, max-spaces-inside-empty: 0 }
`;
const UNKNOWN_KEY = ['groups:\n  - { name: a, repoes: [] }\n', 'repoes'] as const;

/** A judge of fixtures: its program, the files that it refuses, and the place that it names then. */
const JUDGES: Readonly<Record<string, readonly [command: readonly string[], wrong: string, says: string]>> = {
  'check-jsonschema': [[join(python.bin, 'check-jsonschema'), '--schemafile', SCHEMA], ...UNKNOWN_KEY],
  'python-jsonschema with PyYAML': [[python.python, join(FOLDER, 'check.py'), SCHEMA], ...UNKNOWN_KEY],
  yamllint: [
    [join(python.bin, 'yamllint'), '--strict', '--config-data', LINT],
    'groups:\n  - name: yes\n    name: b\n',
    'truthy',
  ],
};

for (const [judge, [[program = '', ...args], wrong, says]] of Object.entries(JUDGES)) {
  test(`S19: ${judge} accepts the fixtures that are shipped, and no wrong one @whole`, async ({ folder }) => {
    test.setTimeout(LIMIT_MS);
    skipAloud(`${judge} has read no fixture`, await python.install());
    await mustRun(program, [...args, ...fixtures]);
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, wrong);
    const judged = await run(program, [...args, file]);
    expect(judged.code).toBe(1);
    expect(judged.stdout + judged.stderr).toContain(says);
  });
}

const byPython = async (tool: string, file: string): Promise<string> => {
  skipAloud(`${tool} has written no fixture`, await python.install());
  return mustRun(python.python, [join(FOLDER, 'rewrite.py'), tool, file]);
};
const byGo = (tool: string, file: string): Promise<string> => {
  skipAloud(`${tool} has written no fixture`, missingGo(GO));
  return mustRun('go', ['run', '.', tool, resolve(file)], { cwd: GO, limit: LIMIT_MS });
};

const node = nodePackages('fixture-tools', join(FOLDER, 'package.json'));
const BY_JS_YAML = `import { readFileSync } from 'node:fs';
import { dump, load } from 'js-yaml';
process.stdout.write(dump(load(readFileSync(process.argv[1], 'utf8'))));`;
const byNode = async (tool: string, file: string): Promise<string> => {
  skipAloud(`${tool} has written no fixture`, await node.install());
  const folder = join(node.bin, '../..');
  return mustRun(process.execPath, ['--input-type=module', '-e', BY_JS_YAML, resolve(file)], { cwd: folder });
};

const JARS = join(node.bin, '../..', 'jars');
const SNAKEYAML = '3.2';
const byJava = async (tool: string, file: string): Promise<string> => {
  const jar = join(JARS, `snakeyaml-engine-${SNAKEYAML}.jar`);
  if (!existsSync(jar)) {
    const artifact = `-Dartifact=org.snakeyaml:snakeyaml-engine:${SNAKEYAML}`;
    const { code, stdout, stderr } = await run(
      'mvn',
      ['-q', 'dependency:copy', artifact, `-DoutputDirectory=${JARS}`],
      { limit: LIMIT_MS },
    );
    skipAloud(`${tool} has written no fixture`, code === 0 ? undefined : `Maven has not copied it: ${stdout}${stderr}`);
  }
  return mustRun('java', ['-cp', jar, join(FOLDER, 'Rewrite.java'), file]);
};

/** The tools that write fixtures again. */
const WRITERS: Readonly<Record<string, (tool: string, file: string) => Promise<string>>> = {
  PyYAML: byPython,
  'ruamel.yaml': byPython,
  'go.yaml.in/yaml': byGo,
  'goccy/go-yaml': byGo,
  'js-yaml': byNode,
  'snakeyaml-engine': byJava,
};

for (const [tool, rewrite] of Object.entries(WRITERS)) {
  for (const file of fixtures) {
    test(`S19: ${file} that ${tool} has written again is the same fixture @mock @whole`, async ({ ownWorld }) => {
      test.setTimeout(LIMIT_MS);
      const world = await ownWorld('fixture:empty');
      ok(await steer(world, 'PUT', 'clock', { mode: 'frozen' }));
      const apply = async (body: string): Promise<void> => {
        const headers = { 'content-type': 'application/yaml' };
        const target = '/_mock/v1/fixtures?mode=replace';
        ok(await world.send('POST', target, { body, headers }));
      };
      await apply(readFileSync(file, 'utf8'));
      ok(await steer(world, 'PUT', 'snapshots/before'));
      const written = await rewrite(tool, file);
      await apply(written);
      const { added, removed, changed } = ok(await steer(world, 'GET', 'snapshots/before:diff'));
      expect({ added, removed, changed }).toEqual({ added: [], removed: [], changed: [] });
    });
  }
}
