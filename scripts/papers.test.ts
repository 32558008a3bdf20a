import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packedPage } from './packed-pages.ts';
import { forRelease, installsIn, type Release } from './release-texts.ts';
import { ruleFiles } from './rule-book.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const MAX_README_LINES = 100;

/** Documents in which every path below a folder of the repository must exist. */
const NAMES_FILES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/contract-suite.md',
  'docs/design/console.md',
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

/** The targets of links into a document: its headings, as web pages name them, and its own anchors. */
const anchorsOf = (markdown: string): ReadonlySet<string> => {
  const text = withoutBlocks(markdown);
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => slug(heading));
  const own = [...text.matchAll(/<a (?:id|name)="([^"]+)">/g)].map(([, id = '']) => id);
  return new Set([...headings, ...own]);
};

const linksOf = (markdown: string): readonly string[] =>
  [...withoutBlocks(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);

const isElsewhere = (link: string): boolean => /^[a-z]+:/.test(link);

/** The links of a document whose target in the repository is missing; those to other sites are not followed. */
const brokenLinks = (file: string, markdown: string): readonly string[] =>
  linksOf(markdown)
    .filter((link) => !isElsewhere(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#', 2);
      const target = path === '' ? file : relative('.', join(dirname(file), path));
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
  [...markdown.matchAll(/^<!-- from: (\S+) -->\n```(?:ts|js|json|go|python)\n([\s\S]*?)^```$/gm)].map(
    ([, file = '', text = '']) => ({
      file,
      parts: text.split(/^[ \t]*(?:\/\/|#) …\n/m),
    }),
  );

test('README.md leads on by at most eight links, one a row', () => {
  const rows =
    read('README.md')
      .split('## Where to go next')[1]
      ?.match(/^\| (?!to |---).*$/gm) ?? [];
  assert.ok(rows.length > 0 && rows.length <= 8, `${rows.length} rows`);
  for (const row of rows) assert.equal(linksOf(row).length, 1, row);
});

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

test('llms.txt lists each page of docs once, by its title and with a sentence', () => {
  const pages = papers.filter((file) => file.startsWith('docs/'));
  const listed = [...read('llms.txt').matchAll(/^- \[(.+)\]\((\S+)\): (.+)$/gm)];
  const titled = pages.map((file) => `${/^# (.+)/.exec(read(file))?.[1]} ${file}`);
  assert.deepEqual(listed.map(([, title, link]) => `${title} ${link}`).toSorted(), titled.toSorted());
  for (const [line, , , sentence = ''] of listed) assert.match(sentence, /^[A-Z][^.]*(?:\.\w[^.]*)*\.$/, line);
});

/** Pages, and other files that people read and copy. */
const texts = ['llms.txt', 'clients/python/README.md', ...papers];

/** The texts for readers; RELEASING.md is for the person who publishes. */
const forReaders = texts.filter((file) => file !== 'RELEASING.md');

/** The repository of the project on the web. */
const OWN_ADDRESS = /https?:\/\/(?:raw\.)?github(?:usercontent)?\.com\/platform-mock\b/g;

test('no page leads to its own repository by an absolute URL', () => {
  const { published } = JSON.parse(read('release.json')) as Release;
  for (const file of texts) {
    // Once it is published, the text that downloads a release has one.
    const text = published && file === 'docs/ci.md' ? withoutBlocks(read(file)) : read(file);
    assert.deepEqual(text.match(OWN_ADDRESS) ?? [], [], file);
  }
});

const settings = JSON.parse(read('release.json')) as Omit<Release, 'version'>;

test('no page has a reader install a name that is not published', () => {
  for (const file of forReaders) {
    const text = forRelease(file, read(file), { ...settings, version: '0.1.0', published: false });
    assert.deepEqual(installsIn(text), [], file);
  }
});

test('once they are published, pages have a reader install the names', () => {
  const found = forReaders.filter((file) => {
    const text = forRelease(file, read(file), { ...settings, version: '9.9.9', published: true });
    assert.doesNotMatch(text, /not published yet|Nothing is published/, file);
    return installsIn(text).length > 0;
  });
  assert.deepEqual(
    found.toSorted(),
    ['README.md', 'clients/python/README.md', 'docs/ci.md', 'docs/container.md', 'docs/go.md', 'docs/python.md'].sort(),
  );
});

for (const [text, found] of [
  ['npm i -D platform-mock jest', ['npm i -D platform-mock']],
  ['npm install --save-dev vitest platform-mock@0.1.0', ['npm install --save-dev vitest platform-mock']],
  ['npm i -D ../platform-mock/test-results/package/platform-mock-0.1.0.tgz', []],
  ['npx platform-mock@0.1.0 serve', ['npx platform-mock@']],
  ['npx platform-mock serve', []],
  ["pip install 'platform-mock[test]'", ["pip install 'platform-mock"]],
  ["pip install '../platform-mock/clients/python[test]'", []],
  ['go get github.com/platform-mock/platform-mock/clients/go', ['go get github.com/platform-mock/']],
  ['go mod init shop && go mod tidy', ['go mod tidy']],
  ['go mod edit -replace a=b && go mod tidy', []],
  ['image: ghcr.io/platform-mock/platform-mock:0.1.0', ['ghcr.io/platform-mock/platform-mock']],
  ['- uses: platform-mock/platform-mock@v0.1.0', ['uses: platform-mock/']],
  ['github.com/platform-mock/platform-mock/releases/download', ['github.com/platform-mock/platform-mock/releases/']],
  ['"platform-mock": "^0.1.0"', ['"platform-mock": "^0']],
] as const) {
  test(`${JSON.stringify(text)} ${found.length > 0 ? 'installs a name' : 'installs no name'}`, () => {
    assert.deepEqual(installsIn(text), found);
  });
}

const RELEASED = { repository: 'https://example.com/mock', tag: 'v1.2.3' };
const PACKED = new Set(['README.md', 'LICENSE', 'docs/library.md', 'docs/tasks/pages.md']);

for (const [what, file, text, before, after] of [
  ['to a packed page', 'docs/a.md', '[a](library.md#b)', '[a](library.md#b)', '[a](library.md#b)'],
  [
    'of README.md',
    'README.md',
    '[a](docs/library.md#b)',
    '[a](docs/library.md#b)',
    '[a](https://example.com/mock/blob/v1.2.3/docs/library.md#b)',
  ],
  ['to a packed folder', 'docs/a.md', '[a](tasks/)', '[a](tasks/)', '[a](tasks/)'],
  [
    'to a file that is not packed',
    'docs/a.md',
    '[`a`](../samples/a.ts) b',
    '`a` b',
    '[`a`](https://example.com/mock/blob/v1.2.3/samples/a.ts) b',
  ],
  ['to another site', 'docs/a.md', '[a](https://b.example/c)', '[a](https://b.example/c)', '[a](https://b.example/c)'],
  ['to itself', 'docs/a.md', '[a](#b)', '[a](#b)', '[a](#b)'],
  ['in a block', 'docs/a.md', '```md\n[a](b.md)\n```', '```md\n[a](b.md)\n```', '```md\n[a](b.md)\n```'],
  [
    'to a picture',
    'docs/a.md',
    '![a](images/b.png)',
    '',
    '![a](https://example.com/mock/raw/v1.2.3/docs/images/b.png)',
  ],
  [
    'of a picture in two looks',
    'docs/a.md',
    '<picture>\n<source srcset="b.png">\n<img src="c.png">\n</picture>\n',
    '',
    '<picture>\n<source srcset="https://example.com/mock/raw/v1.2.3/docs/b.png">\n<img src="https://example.com/mock/raw/v1.2.3/docs/c.png">\n</picture>\n',
  ],
] as const) {
  test(`a link ${what} works in the package, before a release and after it`, () => {
    assert.equal(packedPage(text, { file, packed: PACKED }), before);
    assert.equal(packedPage(text, { file, packed: PACKED, web: RELEASED }), after);
  });
}

test('no page of the package has a link that leads nowhere', () => {
  const packed = new Set(['README.md', 'LICENSE', ...papers.filter((file) => file.startsWith('docs/'))]);
  for (const file of papers.filter((page) => packed.has(page))) {
    const links = linksOf(packedPage(read(file), { file, packed })).filter((link) => !isElsewhere(link));
    const missing = links
      .map((link) => link.split('#')[0] ?? '')
      .filter((path) => path !== '')
      .map((path) => relative('.', join(dirname(file), path)))
      .filter((path) => !packed.has(path) && ![...packed].some((name) => name.startsWith(`${path}/`)));
    assert.deepEqual(missing, [], file);
  }
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

/** Each resource of a path root in the table of what is served, such as `/iam/v2/groups`, with its operations. */
const claimed = (markdown: string): readonly { readonly path: string; readonly operations: string }[] => {
  let root = '';
  return markdown.split('\n').flatMap((line) => {
    const [, first = '', resources = '', operations = ''] =
      /^\| (?:`(\/[^`]+)`)? *\| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? [];
    if (first !== '') root = first;
    return resources.split(/, |; /).map((resource) => ({ path: `${root}${resource}`, operations }));
  });
};

/** The verbs that the table gives each resource of a path root, such as `/iam/v2/groups:lookupGroup`. */
const claimedVerbs = (markdown: string): readonly string[] =>
  claimed(markdown).flatMap(({ path, operations }) =>
    [...operations.matchAll(/`(:\w+)`/g)].map(([, verb]) => `${path}${verb}`),
  );

test('docs/served.md claims each custom verb for the resources that have it, and all of them', () => {
  const served = [...read('openapi.yaml').matchAll(/^ {2}(\/\w+\/v2\/\w+)(?:\/\{\w+\})?(:\w+):$/gm)].map(
    ([, collection, verb]) => `${collection}${verb}`,
  );
  assert.ok(served.length > 0);
  assert.deepEqual([...claimedVerbs(read('docs/served.md'))].sort(), [...new Set(served)].sort());
});

test('docs/served.md names each collection of v2, and the number of operations', () => {
  const [document, page] = [read('openapi.yaml'), read('docs/served.md')];
  const collections = [...document.matchAll(/^ {2}(\/\w+\/v2\/\w+)(?=[/:])/gm)].map(([, path = '']) => path);
  const named = new Set(claimed(page).map(({ path }) => path.replace(/(?<=\/v2\/\w+)\/.*$/, '')));
  assert.ok(collections.length > 0);
  assert.deepEqual(
    [...new Set(collections)].filter((path) => !named.has(path)).map((path) => `${path} has no row in docs/served.md`),
    [],
  );
  // The exchange of a token is one operation, by GET or POST.
  const operations = [...document.matchAll(/^ +operationId: (?!\w+ByGet$)\w+$/gm)].length;
  assert.ok(page.includes(`${operations} operations with Auth and STS`), `${operations} operations are served`);
});
