import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import { omitUndefined } from '../../schema/defined.ts';
import type { TestFacts } from '../evidence/test-evidence.ts';
import type { WorldControl } from './world-control.ts';

/** How many calls of a world are looked at. */
const MAX_CALLS = 200;

/**
 * The facts about a world, and the calls to `default` behind a cursor of its journal.
 * @throws ApiError NOT_FOUND for a world that is not there
 */
export const evidenceOf = (worlds: WorldControl, id: string, since: string | undefined): Promise<TestFacts> =>
  worlds.use(id, ({ journal, faults }) =>
    worlds.use(DEFAULT_WORLD, async ({ journal: ofDefault }) => {
      const beside =
        since === undefined || id === DEFAULT_WORLD
          ? undefined
          : ofDefault?.list({ match: {}, since: Number(since), limit: MAX_CALLS });
      return {
        id,
        ...omitUndefined({ journal: journal?.list({ match: {}, limit: MAX_CALLS }) }),
        changes: await worlds.difference(id),
        faults: faults.list(),
        neverFired: faults.report().neverFired,
        callsOfDefault: beside?.entries ?? [],
      };
    }),
  );
