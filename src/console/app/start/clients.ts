import { quoteForShell } from '../../../features/evidence/call-code.ts';

/** The address and the credentials of a client. */
export interface Access {
  readonly url: string;
  readonly token: string;
  readonly orgId: string;
  readonly version: string;
}

const listOf = (url: string): string => `${url}/registry/v2/repos?page_size=3`;

/** A value as a shell takes it, in quotes only if it needs them. */
const shellValue = (text: string): string => (/^[\w./:@+-]+$/.test(text) ? text : quoteForShell(text));

/** Set by the bundler, from release.json. */
declare const PUBLISHED: boolean;

/** Before a release, the action comes from a copy of the repository in the folder `platform-mock` of the workspace. */
const ACTION_OF_COPY = `  - run: npm ci && npm run binary
    working-directory: platform-mock
  - uses: ./platform-mock
    with:
      executable: platform-mock/dist/bin/platform-mock`;

/** A first call by each kind of client, ready to be pasted. */
export const CLIENTS: readonly { readonly client: string; readonly text: (access: Access) => string }[] = [
  {
    client: 'Shell',
    text: ({ url, token, orgId }) =>
      [
        `export PLATFORM_API_URL=${shellValue(url)}`,
        `export PLATFORM_ORG_ID=${shellValue(orgId)}`,
        `export PLATFORM_TOKEN=${shellValue(token)}`,
      ].join('\n'),
  },
  {
    client: 'curl',
    text: ({ url, token }) =>
      `curl -H ${quoteForShell(`Authorization: Bearer ${token}`)} \\\n  ${quoteForShell(listOf(url))}`,
  },
  {
    client: 'grpcurl',
    text: ({ url, token }) => {
      const { host, protocol } = new URL(url);
      const plain = protocol === 'http:' ? '-plaintext ' : '';
      return `grpcurl ${plain}-H ${quoteForShell(`authorization: Bearer ${token}`)} -d '{"page_size":3}' \\
  ${host} chainguard.platform.registry.v2.ReposService/ListRepos`;
    },
  },
  {
    client: 'Node',
    text: ({ url, token }) => `const answer = await fetch(${JSON.stringify(listOf(url))}, {
  headers: { authorization: ${JSON.stringify(`Bearer ${token}`)} },
});`,
  },
  {
    client: 'Go',
    text: ({ url, token }) => `req, _ := http.NewRequest("GET", ${JSON.stringify(listOf(url))}, nil)
req.Header.Set("Authorization", ${JSON.stringify(`Bearer ${token}`)})
res, err := http.DefaultClient.Do(req)`,
  },
  {
    client: 'Python',
    text: ({ url, token }) => `import urllib.request
asked = urllib.request.Request(${JSON.stringify(listOf(url))},
    headers={"Authorization": ${JSON.stringify(`Bearer ${token}`)}})
answer = urllib.request.urlopen(asked)`,
  },
  {
    client: 'Terraform',
    // The hosts of a provider are fixed in its code, so a mock takes their place for the time of one command.
    text: () => 'platform-mock exec --as api.example.com,issuer.example.com -- terraform apply',
  },
  {
    client: 'GitHub Actions',
    // The action starts a mock of its own for the job, and exports its address, its organization, its issuer, a token and
    // the control token to the later steps.
    text: ({ version }) => `steps:
  - uses: actions/checkout@v4
${PUBLISHED ? `  - uses: platform-mock/platform-mock@v${version}` : ACTION_OF_COPY}
  - run: npm ci && npm test
  - if: failure()
    uses: ${PUBLISHED ? `platform-mock/platform-mock/action/finish@v${version}` : './platform-mock/action/finish'}`,
  },
];
