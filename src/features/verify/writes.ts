import type { Resource } from '../../kernel/resource.ts';
import {
  accountAssociations,
  groupInvites,
  groups,
  identities,
  identityProviders,
  repos,
  roleBindings,
  roles,
  subscriptions,
  tags,
} from '../../resources/index.ts';
import { type Case, caseOf, getStep, JSON_HEADERS, type Step } from './case.ts';

type Body = Readonly<Record<string, unknown>>;

/** A kind of thing that a run makes below its group. */
interface Made {
  readonly of: Resource;
  readonly body: Body;
  /** The word for its uid; the singular name unless given. */
  readonly kind?: string;
  /** The word for the uid of what it is made below; the group of the run unless given. */
  readonly below?: string;
  /** Its changes; none if it is missing. */
  readonly change?: Body;
  /** The rule by which the same once more is refused; missing if it makes another. */
  readonly taken?: string;
}

/** A host that nobody can have (RFC 2606). */
const NOWHERE = 'https://verify.invalid';
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const MADE_BY = 'Made by a run of verify';
const change = { description: 'Changed by a run of verify.' };
const name = 'verified';

/** In the order in which they can be made. */
const MADE: readonly Made[] = [
  { of: groups, kind: 'sub_group', body: { name: 'below' }, change },
  { of: repos, body: { name, description: `${MADE_BY}.` }, change, taken: '7.7' },
  { of: tags, below: 'repo', body: { name: 'latest', digest: DIGEST } },
  { of: identities, body: { name, claimMatch: { issuer: NOWHERE, subject: 'run {run}' } }, change },
  { of: roles, body: { name, capabilities: ['CAP_REPO_LIST'] }, change },
  { of: roleBindings, body: { identityUid: '{identity}', roleUid: '{role}' }, taken: '7.10' },
  { of: groupInvites, body: { roleUid: '{role}', ttl: '600s' } },
  {
    of: identityProviders,
    body: { name, defaultRole: '{role}', oidc: { issuer: NOWHERE, clientId: '{run}', pkceEnabled: true } },
    change,
  },
  { of: subscriptions, body: { sink: `${NOWHERE}/{run}` } },
  { of: accountAssociations, below: 'sub_group', body: { name }, change, taken: '5.7' },
];

const kindOf = ({ of, kind = of.singular }: Made): string => kind;

const pathOf = ({ of: { domain, plural } }: Made): string => `/${domain}/v2/${plural}`;

/** The capabilities without which nothing is made: it could not be deleted. */
const needsOf = ({ verbs }: Resource): readonly string[] =>
  [verbs.create, verbs.delete, verbs.list].flatMap((verb) => verb?.capabilities ?? []);

/** The name of the group of a run, below which all else is. */
export const groupNameOf = (run: string): string => `verify-${run}`;

const sendStep = (method: string, path: string, body: Step['body']): Step => ({
  method,
  path,
  ...(body !== undefined && { body, headers: JSON_HEADERS }),
});

/** Ways to change a row. Each begins with the same row, so that none has to do with what one before it was answered. */
const changesOf = (
  change: Body,
  body: Body,
): readonly (readonly [name: string, rule: string, query: string, Body])[] => [
  ['without_mask', '6.1', '', { description: 'without a mask' }],
  ['masked', '6.2', '?updateMask=description', { name: 'ignored', description: 'masked' }],
  ['mask_snake', '3.1', '?update_mask=description', { name: 'ignored', description: 'snake' }],
  ['emptied', '6.2', '?updateMask=description', {}],
  ['whole', '6.11', '?updateMask=*', body],
  ['unknown_field', '6.4', '', { noSuchField: 1 }],
  ['unknown_mask', '6.6', '?updateMask=noSuchField', change],
  ['unchanged', '6.3', '', {}],
  ['changed', '6.1', '', change],
];

/** The calls of a run about one kind: make it, read it, change it, and make it once more. */
const casesOf = (made: Made): readonly Case[] => {
  const { of, body, taken, below = 'run_group' } = made;
  const [kind, path] = [kindOf(made), pathOf(made)];
  const row = `${path}/{${kind}}`;
  const create = sendStep('POST', `${path}/{${below}}`, body);
  const named = (verb: string) => ['write', `${verb}${of.type}`] as const;
  const changed = made.change && { name: body.name, ...made.change };
  return [
    caseOf(named('Create'), 'made', '7.5', { ...create, capture: { [kind]: 'uid' }, makes: kind }),
    caseOf(named('Get'), 'read', '1.1', getStep(row)),
    caseOf(
      ['write', `List${of.plural.replace(/^./, (letter) => letter.toUpperCase())}`],
      'listed',
      'L8',
      getStep(`${path}?uidp.children_of={${below}}`),
    ),
    ...(taken === undefined ? [] : [caseOf(named('Create'), 'taken', taken, create)]),
    caseOf(named('Create'), 'empty', '7.4', { ...create, body: {} }),
    ...(changed === undefined ? [] : changesOf(changed, body)).map(([what, rule, query, sent]) =>
      caseOf(
        named('Update'),
        what,
        rule,
        sendStep('PATCH', row, changed),
        sendStep('PATCH', `${row}${query}`, sent),
        getStep(row),
      ),
    ),
  ];
};

/** The deletes of one kind in a run, with the read that proves each. */
const deletionOf = (made: Made): Case => {
  const path = `${pathOf(made)}/{${kindOf(made)}}`;
  const steps = ['DELETE', 'GET', 'DELETE'].map((method) => ({ method, path }));
  return caseOf(['write', `Delete${made.of.type}`], 'deleted', '8.9', ...steps);
};

/** The paths of what a run makes, by the words for their uids, in the order in which it can be deleted. */
export const MADE_PATHS: ReadonlyMap<string, string> = new Map(
  MADE.toReversed().map((made) => [kindOf(made), pathOf(made)]),
);

/** The life of one kind in a run: made, read, changed and deleted below one group of its own. */
export const writeCases = (run: string): readonly Case[] => {
  const body = { name: groupNameOf(run), description: `${MADE_BY}; it may be deleted.` };
  const makeGroup = {
    ...sendStep('POST', '/iam/v2/groups/{group}', body),
    capture: { run_group: 'uid' },
    makes: 'run_group',
  };
  const deleteGroup = { method: 'DELETE', path: '/iam/v2/groups/{run_group}' };
  return [
    { ...caseOf(['write', 'CreateGroup'], 'run', '7.5', makeGroup), needs: needsOf(groups) },
    ...MADE.flatMap((made) => casesOf(made).map((of) => ({ ...of, needs: needsOf(made.of) }))),
    { ...caseOf(['write', 'DeleteGroup'], 'blocked', '8.1', deleteGroup), needs: needsOf(groups) },
    ...MADE.toReversed().map((made) => ({ ...deletionOf(made), needs: needsOf(made.of) })),
  ];
};
