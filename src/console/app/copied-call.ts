import type { JournalEntry } from '../../steering/contract/nouns.ts';
import { isObject, type JsonObject } from './json.ts';
import { quoteForShell } from './snippets.ts';

/** The mock that a copied call is for. */
interface CopyTarget {
  readonly url: string;
  readonly token: string;
}

/** The fields of a request beside those that its path names. */
const omitPathValues = ({ request = {}, path }: JournalEntry): JsonObject => {
  const decoded = decodeURIComponent(path);
  return Object.fromEntries(
    Object.entries(request).filter(
      ([, value]) => typeof value !== 'string' || value === '' || !decoded.includes(value),
    ),
  );
};

const flatten = (value: unknown, name: string): readonly (readonly [string, string])[] => {
  if (Array.isArray(value)) return value.flatMap((item) => flatten(item, name));
  if (!isObject(value)) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, name === '' ? key : `${name}.${key}`));
};

/** The JSON body and the query that a request was sent with over HTTP, but for spellings that mean the same. */
const sentOf = (entry: JournalEntry): { readonly body?: unknown; readonly query: string } => {
  if (entry.protocol !== 'rest') return { body: entry.request ?? {}, query: '' };
  const { updateMask, ...rest } = omitPathValues(entry);
  const toQuery = (fields: JsonObject): string =>
    new URLSearchParams(flatten(fields, '').map((one) => [...one])).toString();
  if (entry.method === 'GET' || entry.method === 'DELETE') return { query: toQuery(rest) };
  const query = updateMask === undefined ? '' : toQuery({ updateMask });
  const values = Object.values(rest);
  const isWhole = values.length === 1 && /(?:^|\.)(?:Create|Update)/.test(entry.operation ?? '');
  return { body: isWhole ? values[0] : rest, query };
};

/** A call as a line for curl; of gRPC as Connect, which the mock serves under the same path. */
export const toCurl = (entry: JournalEntry, { url, token }: CopyTarget): string => {
  const { body, query } = sentOf(entry);
  const target = `${url}${entry.path}${query === '' ? '' : `?${query}`}`;
  return [
    `curl -X ${entry.method} ${quoteForShell(target)}`,
    `-H ${quoteForShell(`Authorization: Bearer ${token}`)}`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json' -d ${quoteForShell(JSON.stringify(body))}`]),
  ].join(' ');
};

const v2Service = (path: string): string | undefined => {
  const [, domain = '', version, collection = ''] = path.split('/');
  if (version !== 'v2') return undefined;
  const plain = collection.replace(/:.*$/, '');
  const name = path.includes('/digests/') ? 'Images' : domain === 'advisory' ? 'SecurityAdvisory' : plain;
  return `chainguard.platform.${domain}.v2.${name.charAt(0).toUpperCase()}${name.slice(1)}Service`;
};

/** The full name of the method of an operation; undefined for one over HTTP only. */
const methodOf = ({ path, operation = '', protocol }: JournalEntry): string | undefined => {
  if (protocol !== 'rest') return path.slice(1);
  const [, service, method] = /^v1\.(\w+)\.(\w+)$/.exec(operation) ?? [];
  if (service !== undefined) return `chainguard.platform.${path.split('/')[1]}.${service}/${method}`;
  const ofV2 = v2Service(path);
  return ofV2 === undefined || operation === '' ? undefined : `${ofV2}/${operation}`;
};

/** A call as a line for grpcurl; undefined where gRPC does not have it. */
export const toGrpcurl = (entry: JournalEntry, { url, token }: CopyTarget): string | undefined => {
  const method = methodOf(entry);
  if (method === undefined) return undefined;
  const { host, protocol } = new URL(url);
  return [
    `grpcurl${protocol === 'http:' ? ' -plaintext' : ''}`,
    `-H ${quoteForShell(`authorization: Bearer ${token}`)} -d ${quoteForShell(JSON.stringify(entry.request ?? {}))}`,
    `${host} ${method}`,
  ].join(' ');
};

/** The first organization of a world in a template of its test. */
const ORG_OF_WORLD = `\${world.orgId}`;

const template = (text: string, orgId: string): string => {
  const safe = text.replaceAll(/[\\`]|\$\{/g, (special) => `\\${special}`);
  return orgId === '' ? `\`${safe}\`` : `\`${safe.replaceAll(orgId, ORG_OF_WORLD)}\``;
};

/** A call as a test that makes it in a world of its own and expects the same status. */
export const toContractTest = (entry: JournalEntry, orgId: string): string => {
  const { body, query } = sentOf(entry);
  const target = `${entry.path}${query === '' ? '' : `?${query}`}`;
  const caller = entry.caller ? `await world.token(${JSON.stringify(entry.caller.name)})` : "'none'";
  return `import { expect, test } from 'platform-mock/playwright';

test(${JSON.stringify(`${entry.operation ?? entry.path} is answered with ${entry.status ?? 200}`)}, async ({ world }) => {
  const answer = await world.fetch(${template(target, orgId)}, {
    method: '${entry.method}',
    headers: { authorization: \`Bearer \${${caller}}\`, 'content-type': 'application/json' },${
      body === undefined ? '' : `\n    body: ${template(JSON.stringify(body), orgId)},`
    }
  });
  expect(answer.status).toBe(${entry.status ?? 200});
});
`;
};
