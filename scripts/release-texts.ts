/** The texts of pages, samples and manifests about a release. */
export interface Release {
  readonly version: string;
  /** False until the names of the package, modules, image and repository are ours, and a release is there. */
  readonly published: boolean;
  /** The image in a registry, without a tag. */
  readonly image: string;
}

/** The image as manifests and pages name it, without a tag: before a release, the one that a clone has built. */
export const imageOf = ({ published, image }: Pick<Release, 'published' | 'image'>): string =>
  published ? image : 'platform-mock';

const GO = 'github.com/platform-mock/platform-mock/clients/go';
const ACTION = 'platform-mock/platform-mock';

/** The commands that get the package, before a release and after it. */
interface Text {
  readonly published: (release: Release) => string;
  readonly unpublished: (release: Release) => string;
}

const workflow = (action: string, first: string, executable = ''): string => `\`\`\`yaml
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
${first}      - uses: ${action.replace('PATH', '')}
        with:
${executable}          fixture: default
          trace-dir: traces
      - run: npm ci && npm test
      - if: failure()
        uses: ${action.replace('PATH', '/action/finish')}
\`\`\`
`;

/** The texts by the names that pages have for their places. */
const TEXTS: ReadonlyMap<string, Text> = new Map<string, Text>([
  [
    'install',
    {
      published: ({ version, image }) => `\`\`\`sh
npm i -D platform-mock                # TypeScript and JavaScript, and the command platform-mock
go get ${GO}@v${version}
pip install 'platform-mock[test]'
docker run --rm -p 127.0.0.1:8484:8484 ${image}:${version}
\`\`\`
`,
      unpublished: ({
        version,
      }) => `Nothing is published yet. The names \`platform-mock\` at npm and PyPI, \`github.com/platform-mock\` and \`ghcr.io/platform-mock\` are not ours: install nothing by them. With a clone beside your project:

\`\`\`sh
(cd ../platform-mock && npm ci && npm run package)
npm i -D ../platform-mock/test-results/package/platform-mock-${version}.tgz   # then npx platform-mock serve
docker build -t platform-mock:${version} ../platform-mock                     # an image
\`\`\`
`,
    },
  ],
  [
    'go',
    {
      published: () => `\`\`\`sh
go mod init example.com/shop && go mod tidy
go test -race ./...
\`\`\`
`,
      unpublished: () => `\`\`\`sh
(cd ../platform-mock && npm ci && npm run build)
export PLATFORM_MOCK_BINARY=$PWD/../platform-mock/dist/main.cjs
go mod init example.com/shop
go mod edit -replace ${GO}=../platform-mock/clients/go && go mod tidy
go test -race ./...
\`\`\`

The module is not published yet, so \`replace\` names a clone beside the project, and \`PLATFORM_MOCK_BINARY\` the program that is built there.
`,
    },
  ],
  [
    'python',
    {
      published: () => `\`\`\`sh
pip install 'platform-mock[test]'
pytest
\`\`\`
`,
      unpublished: () => `\`\`\`sh
(cd ../platform-mock && npm ci && npm run build)
export PLATFORM_MOCK_BINARY=$PWD/../platform-mock/dist/main.cjs
pip install '../platform-mock/clients/python[test]'
pytest
\`\`\`

The package is not published yet, so it is installed from a clone beside the project, and \`PLATFORM_MOCK_BINARY\` names the program that is built there.
`,
    },
  ],
  [
    'action',
    {
      published: ({ version }) => workflow(`${ACTION}PATH@v${version}`, ''),
      unpublished:
        () => `The action is not published yet. This job has a copy of the repository as a submodule in its folder \`platform-mock\`, and makes the executable from it:

${workflow(
  './platform-mockPATH',
  `        with:
          submodules: true
      - run: npm ci && npm run binary
        working-directory: platform-mock
`,
  '          executable: platform-mock/dist/bin/platform-mock\n',
)}`,
    },
  ],
  [
    'executable',
    {
      published: ({
        version,
      }) => `Each release has it for Linux (\`linux-x64\`, \`linux-arm64\`), macOS (\`macos-arm64\`) and Windows (\`windows-x64\`), with SHA-256 in \`checksums.txt\`, an SBOM in SPDX beside each archive, and a provenance that \`gh attestation verify\` checks:

<!-- not run: downloads a release -->
\`\`\`sh
R=https://github.com/${ACTION}/releases/download/v${version}
curl -fsSLO $R/platform-mock-linux-x64.tar.gz -O $R/checksums.txt
sha256sum --check --ignore-missing checksums.txt
gh attestation verify platform-mock-linux-x64.tar.gz --repo ${ACTION}
tar -xzf platform-mock-linux-x64.tar.gz platform-mock
./platform-mock exec -- go test ./...
\`\`\`
`,
      unpublished: () =>
        'A release will have it for Linux, macOS and Windows, with checksums, an SBOM and a provenance. There is none yet.\n',
    },
  ],
  [
    'service',
    {
      published: ({ version, image }) => service(`${image}:${version}`),
      unpublished: ({
        version,
      }) => `The image is not published yet: [build it](#container), push it to a registry that your jobs can read, and name the registry in the variable \`REGISTRY\` of your repository.

${service(`\${{ vars.REGISTRY }}/platform-mock:${version}`)}`,
    },
  ],
]);

/** A job beside a container of the mock. */
const service = (image: string): string => `\`\`\`yaml
jobs:
  test:
    runs-on: ubuntu-latest
    services:
      platform:
        image: ${image}
        ports: ['8484:8484']
        env:
          PLATFORM_MOCK_CONTROL_TOKEN: steer
    steps:
      - uses: actions/checkout@v4
      - run: npm ci && npm test
        env:
          PLATFORM_API_URL: http://127.0.0.1:8484
          PLATFORM_MOCK_CONTROL_TOKEN: steer
          PLATFORM_TOKEN: admin-token
          PLATFORM_ORG_ID: 398b803fffbcf8cbc364eba13b65ac7bd90ff292
          PLATFORM_ISSUER: http://127.0.0.1:8484
\`\`\`
`;

/** The place of a text in a page, with the reason for which its first block is not run, if it has one. */
const PLACE =
  /(<!-- text (\w+): emitted by `npm run emit`(?:; (not run: [^>]+))? -->\n)[\s\S]*?(<!-- end of text -->)/g;

const filled = (file: string, text: string, release: Release): string =>
  text.replace(PLACE, (_, begin: string, name: string, mark: string | undefined, end: string) => {
    const found = TEXTS.get(name);
    if (found === undefined) throw new Error(`${file} has a place for the text "${name}", which there is not`);
    const emitted = (release.published ? found.published : found.unpublished)(release);
    // A mark is read on the line above its block.
    return `${begin}\n${mark === undefined ? emitted : emitted.replace(/^```/m, `<!-- ${mark} -->\n\`\`\``)}\n${end}`;
  });

/** A version as package.json may have it. */
const VERSION = String.raw`\d+\.\d+\.\d+(?:-[\w.]+)?`;

/** The text before the version of the package in commands that install it. */
const PINNED = new RegExp(
  String.raw`(?<=placeholder: |run, such as |platform-mock(?:\/clients\/go(?:\/grpcmock)?|\/action\/finish)?(?:@v?| v|-(?=[\w.-]+\.tgz)|\/releases\/download\/v| --version\n))${VERSION}(?=\.tgz|(?!\.?\w))`,
  'g',
);

/** The URL from which the action downloads a release; none before there is one. */
const DOWNLOADS = /(?<=cannot reach github\.com\.\n {4}default: ).*/;

/** An image of the mock with its tag, unless it is behind an expression of a workflow. */
const IMAGE = new RegExp(String.raw`(?<![\w./-])(?<!\}\}/)(?:[\w.-]+\/)*platform-mock:${VERSION}`, 'g');

/** The package in the package.json of a sample. */
const DEPENDENCY = /(?<="platform-mock": ")[^"]+/g;

/**
 * A file as it is for a release: the version that it names, the image, the package that a sample installs, and the
 * texts that say how to install.
 */
export const forRelease = (file: string, text: string, release: Release): string => {
  const { version, published } = release;
  const up = '../'.repeat(file.split('/').length - 1);
  const dependency = published ? `^${version}` : `file:${up}test-results/package/platform-mock-${version}.tgz`;
  const pinned = text.replace(PINNED, version).replace(IMAGE, `${imageOf(release)}:${version}`);
  if (file === 'action.yml')
    return pinned.replace(DOWNLOADS, published ? `https://github.com/${ACTION}/releases/download` : "''");
  return filled(file, file.endsWith('/package.json') ? pinned.replace(DEPENDENCY, dependency) : pinned, release);
};

/** Matches commands that install by a name of a registry, of a Go module, of an image or of the repository. */
const INSTALLS: readonly RegExp[] = [
  /\bnpm (?:i|install|add)\b[^\n`#]*? ['"]?platform-mock(?=[\s`'"@]|$)/gm,
  /\bnpx (?:--yes |-y )?platform-mock@/g,
  /\bpip install [^\n`]*?(?<![\w/.-])platform-mock\b/g,
  /\bgo (?:get|install|run) github\.com\/platform-mock\//g,
  /\bgo mod tidy\b(?<!-replace [^\n]*)/g,
  /\bghcr\.io\/platform-mock\/platform-mock\b/g,
  /\buses: platform-mock\//g,
  /\bgithub\.com\/platform-mock\/platform-mock\/releases\//g,
  /"platform-mock": "\^?\d/g,
];

/** The names that a text has its reader install, which are ours only once a release is published. */
export const installsIn = (text: string): readonly string[] =>
  INSTALLS.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found));
