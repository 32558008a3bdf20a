import { posix } from 'node:path';

/** Lint rules that published names break, with the folders of the packages that do. */
const EXCEPTIONS = [
  {
    reason: 'Published without a version.',
    rules: ['PACKAGE_VERSION_SUFFIX'],
    folders: [
      'chainguard/capabilities',
      'chainguard/platform/auth',
      'chainguard/platform/common',
      'chainguard/platform/iam',
      'chainguard/platform/oidc',
    ],
  },
  {
    reason: 'Capabilities are published as `CAP_…`, and as `UNKNOWN` for none.',
    rules: ['ENUM_VALUE_PREFIX', 'ENUM_ZERO_VALUE_SUFFIX'],
    folders: ['chainguard/capabilities'],
  },
  {
    reason: 'The service is published as `Auth`, with requests that are not named after its methods.',
    rules: ['SERVICE_SUFFIX', 'RPC_REQUEST_STANDARD_NAME'],
    folders: ['chainguard/platform/auth'],
  },
] as const;

const HEAD = `# Made by platform-mock together with the files beside it.
# \`buf dep update\` fetches the files that they import; it is needed once.
version: v2
deps:
  - buf.build/googleapis/googleapis
lint:
  use:
    - STANDARD
  except:
    # Methods on a resource answer the resource itself, and Delete answers nothing (AIP-131 to AIP-135).
    - RPC_REQUEST_RESPONSE_UNIQUE
    - RPC_RESPONSE_STANDARD_NAME
`;

/** The description of the module that the proto files at these paths make up. */
export const bufYaml = (paths: Iterable<string>): string => {
  const present = new Set([...paths].map((path) => posix.dirname(path)));
  const ignored = EXCEPTIONS.flatMap(({ reason, rules, folders }) => {
    const needed = folders.filter((folder) => present.has(folder));
    if (needed.length === 0) return [];
    const entries = rules.map((rule) => `    ${rule}:\n${needed.map((folder) => `      - ${folder}\n`).join('')}`);
    return [`    # ${reason}\n`, ...entries];
  });
  return ignored.length === 0 ? HEAD : `${HEAD}  ignore_only:\n${ignored.join('')}`;
};
