import { freeze, issuerOf, makeRepo, plan, subscribe, test } from '../support/delivery-test.ts';
import { CHECKS, type Check, startReceiver } from '../support/event-receiver.ts';
import { orgOf } from '../support/steered.ts';
import { expect } from '../support/test.ts';

/** Each flaw of a delivery, by the one check that finds it. */
const FLAWS: Readonly<Record<Check, string>> = {
  signature: 'bad_signature',
  issuer: 'wrong_issuer',
  subject: 'wrong_subject',
  audience: 'wrong_audience',
  age: 'expired',
  digest: 'wrong_digest',
};

test('behaviour E20: a receiver with only the check of a flaw refuses it, and one that lacks only that check accepts it @mock', async ({
  ownWorld,
}) => {
  const world = await ownWorld();
  const setting = { issuer: await issuerOf(world), group: await orgOf(world) };
  const receivers = await Promise.all(
    CHECKS.flatMap((check) => [
      startReceiver({ ...setting, checks: [check] }).then((receiver) => ({ name: `only ${check}`, receiver })),
      startReceiver({ ...setting, checks: CHECKS.filter((other) => other !== check) }).then((receiver) => ({
        name: `all but ${check}`,
        receiver,
      })),
    ]),
  );
  try {
    await freeze(world);
    await plan(world, { mode: 'sync' });
    for (const { receiver } of receivers) await subscribe(world, receiver.url);
    /** Who refuses the deliveries of one event, each of which comes once. */
    const refusersOf = async (flaw: object, name: string): Promise<readonly string[]> => {
      const before = receivers.map(({ receiver }) => receiver.received.length);
      await plan(world, { mode: 'sync', ...flaw });
      await makeRepo(world, name);
      return receivers.flatMap(({ name: who, receiver }, at) => {
        const came = receiver.received.slice(before[at]);
        expect(came.length, who).toBe(1);
        return came[0]?.refused === undefined ? [] : [who];
      });
    };
    expect(await refusersOf({}, 'right')).toEqual([]);
    for (const [check, flaw] of Object.entries(FLAWS)) {
      const others = CHECKS.filter((other) => other !== check).map((other) => `all but ${other}`);
      const refusers = [...(await refusersOf({ flaw }, flaw.replaceAll('_', '-')))].sort();
      expect(refusers, flaw).toEqual([`only ${check}`, ...others].sort());
    }
  } finally {
    for (const { receiver } of receivers) receiver.close();
  }
});
