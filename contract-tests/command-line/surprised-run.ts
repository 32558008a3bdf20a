import { bySize } from '../../scripts/test-size.ts';
import { BINARY_CONNECT, type Seen, WIRES } from '../steering/answer-wires.ts';
import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import type { Json } from '../support/proto-json.ts';

/** The surprises, each with how many of the calls below lose their answer by it. */
const SURPRISES: Readonly<Record<string, number>> = {
  unavailable_once: 0,
  internal_once: 0,
  aborted_once: 0,
  rate_limited: 0,
  token_expired: 0,
  permission_lag: 0,
  down: 0,
  lost_answer: 0,
  lost_connection: 1,
  reset: 1,
  truncated: 1,
  html_502: 0,
  stalled_503: 0,
  slow: 0,
  never: 0,
  short_page: 0,
  empty_page: 0,
  expired_cursor: 0,
  unknown_field: 0,
  unknown_enum_value: 0,
  unknown_detail: 0,
  changed_between: 0,
  deleted_between: 0,
  created_before: 0,
  late_read: 0,
  too_many_pings: 0,
};

const TIER = 'CATALOG_TIER_APPLICATION';

/** The protocols of a run, by its size. */
const PROTOCOLS = bySize({
  small: ['gRPC'],
  usual: ['HTTP/1.1', 'gRPC'],
  whole: ['HTTP/1.1', 'gRPC', 'gRPC-Web', 'Connect', 'Connect with protobuf'],
});

/** Calls that each surprise can meet one of, over several protocols, and returns how many were lost. */
export const runSurprises = async (world: Api, org: string): Promise<number> => {
  let lost = 0;
  const wires = [...WIRES, BINARY_CONNECT].filter(({ name }) => PROTOCOLS.includes(name));
  const hits = async (): Promise<number> =>
    (ok(await steer(world, 'GET', 'faults')).faults as readonly { readonly hits: number }[])[0]?.hits ?? 0;
  for (const [nth, wire] of wires.entries()) {
    const send = (operation: string, request: Json): Promise<Seen> => wire.send(world, { operation, request });
    for (const [preset, losing] of Object.entries(SURPRISES)) {
      const name = `${preset.replaceAll('_', '-')}-${nth}`;
      const pages = await world.read(`/registry/v2/repos?order_by=create_time%20desc&page_size=2`);
      ok(await steer(world, 'PUT', 'faults', [{ preset, match: { operation: OPERATION[preset] ?? 'CreateRepo' } }]));
      const created = send('CreateRepo', { parent: org, repo: { name, description: 'first', catalogTier: TIER } });
      if (preset === 'never') {
        while ((await hits()) === 0);
        ok(await steer(world, 'DELETE', 'faults'));
      }
      await created;
      const walk = { orderBy: 'create_time desc', pageSize: 2 };
      const uid = String((pages.repos as readonly { readonly uid: string }[])[0]?.uid);
      await send('GetRepo', { uid });
      await send('ListRepos', walk);
      await send('ListRepos', { ...walk, pageToken: pages.nextPageToken });
      await send('UpdateRepo', { repo: { uid, name: `${name}-2`, description: 'first' } });
      await send('GetRepo', { uid });
      await send('GetRepo', { uid: `${org}/${'0'.repeat(16)}` });
      // Only connections of HTTP/2 have pings.
      const isMet = preset !== 'too_many_pings' || wire.name === 'gRPC';
      if (preset !== 'never' && (await hits()) > 0 !== isMet) {
        throw new Error(`${preset} met ${isMet ? 'no' : 'a'} call over ${wire.name}`);
      }
      ok(await steer(world, 'DELETE', 'faults'));
      lost += losing;
    }
  }
  return lost;
};

/** The operations that surprises meet other than the create. */
const OPERATION: Readonly<Record<string, string>> = {
  permission_lag: 'GetRepo',
  short_page: 'ListRepos',
  empty_page: 'ListRepos',
  expired_cursor: 'ListRepos',
  unknown_field: 'ListRepos',
  unknown_enum_value: 'ListRepos',
  unknown_detail: 'GetRepo',
  changed_between: 'UpdateRepo',
  deleted_between: 'GetRepo',
  late_read: 'GetRepo',
};
