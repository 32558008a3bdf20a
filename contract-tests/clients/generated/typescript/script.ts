import assert from 'node:assert/strict';

/** A group, as far as the script reads it. */
export interface Group {
  readonly uid: string;
  readonly name: string;
  readonly description?: string | undefined;
}

/** What a client throws for a call that was refused: the status, and the error as the client has read it. */
export interface Refused {
  readonly status: number;
  readonly error: { readonly code: number; readonly details: readonly object[] };
}

/** A generated client, by what the script calls. */
export interface Client {
  readonly list: (
    parent: string,
    pageToken: string | undefined,
  ) => Promise<{ readonly groups: readonly Group[]; readonly nextPageToken?: string | undefined }>;
  readonly create: (parent: string, name: string) => Promise<Group>;
  readonly get: (uid: string) => Promise<Group>;
  readonly update: (uid: string, changes: { name?: string; description?: string }, mask?: string) => Promise<Group>;
  readonly remove: (uid: string) => Promise<unknown>;
  readonly lookup: () => Promise<Group | undefined>;
  readonly role: (uid: string) => Promise<{ readonly uid: string; readonly name: string }>;
  readonly repo: (uid: string) => Promise<{ readonly uid: string; readonly catalogTier?: string | undefined }>;
}

/** A variable that the test sets. */
export const variable = (name: string): string => {
  const value = process.env[name];
  assert.ok(value, name);
  return value;
};

const refusalOf = async (call: Promise<unknown>): Promise<Refused> => {
  try {
    await call;
  } catch (error) {
    return error as Refused;
  }
  throw new Error('a call was not refused');
};

const detailOf = ({ error }: Refused, type: string): object | undefined =>
  error.details.find((detail) => Reflect.get(detail, '@type') === `type.googleapis.com/google.rpc.${type}`);

/** The calls that every generated client must be able to make. */
export const runScript = async (client: Client): Promise<void> => {
  const group = await client.create(variable('ORG_ID'), 'generated');
  const children = await Promise.all(['a', 'b', 'c'].map((name) => client.create(group.uid, name)));
  const names: string[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined && cursor !== '') {
    const page = await client.list(group.uid, cursor);
    assert.ok(page.groups.length <= 2);
    names.push(...page.groups.map(({ name }) => name));
    cursor = page.nextPageToken;
  }
  assert.deepEqual(names.sort(), ['a', 'b', 'c']);

  assert.equal((await client.update(group.uid, { description: 'one' })).description, 'one');
  assert.equal((await client.update(group.uid, { description: 'two', name: 'kept' }, 'description')).name, 'generated');
  assert.equal((await client.get(group.uid)).description, 'two');
  assert.equal((await client.lookup())?.uid, variable('ORG_ID'));

  const invalid = await refusalOf(client.list(group.uid, 'nope'));
  assert.deepEqual([invalid.status, invalid.error.code], [400, 3]);
  assert.match(JSON.stringify(detailOf(invalid, 'BadRequest')), /page_token is invalid/);
  const missing = await refusalOf(client.get(`${group.uid}/0123456789abcdef`));
  assert.deepEqual([missing.status, missing.error.code], [404, 5]);
  assert.match(JSON.stringify(detailOf(missing, 'ErrorInfo')), /NOT_FOUND/);

  assert.equal((await client.role(variable('ROLE_ID'))).uid, variable('ROLE_ID'), 'an answer with an unknown field');
  assert.equal((await client.repo(variable('REPO_ID'))).uid, variable('REPO_ID'), 'an answer with an unknown word');

  for (const { uid } of [...children, group]) await client.remove(uid);
  assert.equal((await refusalOf(client.get(group.uid))).status, 404);
  process.stdout.write('the generated client works\n');
};
