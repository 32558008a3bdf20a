import type { GrpcClient } from '../support/grpc-client.ts';
import { digestOf, type Org } from '../support/org.ts';
import type { Json } from '../support/proto-json.ts';
import { roleUid } from '../support/roles.ts';

type Make = (org: Org, grpc: GrpcClient) => Promise<Json>;

const REGISTRY = 'chainguard.platform.registry.Registry';
const SUBSCRIPTIONS = 'chainguard.platform.events.Subscriptions';

const charts = [{ repo: 'https://charts.test', chart: 'a' }];

const ofRepo = async (org: Org): Promise<Json> => ({ repoId: (await org.repo()).uid });
const within: Make = async ({ uid }) => ({ uidp: { descendantsOf: uid } });

/** A request for each method that only gRPC has, which it answers, by the method's full name. */
export const grpcOnlySamples: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['chainguard.platform.ping.PingService/Ping', async () => ({})],
  [
    'chainguard.platform.iam.GroupInvites/CreateWithGroup',
    async ({ uid, roles }) => ({ group: uid, ttl: '60s', role: roleUid(roles, 'viewer') }),
  ],
  [
    `${SUBSCRIPTIONS}/Create`,
    async ({ uid }) => ({ parentId: uid, subscription: { sink: 'https://hook.test/events' } }),
  ],
  [`${SUBSCRIPTIONS}/List`, within],
  [`${SUBSCRIPTIONS}/Delete`, async (org) => ({ id: (await org.subscription()).uid })],
  [`${REGISTRY}/ListTagHistory`, async (org) => ({ parentId: (await org.tag((await org.repo()).uid)).uid })],
  [`${REGISTRY}/CreateDeployment`, async (org) => ({ parentId: (await org.repo()).uid, charts })],
  [
    `${REGISTRY}/UpdateDeployment`,
    async (org, grpc) => {
      const { repoId } = await ofRepo(org);
      await grpc.call(`${REGISTRY}/CreateDeployment`, { parentId: repoId, charts });
      return { repoId, charts };
    },
  ],
  [`${REGISTRY}/GetDeployment`, ofRepo],
  [`${REGISTRY}/GetImageConfig`, async (org) => ({ ...(await ofRepo(org)), digest: digestOf('a') })],
  [`${REGISTRY}/GetSyncStatus`, ofRepo],
  [`${REGISTRY}/ListSyncStatuses`, async ({ uid }) => ({ registryId: uid })],
  [`${REGISTRY}/GetUpdateStatus`, ofRepo],
  [`${REGISTRY}/ListBuildReports`, within],
  [`${REGISTRY}/GetBuildStatus`, within],
  [`${REGISTRY}/GetRegistrySettings`, async ({ uid }) => ({ registryId: uid })],
  [`${REGISTRY}/UpdateRegistrySettings`, async ({ uid }) => ({ registryId: uid, uniqueTags: true })],
]);
