import type { Case, Step } from './case.ts';

/** A kind of thing that a run makes below its group. */
interface Made {
  /** The singular name, which is the word for its uid. */
  readonly kind: string;
  /** The word for the uid of what it is made below. */
  readonly below: string;
  readonly path: string;
  /** The type in the ids of its operations. */
  readonly type: string;
  /** What its capabilities begin with: nothing is made that cannot be deleted. */
  readonly needs: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** What of it is changed; nothing can be if it is missing. */
  readonly change?: Readonly<Record<string, unknown>>;
  /** The rule by which the same once more is refused; missing if it makes another. */
  readonly taken?: string;
}

/** A host that nobody can have (RFC 2606). */
const NOWHERE = 'https://verify.invalid';
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const DESCRIPTION = { description: 'Changed by a run of verify.' };

/** In the order in which they can be made. */
const MADE: readonly Made[] = [
  {
    kind: 'sub_group',
    below: 'run_group',
    path: '/iam/v2/groups',
    type: 'Group',
    needs: 'groups',
    body: { name: 'below' },
    change: DESCRIPTION,
  },
  {
    kind: 'repo',
    below: 'run_group',
    path: '/registry/v2/repos',
    type: 'Repo',
    needs: 'repo',
    body: { name: 'verified', description: 'Made by a run of verify.' },
    change: DESCRIPTION,
    taken: '7.7',
  },
  {
    kind: 'tag',
    below: 'repo',
    path: '/registry/v2/tags',
    type: 'Tag',
    needs: 'tag',
    body: { name: 'latest', digest: DIGEST },
  },
  {
    kind: 'identity',
    below: 'run_group',
    path: '/iam/v2/identities',
    type: 'Identity',
    needs: 'identity',
    body: { name: 'verified', claimMatch: { issuer: NOWHERE, subject: 'run {run}' } },
    change: DESCRIPTION,
  },
  {
    kind: 'role',
    below: 'run_group',
    path: '/iam/v2/roles',
    type: 'Role',
    needs: 'roles',
    body: { name: 'verified', capabilities: ['CAP_REPO_LIST'] },
    change: DESCRIPTION,
  },
  {
    kind: 'role_binding',
    below: 'run_group',
    path: '/iam/v2/roleBindings',
    type: 'RoleBinding',
    needs: 'role_bindings',
    body: { identityUid: '{identity}', roleUid: '{role}' },
    taken: '7.10',
  },
  {
    kind: 'subscription',
    below: 'run_group',
    path: '/events/v2/subscriptions',
    type: 'Subscription',
    needs: 'subscriptions',
    body: { sink: `${NOWHERE}/{run}` },
  },
];

const JSON_HEADERS = { 'content-type': 'application/json' };

/** The name of the group of a run, below which all else is. */
export const groupNameOf = (run: string): string => `verify-${run}`;

const pluralOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Ways to change a row. Each begins with the same row, so that none has to do with what one before it was answered. */
const changesOf = (
  row: string,
  change: Readonly<Record<string, unknown>>,
  body: Readonly<Record<string, unknown>>,
): readonly (readonly [name: string, rule: string, ...Step[]])[] => {
  const patch = (query: string, sent: Readonly<Record<string, unknown>>): Step => ({
    method: 'PATCH',
    path: `${row}${query}`,
    body: sent,
    headers: JSON_HEADERS,
  });
  return [
    ['without_mask', '6.1', patch('', { description: 'without a mask' })],
    ['masked', '6.2', patch('?updateMask=description', { name: 'ignored', description: 'masked' })],
    ['mask_snake', '3.1', patch('?update_mask=description', { name: 'ignored', description: 'snake' })],
    ['emptied', '6.2', patch('?updateMask=description', {})],
    ['whole', '6.11', patch('?updateMask=*', body)],
    ['unknown_field', '6.4', patch('', { noSuchField: 1 })],
    ['unknown_mask', '6.6', patch('?updateMask=noSuchField', change)],
    ['unchanged', '6.3', patch('', {})],
    ['changed', '6.1', patch('', change)],
  ];
};

/** What a run does with one kind: makes it, reads it, changes it, and makes it once more. */
const casesOf = ({ kind, below, path, type, body, change, taken }: Made): readonly Case[] => {
  const of = (name: string, rule: string, operation: string, ...steps: readonly Step[]): Case => ({
    id: `write/${operation}/${name}`,
    suite: 'write',
    rule,
    operation,
    steps,
  });
  const send = (method: string, to: string, sent?: Step['body']): Step => ({
    method,
    path: to,
    ...(sent !== undefined && { body: sent, headers: JSON_HEADERS }),
  });
  const row = `${path}/{${kind}}`;
  const read = send('GET', row);
  const list = `List${pluralOf(path).replace(/^./, (letter) => letter.toUpperCase())}`;
  return [
    of('made', '7.5', `Create${type}`, {
      ...send('POST', `${path}/{${below}}`, body),
      keep: { [kind]: 'uid' },
      makes: kind,
    }),
    of('read', '1.1', `Get${type}`, read),
    of('listed', 'L8', list, send('GET', `${path}?uidp.children_of={${below}}`)),
    ...(taken !== undefined ? [of('taken', taken, `Create${type}`, send('POST', `${path}/{${below}}`, body))] : []),
    of('empty', '7.4', `Create${type}`, send('POST', `${path}/{${below}}`, {})),
    ...(change
      ? changesOf(row, { name: body.name, ...change }, body).map(([name, rule, ...steps]) =>
          of(
            name,
            rule,
            `Update${type}`,
            send('PATCH', row, { name: body.name, ...change }),
            ...steps,
            send('GET', row),
          ),
        )
      : []),
  ];
};

/** What a run deletes of one kind, each with the read that proves it. */
const deletionOf = ({ kind, path, type }: Made): Case => {
  const row = `${path}/{${kind}}`;
  return {
    id: `write/Delete${type}/deleted`,
    suite: 'write',
    rule: '8.9',
    operation: `Delete${type}`,
    steps: ['DELETE', 'GET', 'DELETE'].map((method) => ({ method, path: row })),
  };
};

const capabilitiesFor = (kind: string): readonly string[] =>
  ['create', 'delete', 'list'].map((verb) => `${kind}.${verb}`);

/** A case with the capabilities that it needs. */
export interface WriteCase {
  readonly of: Case;
  readonly needs: readonly string[];
}

/** The paths of what a run makes, by the words for their uids, in the order in which it can be deleted. */
export const MADE_PATHS: ReadonlyMap<string, string> = new Map(MADE.toReversed().map(({ kind, path }) => [kind, path]));

/** What a run makes, reads, changes and deletes below one group of its own. */
export const writeCases = (run: string): readonly WriteCase[] => {
  const groupStep = {
    method: 'POST',
    path: '/iam/v2/groups/{group}',
    body: { name: groupNameOf(run), description: 'Made by a run of verify; it may be deleted.' },
    headers: JSON_HEADERS,
    keep: { run_group: 'uid' },
    makes: 'run_group',
  };
  const blocked: Case = {
    id: 'write/DeleteGroup/blocked',
    suite: 'write',
    rule: '8.1',
    operation: 'DeleteGroup',
    steps: [{ method: 'DELETE', path: '/iam/v2/groups/{run_group}' }],
  };
  const first: Case = {
    id: 'write/CreateGroup/run',
    suite: 'write',
    rule: '7.5',
    operation: 'CreateGroup',
    steps: [groupStep],
  };
  return [
    { of: first, needs: capabilitiesFor('groups') },
    ...MADE.flatMap((made) => casesOf(made).map((of) => ({ of, needs: capabilitiesFor(made.needs) }))),
    { of: blocked, needs: capabilitiesFor('groups') },
    ...MADE.toReversed().map((made) => ({ of: deletionOf(made), needs: capabilitiesFor(made.needs) })),
  ];
};
