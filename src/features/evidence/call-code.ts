import type { JournalEntry } from '../../../generated/nouns.ts';
import { sentOf } from './sent-request.ts';

/** The mock that a copied call is for. */
interface CopyTarget {
  readonly url: string;
  readonly token: string;
}

/** A text in single quotes of a shell. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

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

/** The full name of the method of an operation; undefined for one over HTTP only. */
const methodOf = ({ path, operation = '', protocol }: JournalEntry): string | undefined => {
  if (protocol !== 'rest') return path.slice(1);
  const [, domain = '', version, collection = ''] = path.split('/');
  const [, service, method] = /^v1\.(\w+)\.(\w+)$/.exec(operation) ?? [];
  if (service !== undefined) return `chainguard.platform.${domain}.${service}/${method}`;
  if (version !== 'v2' || operation === '') return undefined;
  const plain = collection.replace(/:.*$/, '');
  const name = path.includes('/digests/') ? 'Images' : domain === 'advisory' ? 'SecurityAdvisory' : plain;
  return `chainguard.platform.${domain}.v2.${name.charAt(0).toUpperCase()}${name.slice(1)}Service/${operation}`;
};

/** A call as a line for grpcurl; undefined if gRPC does not have it, or its request is not known. */
export const toGrpcurl = (entry: JournalEntry, { url, token }: CopyTarget): string | undefined => {
  const method = methodOf(entry);
  // A trace has the bytes of a REST request, and not its fields.
  const isUnread = entry.sent !== undefined && entry.request === undefined;
  if (method === undefined || isUnread) return undefined;
  const { host, protocol } = new URL(url);
  return [
    `grpcurl${protocol === 'http:' ? ' -plaintext' : ''}`,
    `-H ${quoteForShell(`authorization: Bearer ${token}`)} -d ${quoteForShell(JSON.stringify(entry.request ?? {}))}`,
    `${host} ${method}`,
  ].join(' ');
};
