import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { digestOf } from '../support/org.ts';
import { typeOf } from '../support/proto-files.ts';
import { encode, type Json } from '../support/proto-json.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';
import { makeWorld } from '../support/worlds.ts';

interface Event {
  readonly type: string;
  readonly source: string;
  readonly subject: string;
  readonly group: string;
  readonly bodyType?: string;
  readonly body?: Json;
}

/** A write of v1 to a world, below its organization: its path, its body, and what its own event is to have. */
interface Write {
  readonly method: 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly path: string;
  readonly body?: Json;
  /** In the profiles `published` and `specification`: the full name of the message, without `chainguard.platform.`. */
  readonly message: readonly [published: string | undefined, specification: string | undefined];
  readonly source: readonly [published: string, specification: string];
  /** The fields of the body in the profile `published`; by default the fields of the request of a delete. */
  readonly shows?: readonly string[];
}

/** Writes of each kind: those that wrap one of v2, and those that v1 has of its own; `{…}` is the id of an earlier answer. */
const writesIn = (org: string, role: string): readonly Write[] => [
  {
    method: 'POST',
    path: `/iam/v1/groups/${org}`,
    body: { name: 'made' },
    message: ['iam.Group', 'iam.v2.Group'],
    source: ['/iam/v1/groups', '/iam/v2/groups'],
    shows: ['id', 'name'],
  },
  {
    method: 'PUT',
    path: '/iam/v1/groups/{0}',
    body: { name: 'changed' },
    message: ['iam.Group', 'iam.v2.Group'],
    source: ['/iam/v1/groups', '/iam/v2/groups'],
    shows: ['id', 'name'],
  },
  {
    method: 'DELETE',
    path: '/iam/v1/groups/{0}',
    message: ['iam.DeleteGroupRequest', 'iam.v2.DeleteGroupRequest'],
    source: ['/iam/v1/groups', '/iam/v2/groups'],
  },
  {
    method: 'POST',
    path: `/iam/v1/group_invites/${org}`,
    body: { role, ttl: '60s' },
    message: ['iam.GroupInvite', 'iam.v2.GroupInvite'],
    source: ['/iam/v1/group_invites', '/iam/v2/groupInvites'],
    shows: ['expiration', 'id'],
  },
  {
    method: 'POST',
    path: `/registry/v1/repos/${org}`,
    body: { name: 'own', readme: '# Own' },
    message: ['registry.Repo', 'registry.v2.Repo'],
    source: ['/registry/v1/repos', '/registry/v2/repos'],
    shows: ['id', 'name', 'readme'],
  },
  {
    method: 'POST',
    path: '/registry/v1/tags/{4}',
    body: { name: 'latest', digest: digestOf('one') },
    message: ['registry.Tag', 'registry.v2.Tag'],
    source: ['/registry/v1/tags', '/registry/v2/tags'],
    shows: ['digest', 'id', 'name'],
  },
  {
    method: 'PUT',
    path: '/registry/v1/tags/{5}',
    body: { name: 'renamed', digest: digestOf('two') },
    message: ['registry.Tag', 'registry.v2.Tag'],
    source: ['/registry/v1/tags', '/registry/v2/tags'],
    shows: ['digest', 'id', 'name'],
  },
];

for (const [place, profile] of (['published', 'specification'] as const).entries()) {
  test(`C35: a write through v1 emits the body and the source of its version, or those of v2: ${profile} @mock`, async ({
    api,
    shared: { roles },
  }) => {
    const made = await makeWorld(api, { from: 'fixture:default', profile });
    const world = new Api({ ...api.connection, world: made.id }, String(made.token));
    const ids: string[] = [];
    for (const { method, path, body, message, source, shows } of writesIn(made.orgId, roleUid(roles, 'viewer'))) {
      const { cursor } = ok(await steer(world, 'GET', 'events'));
      const at = path.replace(/\{(\d)\}/, (_, index: string) => ids[Number(index)] ?? '');
      // By `fetch`: the client of the suite checks answers against the documents of the profile of the run.
      const headers = { authorization: `Bearer ${made.token}`, 'x-mock-world': made.id };
      const answer = await fetch(`${api.connection.baseUrl}${at}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      expect([at, answer.status]).toEqual([at, 200]);
      const text = await answer.text();
      ids.push(text === '' ? '' : String((JSON.parse(text) as Json).id ?? ''));
      const { events } = ok(await steer(world, 'GET', `events?since=${cursor}`)) as unknown as {
        readonly events: readonly Event[];
      };
      const own = events.find(({ type }) => !type.endsWith('registry.push.v1'));
      expect([at, own?.bodyType, new URL(String(own?.source)).pathname]).toEqual([
        at,
        message[place] && `chainguard.platform.${message[place]}`,
        source[place],
      ]);
      // Throws for a field that the message does not have, as a strict subscriber does.
      encode(typeOf(String(own?.bodyType)), own?.body ?? {});
      const fields = Object.keys(own?.body ?? {});
      if (profile === 'published') {
        expect(fields, at).toEqual(expect.arrayContaining([...(shows ?? ['id'])]));
        expect(own?.body?.id, at).toBe(own?.subject);
        if (path.includes('invites')) expect(fields.toSorted()).toEqual(shows);
      } else expect(own?.body?.uid, at).toBe(own?.subject);
      const push = events.find(({ type }) => type.endsWith('registry.push.v1'));
      if (push)
        expect(push.source, `C36: ${at}`).toMatch(profile === 'published' ? /^cgr\.dev$/ : /\/registry\/v2\/repos$/);
    }
  });
}

test('C36: pushes and pulls that are asked for come from the registry, too, or not @mock', async ({ api }) => {
  for (const [profile, source] of [
    ['published', /^cgr\.dev$/],
    ['specification', /^https?:\/\/.*\/registry\/v2\/repos$/],
  ] as const) {
    const { id } = await makeWorld(api, { from: 'fixture:default', profile });
    const world = new Api({ ...api.connection, world: id }, api.token);
    for (const preset of ['registry.push', 'registry.pull']) {
      expect(ok(await steer(world, 'POST', 'events:trigger', { preset })).source).toMatch(source);
    }
    const type = ok(await steer(world, 'POST', 'events', { type: 'registry.pull', body: {} }));
    expect(type.source).toMatch(source);
  }
});

test('C35: the list of types names the message of each operation as the profile has it @mock', async ({ api }) => {
  for (const [profile, bodyType] of [
    ['published', 'chainguard.platform.iam.Group'],
    ['specification', 'chainguard.platform.iam.v2.Group'],
  ] as const) {
    const { id } = await makeWorld(api, { from: 'fixture:default', profile });
    const world = new Api({ ...api.connection, world: id }, api.token);
    const { types } = ok(await steer(world, 'GET', 'events/types')) as unknown as {
      readonly types: readonly {
        readonly type: string;
        readonly emittedBy: readonly { readonly operation: string; readonly bodyType?: string }[];
      }[];
    };
    const emitters = types.find(({ type }) => type.endsWith('iam.group.created.v1'))?.emittedBy;
    expect(emitters?.find(({ operation }) => operation === 'CreateGroup')?.bodyType).toBe(
      'chainguard.platform.iam.v2.Group',
    );
    expect(emitters?.find(({ operation }) => operation === 'Groups_Create')?.bodyType).toBe(bodyType);
  }
});
