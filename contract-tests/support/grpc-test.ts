import { type Face, grpcFace, restFace } from './faces.ts';
import { GrpcClient } from './grpc-client.ts';
import type { Org } from './org.ts';
import type { OwnServer } from './own-server.ts';
import { test as base } from './test.ts';

interface Fixtures {
  /** A client over gRPC for the caller that may do everything. */
  readonly grpc: GrpcClient;
  /** The faces of the target for the same caller. */
  readonly faces: Readonly<Record<Face['name'], Face>>;
  /** The faces of a server that only the test uses. */
  readonly facesOf: (server: Pick<OwnServer, 'api' | 'ready'>) => Readonly<Record<Face['name'], Face>>;
}

/** The suite's test with the ways into the service. */
export const test = base.extend<Fixtures>({
  grpc: [
    async ({ shared: { target } }, use) => {
      const client = new GrpcClient(target.baseUrl, target.token);
      await use(client);
      client.close();
    },
    { box: 'self' },
  ],
  faces: [
    async ({ api, grpc }, use) => {
      await use({ REST: restFace(api), gRPC: grpcFace(grpc, api) });
    },
    { box: 'self' },
  ],
  facesOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const clients: GrpcClient[] = [];
      await use(({ ready, api }) => {
        const client = new GrpcClient(ready.url, ready.token);
        clients.push(client);
        return { REST: restFace(api), gRPC: grpcFace(client, api) };
      });
      for (const client of clients) client.close();
    },
    { box: 'self' },
  ],
});

/** The names of the faces, for tables of tests. */
export const FACES = ['REST', 'gRPC'] as const;

/** Declares one test for each face, all with the same expectations. */
export const onEachFace = (title: string, run: (face: Face, org: Org) => Promise<void>): void => {
  for (const name of FACES) test(`${title}: ${name}`, ({ faces, org }) => run(faces[name], org));
};

export { expect } from './test.ts';
