import { type Body, ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { GrpcClient } from '../support/grpc-client.ts';
import { type GrpcService, grpcService } from '../support/grpc-service.ts';
import type { Org } from '../support/org.ts';
import type { OwnServer } from '../support/own-server.ts';

/** The service that has nearly all of the registry in v1. */
export const REGISTRY = 'chainguard.platform.registry.Registry';

/** The service that counts vulnerabilities. */
export const VULNERABILITIES = 'chainguard.platform.registry.Vulnerabilities';

/** The image of nginx in the default fixture that has all facts, and one that has fewer. */
export const NGINX = {
  latest: 'sha256:b6c521eff48c6a33c652b8521669f2edd63460c344618e0028cd336cd609dfcf',
  old: 'sha256:62329d232c727f151203d32822d4ba8e84e6628d02c0098fce8f8b3cf498f8df',
} as const;

/** The id of a repo of the default fixture. */
export const repoNamed = async (api: Api, org: string, name: string): Promise<string> => {
  const [repo] = rowsOf(await api.read(`/registry/v1/repos?uidp.children_of=${org}&name=${name}`), 'items');
  return String(repo?.id);
};

type Items = readonly Readonly<Record<string, unknown>>[];

/** Adds repos and groups to an organization, with fields that only a fixture can set. Needs `/_mock`. */
export const plant = async (
  { api, uid }: Pick<Org, 'api' | 'uid'>,
  repos: Items,
  groups: Items = [],
): Promise<readonly Body[]> => {
  const body = JSON.stringify({ groups: [{ uid, repos, groups }] });
  const headers = { 'content-type': 'application/yaml' };
  ok(await api.as(process.env.CONTROL_TOKEN).send('POST', '/_mock/v1/fixtures', { headers, body }));
  return rowsOf(await api.read(`/registry/v1/repos?uidp.children_of=${uid}`), 'items');
};

/** A token that does not expire, wherever the clock is moved to. */
export const ENDLESS = 'admin-token';

/** Runs a test over gRPC against the registry of a server that only it uses. */
export const onRegistryOf = async (
  { ready: { url } }: OwnServer,
  run: (call: GrpcService) => Promise<void>,
): Promise<void> => {
  const client = new GrpcClient(url, ENDLESS);
  try {
    await run(grpcService(client, REGISTRY));
  } finally {
    client.close();
  }
};
