import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { credentials, loadPackageDefinition, Metadata, status } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { getProtoPath } from 'google-proto-files';

// `platform-mock exec -- npm start` sets these.
const { PLATFORM_API_URL, PLATFORM_TOKEN, PLATFORM_ORG_ID, PLATFORM_CA_FILE } = process.env;
// Made by `platform-mock proto --out proto`.
const PROTO = fileURLToPath(new URL('../../proto', import.meta.url));

const definitions = loadSync(
  [
    'chainguard/platform/iam/v2/iam.proto',
    'chainguard/platform/registry/v2/registry.proto',
    'google/rpc/error_details.proto',
    'google/rpc/status.proto',
  ],
  { includeDirs: [PROTO, getProtoPath('..')], defaults: true, enums: String, longs: String },
);
const { iam, registry } = loadPackageDefinition(definitions).chainguard.platform;

const { host, protocol } = new URL(PLATFORM_API_URL);
const channel =
  protocol === 'https:' ? credentials.createSsl(readFileSync(PLATFORM_CA_FILE)) : credentials.createInsecure();
const metadata = new Metadata();
metadata.set('authorization', `Bearer ${PLATFORM_TOKEN}`);

/** A service's client, its methods as promises. */
const clientOf = (Service) => {
  const client = new Service(host, channel);
  return new Proxy(client, {
    get: (_, method) => (request) => promisify(client[method]).call(client, request, metadata),
  });
};

/** The typed details of an error: the messages of google.rpc.Status, without those of a type that is not known here. */
const detailsOf = (error) => {
  const [bytes] = error.metadata.get('grpc-status-details-bin');
  return definitions['google.rpc.Status'].deserialize(bytes).details.flatMap(({ type_url, value }) => {
    const type = type_url.split('/').at(-1);
    return definitions[type] ? [[type, definitions[type].deserialize(value)]] : [];
  });
};

const repos = clientOf(registry.v2.ReposService);
const groups = clientOf(iam.v2.GroupsService);

const page = await repos.listRepos({ uidp: { childrenOf: PLATFORM_ORG_ID }, pageSize: 3, orderBy: 'name' });
console.log(`${page.totalCount} repos, the first: ${page.repos.map(({ name }) => name).join(', ')}`);

const repo = await repos.createRepo({
  parent: PLATFORM_ORG_ID,
  repo: { name: 'from-node', description: 'Made by a sample.' },
});
console.log(`created ${repo.name}`);

try {
  await groups.deleteGroup({ uid: PLATFORM_ORG_ID });
} catch (error) {
  console.log(`${status[error.code]}: ${error.details}`);
  for (const [type, detail] of detailsOf(error)) console.log(type, JSON.stringify(detail));
}
await repos.deleteRepo({ uid: repo.uid });
process.exit();
