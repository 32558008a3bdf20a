import { posix } from 'node:path';

const V1 = {
  advisory: 'chainguard/platform/advisory',
  auth: 'chainguard/platform/auth',
  events: 'chainguard/platform/events',
  iam: 'chainguard/platform/iam',
  libraries: 'chainguard/platform/libraries',
  registry: 'chainguard/platform/registry',
  tenant: 'chainguard/platform/tenant',
  vulnerabilities: 'chainguard/platform/vulnerabilities/v1',
} as const;

/** Lint rules that published names break, each once, with the folders of the packages that do. */
const EXCEPTIONS = [
  {
    reason: 'Published without a version: what v2 packages share, and v1 but for its advisories.',
    rules: ['PACKAGE_VERSION_SUFFIX'],
    folders: [
      'chainguard/capabilities',
      V1.advisory,
      V1.auth,
      'chainguard/platform/common',
      V1.events,
      V1.iam,
      V1.libraries,
      'chainguard/platform/oidc',
      'chainguard/platform/ping',
      V1.registry,
      V1.tenant,
    ],
  },
  {
    reason: 'Services of v1 are published as `Groups`, and methods as `Create`, with requests of many names.',
    rules: ['SERVICE_SUFFIX', 'RPC_REQUEST_STANDARD_NAME'],
    folders: [V1.advisory, V1.auth, V1.events, V1.iam, V1.libraries, V1.registry, V1.vulnerabilities],
  },
  {
    reason: 'Values of v1 and capabilities are published without the name of their enum, and with zeros of many names.',
    rules: ['ENUM_VALUE_PREFIX', 'ENUM_ZERO_VALUE_SUFFIX'],
    folders: ['chainguard/capabilities', V1.advisory, V1.iam, V1.libraries, V1.registry, V1.tenant, V1.vulnerabilities],
  },
  {
    reason: 'Published in other letters: `NotReady`, `Success`.',
    rules: ['ENUM_VALUE_UPPER_SNAKE_CASE'],
    folders: [V1.iam, V1.registry],
  },
  {
    reason: 'Published in other letters: `eolDate`, `legacyAdvisoryID`.',
    rules: ['FIELD_LOWER_SNAKE_CASE'],
    folders: [V1.registry, V1.vulnerabilities],
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
