import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ruleFiles } from './rule-book.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const MAX_README_LINES = 180;

/** Documents in which every path below a folder of the repository must exist. */
const NAMES_FILES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/contract-suite.md',
  'docs/design/console.md',
  'docs/design/performance-notes.md',
];
const FOLDERS = ['src', 'scripts', 'contract-tests', 'bench', 'docs', 'fixtures', 'samples', 'proto'];

const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');

const papers = ['.', 'docs', 'docs/steering', 'docs/tasks', 'docs/reference', 'docs/design', '.github']
  .flatMap((folder) => readdirSync(join(PROJECT, folder)).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('.md'));

const withoutBlocks = (markdown: string): string => markdown.replace(/^ *```[\s\S]*?^ *```$/gm, '');

const PATH = new RegExp(`(?<![\\w./-])(?:${FOLDERS.join('|')})/(?:[\\w.-]+/?)*`, 'g');

/** The files and folders of the repository that a document names, in its text and in its commands. */
const namedFiles = (markdown: string): readonly string[] =>
  [...markdown.matchAll(PATH)].map(([path]) => path.replace(/\.+$/, ''));

const slug = (heading: string): string =>
  heading
    .replace(/<[^>]*>/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The targets of links into a document: its headings, as they are shown on the web, and its own anchors. */
const anchorsOf = (markdown: string): ReadonlySet<string> => {
  const text = withoutBlocks(markdown);
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => slug(heading));
  const own = [...text.matchAll(/<a (?:id|name)="([^"]+)">/g)].map(([, id = '']) => id);
  return new Set([...headings, ...own]);
};

/** The address of the repository's files on the web, by which a page links them that is read elsewhere, too. */
const ON_THE_WEB =
  /^https:\/\/(?:github\.com|raw\.githubusercontent\.com)\/platform-mock\/platform-mock\/(?:blob\/)?main\//;

const linksOf = (markdown: string): readonly string[] =>
  [...withoutBlocks(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);

const isElsewhere = (link: string): boolean => /^[a-z]+:/.test(link);

/** The links of a document whose target in the repository is missing; those to other sites are not followed. */
const brokenLinks = (file: string, markdown: string): readonly string[] =>
  linksOf(markdown)
    .filter((link) => !isElsewhere(link) || ON_THE_WEB.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#', 2);
      const within = ON_THE_WEB.test(path) ? path.replace(ON_THE_WEB, '') : join(dirname(file), path);
      const target = path === '' ? file : relative('.', within);
      if (!existsSync(join(PROJECT, target))) return true;
      if (anchor === undefined) return false;
      return !anchorsOf(target === file ? markdown : read(target)).has(decodeURIComponent(anchor));
    });

interface Excerpt {
  readonly file: string;
  /** Its parts between the lines that leave something out. */
  readonly parts: readonly string[];
}

const excerptsOf = (markdown: string): readonly Excerpt[] =>
  [...markdown.matchAll(/^<!-- from: (\S+) -->\n```(?:ts|js|go|python)\n([\s\S]*?)^```$/gm)].map(
    ([, file = '', text = '']) => ({
      file,
      parts: text.split(/^[ \t]*(?:\/\/|#) …\n/m),
    }),
  );

test(`README.md has at most ${MAX_README_LINES} lines`, () => {
  const lines = read('README.md').trimEnd().split('\n');
  assert.ok(lines.length <= MAX_README_LINES, `it has ${lines.length}`);
});

test('CHANGELOG.md has a section for what is not released, and for each version one of at most 40 lines', () => {
  const [head = '', unreleased, ...versions] = read('CHANGELOG.md').split(/^(?=## )/m);
  assert.match(head, /^# Changelog\n/);
  assert.match(unreleased ?? '', /^## Unreleased\n/);
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  assert.ok(versions.some((text) => text.startsWith(`## ${version} - `)));
  for (const text of versions) {
    assert.match(text, /^## \d+\.\d+\.\d+(?:-[\w.]+)? - \d{4}-\d\d-\d\d\n/);
    assert.ok(text.trimEnd().split('\n').length <= 40, text.slice(0, 20));
    const kinds = [...text.matchAll(/^### (.*)$/gm)].map(([, kind]) => kind);
    assert.ok(kinds.every((kind) => /^(?:Added|Changed|Deprecated|Removed|Fixed|Security)$/.test(kind ?? '')));
  }
});

for (const file of NAMES_FILES) {
  test(`every path that ${file} names exists`, () => {
    const missing = namedFiles(read(file)).filter((path) => !existsSync(join(PROJECT, path)));
    assert.deepEqual(missing, []);
  });
}

test('docs/architecture.md names the files of all of its walks', () => {
  assert.ok(namedFiles(read('docs/architecture.md')).length > 40);
});

for (const file of [...papers, ...ruleFiles().map(({ path }) => path)]) {
  test(`every link of ${file} within the repository has a target`, () => {
    assert.deepEqual(brokenLinks(file, read(file)), []);
  });
}

const pagesWithExcerpts = papers.filter((file) => read(file).includes('\n<!-- from: '));

test('pages have excerpts', () => assert.ok(pagesWithExcerpts.length > 1));

for (const file of pagesWithExcerpts) {
  test(`every excerpt in ${file} occurs in its source file`, () => {
    const text = read(file);
    const excerpts = excerptsOf(text);
    assert.equal(excerpts.length, text.match(/^<!-- from: /gm)?.length);
    for (const { file: from, parts } of excerpts) {
      const source = read(from);
      for (const part of parts) assert.ok(source.includes(part), `${from} has no such lines:\n${part}`);
    }
  });
}

const WEB_ROOT = 'https://github.com/platform-mock/platform-mock/blob/main/';

test('llms.txt lists each page of docs once, by its title and with a sentence', () => {
  const pages = papers.filter((file) => file.startsWith('docs/'));
  const listed = [...read('llms.txt').matchAll(/^- \[(.+)\]\((\S+)\): (.+)$/gm)];
  const titled = pages.map((file) => `${/^# (.+)/.exec(read(file))?.[1]} ${WEB_ROOT}${file}`);
  assert.deepEqual(listed.map(([, title, link]) => `${title} ${link}`).toSorted(), titled.toSorted());
  for (const [line, , , sentence = ''] of listed) assert.match(sentence, /^[A-Z][^.]*(?:\.\w[^.]*)*\.$/, line);
});

test('a link of README.md works where the package is installed', () => {
  const { files } = JSON.parse(read('package.json')) as { readonly files: readonly string[] };
  // npm packs these whatever is listed.
  const packed = [...files, 'LICENSE', 'README.md', 'package.json'];
  const links = linksOf(read('README.md'));
  assert.ok(links.some((link) => ON_THE_WEB.test(link)));
  assert.deepEqual(
    links.filter((link) => !isElsewhere(link) && !packed.some((name) => link === name || link.startsWith(`${name}/`))),
    [],
  );
});

test('docs/fixtures.md lists every fixture that is shipped', () => {
  const shipped = readdirSync(join(PROJECT, 'fixtures')).map((name) => name.replace(/\.yaml$/, ''));
  const listed = [...read('docs/fixtures.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(listed.toSorted(), shipped.toSorted());
});

test('every npm script that a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const named = papers.flatMap((file) => [...read(file).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name));
  assert.ok(named.length > 10);
  assert.deepEqual(
    named.filter((name) => !(name in scripts)),
    [],
  );
});

test('.nvmrc has the oldest version of Node that is supported', () => {
  const { engines } = JSON.parse(read('package.json')) as { readonly engines: { readonly node: string } };
  assert.equal(`^${read('.nvmrc').trim()}`, engines.node.split(' ')[0]);
});

const BROKEN: readonly (readonly [what: string, markdown: string, broken: readonly string[]])[] = [
  ['a missing file', '[a](docs/nowhere.md)', ['docs/nowhere.md']],
  ['a missing anchor', '# A b\n[a](#a-b) [c](#c)', ['#c']],
  ['an anchor that another page does not have', '[a](docs/steering.md#nothing)', ['docs/steering.md#nothing']],
  [
    'a missing file of this repository on the web',
    '[a](https://github.com/platform-mock/platform-mock/blob/main/docs/nowhere.md)',
    ['https://github.com/platform-mock/platform-mock/blob/main/docs/nowhere.md'],
  ],
  ['nothing in other sites and in blocks', '[a](https://example.com)\n```md\n[a](b.md)\n```\n', []],
  ['nothing in an anchor of its own', '<a id="L22"></a> [a](#L22)', []],
];

for (const [what, markdown, broken] of BROKEN) {
  test(`the check of links finds ${what}`, () => {
    assert.deepEqual(brokenLinks('README.md', markdown), broken);
  });
}

test('the check of paths finds files below the folders of the repository, and no other words', () => {
  const text =
    'In `src/no.ts`, see docs/steering.md. `a/src/b` `/docs/x` `src/**/*.ts`\n```sh\nnode scripts/no.ts\n```\n';
  assert.deepEqual(namedFiles(text), ['src/no.ts', 'docs/steering.md', 'src/', 'scripts/no.ts']);
});

/** The verbs that README's table gives each resource of a path root, such as `/iam/v2/groups:lookupGroup`. */
const claimedVerbs = (markdown: string): readonly string[] => {
  let root = '';
  return markdown.split('\n').flatMap((line) => {
    const [, first = '', resources = '', operations = ''] =
      /^\| (?:`(\/[^`]+)`)? *\| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? [];
    if (first !== '') root = first;
    const verbs = [...operations.matchAll(/`(:\w+)`/g)].map(([, verb]) => verb);
    return resources.split(', ').flatMap((resource) => verbs.map((verb) => `${root}${resource}${verb}`));
  });
};

test('README claims each custom verb for the resources that have it, and all of them', () => {
  const served = [...read('openapi.yaml').matchAll(/^ {2}(\/\w+\/v2\/\w+)(?:\/\{\w+\})?(:\w+):$/gm)].map(
    ([, collection, verb]) => `${collection}${verb}`,
  );
  assert.ok(served.length > 0);
  assert.deepEqual([...claimedVerbs(read('README.md'))].sort(), [...new Set(served)].sort());
});
