import { quoteForShell } from '../../evidence/call-code.ts';

/** The address and the credentials of a client. */
export interface Access {
  readonly url: string;
  readonly token: string;
  readonly orgId: string;
}

/** An example of connecting one kind of client. */
export interface ClientSnippet {
  readonly client: string;
  readonly text: string;
}

/** The hosts of a provider are fixed in its code, so a mock takes their place for the time of one command. */
const TERRAFORM = 'platform-mock exec --as api.example.com,issuer.example.com -- terraform apply';

const workflow = ({ url }: Access): string => `services:
  platform:
    image: registry.example.com/your-org/platform-mock:0.1.0
    ports: ['${new URL(url).port || '8484'}:8484']
steps:
  - run: npm test
    env:
      PLATFORM_API_URL: http://127.0.0.1:${new URL(url).port || '8484'}
      PLATFORM_TOKEN: admin-token`;

/** A first call by each kind of client, ready to be pasted. */
export const clientSnippets = (access: Access): readonly ClientSnippet[] => {
  const { url, token, orgId } = access;
  const { host, protocol } = new URL(url);
  const plain = protocol === 'http:' ? '-plaintext ' : '';
  const list = `${url}/registry/v2/repos?page_size=3`;
  return [
    {
      client: 'Shell',
      text: `export PLATFORM_API_URL=${quoteForShell(url)} PLATFORM_TOKEN=${quoteForShell(token)} PLATFORM_ORG_ID=${quoteForShell(orgId)}`,
    },
    { client: 'curl', text: `curl -H ${quoteForShell(`Authorization: Bearer ${token}`)} ${quoteForShell(list)}` },
    {
      client: 'grpcurl',
      text: `grpcurl ${plain}-H ${quoteForShell(`authorization: Bearer ${token}`)} -d '{"page_size":3}' ${host} chainguard.platform.registry.v2.ReposService/ListRepos`,
    },
    {
      client: 'Go',
      text: `req, _ := http.NewRequest("GET", ${JSON.stringify(list)}, nil); req.Header.Set("Authorization", ${JSON.stringify(`Bearer ${token}`)}); res, err := http.DefaultClient.Do(req)`,
    },
    {
      client: 'Node',
      text: `const answer = await fetch(${JSON.stringify(list)}, { headers: { authorization: ${JSON.stringify(`Bearer ${token}`)} } });`,
    },
    { client: 'Terraform', text: TERRAFORM },
    { client: 'GitHub Actions', text: workflow(access) },
  ];
};
