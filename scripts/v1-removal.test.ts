import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFile } from '../src/testing/architecture/source-file.ts';
import { emptiedSeam, goneWithV1, touchedByRemoval } from './v1-removal.ts';

const filesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => sourceFile(path, text));

const goneOf = (texts: Readonly<Record<string, string>>): readonly string[] => [...goneWithV1(filesOf(texts))].sort();

test('the rooms of v1 are removed, with the tests and the test material that import them', () => {
  const gone = goneOf({
    'v1/form.ts': '',
    'v1/form.test.ts': "import './form.ts';",
    'resources/v1.ts': "import './iam/v1/groups.ts';",
    'resources/iam/v1/groups.ts': '',
    'resources/iam/groups.ts': '',
    'resources/iam/groups.test.ts': "import './groups.ts';",
    'testing/forms.ts': "import '../v1/form.ts';",
    'faces/rest/face.test.ts': "import '../../testing/forms.ts';",
    'faces/rest/other.test.ts': "import './face.ts';",
  });
  assert.deepEqual(gone, [
    'faces/rest/face.test.ts',
    'resources/iam/v1/groups.ts',
    'resources/v1.ts',
    'testing/forms.ts',
    'v1/form.test.ts',
    'v1/form.ts',
  ]);
});

test('a production file that imports v1 stays, so that its types break', () => {
  assert.deepEqual(goneOf({ 'v1/form.ts': '', 'kernel/call.ts': "import '../v1/form.ts';" }), ['v1/form.ts']);
});

test('a test is touched by the removal where it loads the seam or may look at files, directly or not', () => {
  const tests = {
    'kernel/a.test.ts': "import './a.ts';",
    'kernel/b.test.ts': "import '../testing/all.ts';",
    'kernel/c.test.ts': "import '../testing/look.ts';",
    'kernel/d.test.ts': "const later = await import('../testing/all.ts');",
    'kernel/e.test.ts': "import { spawn } from 'node:child_process';",
    'kernel/f.test.ts': "import assert from 'node:assert/strict'; import './f.test.ts';",
  };
  const files = filesOf({
    ...tests,
    'kernel/a.ts': '',
    'testing/all.ts': "import '../editions/editions.ts';",
    'testing/look.ts': "import { readFileSync } from 'node:fs';",
    'editions/editions.ts': "import './v1.ts';",
    'editions/v1.ts': '',
  });
  assert.deepEqual(touchedByRemoval(Object.keys(tests), files), [
    'kernel/b.test.ts',
    'kernel/c.test.ts',
    'kernel/d.test.ts',
    'kernel/e.test.ts',
  ]);
});

test('the seam keeps its lists, which are empty, and loses its imports from v1', () => {
  const seam = `import type { Operation } from '../schema/operation.ts';
import { olderForms } from '../resources/v1.ts';
import { operationsOf } from '../v1/operations.ts';

/** The operations of v1. */
export const olderOperations: readonly Operation[] = olderForms.flatMap((form) => operationsOf(form));
`;
  assert.equal(
    emptiedSeam(seam),
    "import type { Operation } from '../schema/operation.ts';\nexport const olderOperations: readonly Operation[] = [];\n",
  );
});

for (const statement of [
  'export const a = [b];',
  'export const a: readonly string = b;',
  'export { a } from "./b.ts";',
]) {
  test(`a seam with ${statement} cannot be emptied`, () => {
    assert.throws(() => emptiedSeam(statement), /may only export lists/);
  });
}
