import { steer } from '../support/mock.ts';
import { expect, test } from '../support/test.ts';
import { inWorld, makeWorld } from '../support/worlds.ts';

const nest = (open: string, close: string, depth: number): string => `${open.repeat(depth)}1${close.repeat(depth)}`;

const CONNECT = 'chainguard.platform.registry.v2.ReposService/CreateRepo';
const PATHS = ['registry/v2/repos/GROUP', 'registry/v1/repos/GROUP', CONNECT];
/** Values that no field has: deeper than a recursive function can read, and a little deeper than the journal renders. */
const VALUES = [20_000, 101].flatMap((depth) => [nest('[', ']', depth), nest('{"a":', '}', depth)]);
/** The routes that render a recorded call. */
const READERS = ['journal', 'journal/1', 'trace', 'worlds/WORLD:evidence', 'coverage'];

test.describe('1.8: a body that is nested too deep @mock', () => {
  for (const path of PATHS) {
    test(`1.8: POST /${path} refuses it, and all that shows the call still does`, async ({ api }) => {
      const world = await makeWorld(api);
      const caller = inWorld(api, world);
      for (const value of VALUES) {
        const body = `{"name":"a","bundles":${value}}`;
        const { status } = await caller.send('POST', `/${path.replace('GROUP', world.orgId)}`, { body });
        expect(status).toBe(400);
      }
      for (const place of READERS) {
        const answer = await steer(caller, 'GET', place.replace('WORLD', world.id as string));
        expect(answer.status, place).toBe(200);
      }
    });
  }
});
