import { useEffect, useState } from 'preact/hooks';
import type {
  AuthzCheck,
  AuthzMatrix,
  AuthzMode,
  AuthzState,
  LeastRoles,
  TokenExplanation,
  WouldDeny,
} from '../../../../generated/nouns.ts';
import { goTo, partOf, withParams, writeAddress } from '../address.ts';
import { JsonView } from '../detail/json-view.tsx';
import { Copy, count, Empty, Text } from '../frame/bits.tsx';
import { useConsole, useSteered } from '../frame/console-context.ts';
import { Failure, Field, type Fields, Form, Options, Report, TextArea, useAction } from '../frame/forms.tsx';
import { Icon } from '../frame/icons.tsx';
import { TwoSides } from '../frame/two-sides.tsx';
import { useLoaded } from '../use-loaded.ts';
import { OPERATION_NAMES, OperationNames, useMatrix } from './matrix.tsx';

const MODES: readonly (readonly [AuthzMode, string, string])[] = [
  ['enforce', 'Enforced', 'a caller who lacks a capability is refused'],
  ['report', 'Reported', 'it is let through, and recorded below'],
  ['off', 'Off', 'whoever is known may do everything'],
];

const Denied = () => {
  const { value } = useSteered<WouldDeny>('authz:denied');
  if (!value || value.denied.length === 0) return null;
  return (
    <section>
      <h3>Would have been refused</h3>
      <ul class="lines">
        {value.denied.map(({ operation, caller, capability, group, count: times }) => (
          <li key={`${operation} ${caller.identity} ${capability} ${group}`}>
            <b>{operation}</b> by <Text>{caller.name}</Text>, who lacks <code>{capability}</code>
            {group !== '' && <span class="m t3"> on {group}</span>}, {count(times, 'call')}
          </li>
        ))}
      </ul>
    </section>
  );
};

const Mode = () => {
  const { connection } = useConsole();
  const { value, error, reload } = useSteered<AuthzState>('authz');
  const [outcome, act] = useAction();
  // The choice stays until the mock has answered.
  const [chosen, setChosen] = useState<AuthzMode | undefined>(undefined);
  useEffect(() => setChosen(undefined), [value, outcome.error]);
  const set = (mode: AuthzMode): void => {
    setChosen(mode);
    act(async () => {
      await connection.steer('PUT', 'authz', { mode });
      reload();
      return `Rights: ${mode}.`;
    });
  };
  return (
    <section>
      <h3 id="mode">Rights in {connection.world}</h3>
      <Failure error={error} />
      <div class="modes" role="radiogroup" aria-labelledby="mode">
        {MODES.map(([mode, title, words]) => (
          <label key={mode}>
            <input type="radio" name="mode" checked={(chosen ?? value?.mode) === mode} onChange={() => set(mode)} />
            <span>
              <b>{title}</b> <span class="t2">{words}</span>
            </span>
          </label>
        ))}
      </div>
      <Report outcome={outcome} />
      <Denied key={value?.denied} />
    </section>
  );
};

const Check = () => {
  const { connection } = useConsole();
  const [check, setCheck] = useState<AuthzCheck | undefined>(undefined);
  const ask = async (fields: Fields): Promise<string> => {
    setCheck(undefined);
    const found = await connection.steer<AuthzCheck>('POST', 'authz:check', fields);
    setCheck(found);
    return {
      allow: 'It may.',
      deny: `It may not: it lacks ${found.missing.join(', ')}.`,
      not_found: 'It would be answered 404.',
      unauthenticated: 'It would be answered 401.',
    }[found.decision];
  };
  return (
    <section>
      <h3>May an identity do it?</h3>
      <Form send="Ask" label="May an identity do it?" onSend={ask}>
        <Field label="Identity" name="identity" placeholder="viewer" required />
        <Field label="Operation" name="operation" placeholder="CreateRepo" list={OPERATION_NAMES} required />
        <Field label="uid or alias" name="uid" placeholder="org" />
      </Form>
      {check && <JsonView label="The answer" value={check} />}
    </section>
  );
};

const Token = () => {
  const { connection } = useConsole();
  const [found, setFound] = useState<TokenExplanation | undefined>(undefined);
  const explain = async ({ token = '' }: Fields): Promise<string> => {
    setFound(undefined);
    const asked = { token: token.replace(/^Bearer\s+/i, '').trim() };
    const explained = await connection.steer<TokenExplanation>('POST', 'tokens:explain', asked);
    setFound(explained);
    return explained.decision === 'accepted'
      ? `It is accepted, as ${explained.caller?.name ?? 'nobody'}.`
      : `It is refused: ${explained.refusal?.reason ?? explained.message ?? ''}.`;
  };
  return (
    <section>
      <h3>Is a token accepted?</h3>
      <Form send="Explain" label="Is a token accepted?" onSend={explain}>
        <TextArea label="Token" name="token" rows={3} />
      </Form>
      {found && <JsonView label="The explanation" value={found.claims ?? found.refusal} />}
    </section>
  );
};

const Least = () => {
  const { connection } = useConsole();
  const [used, setUsed] = useState<LeastRoles | undefined>(undefined);
  const [fixture, setFixture] = useState('');
  const ask = async ({ caller = '' }: Fields): Promise<string> => {
    const query = `authz:used?caller=${encodeURIComponent(caller)}`;
    const found = await connection.steer<LeastRoles>('GET', query);
    setUsed(found);
    setFixture(await connection.steerText(`${query}&format=fixture`));
    return found.roles.length === 0 ? 'No call of it needed a right.' : '';
  };
  return (
    <section>
      <h3>The least roles with which the calls of an identity pass</h3>
      <Form send="Work out" label="Least roles" onSend={ask}>
        <Field label="Caller" name="caller" placeholder="ci-bot" required />
      </Form>
      {used && used.roles.length > 0 && (
        <>
          <ul class="lines">
            {used.roles.map(({ group, groupPath, capabilities }) => (
              <li key={group}>
                on <b>{groupPath.join('/')}</b>: <code class="wrap">{capabilities.join(', ')}</code>
              </li>
            ))}
          </ul>
          <div class="acts">
            <Copy text={() => fixture}>Copy as a fixture</Copy>
          </div>
        </>
      )}
    </section>
  );
};

/** The organizations of the world, by name: the groups that are in no other. */
const Organizations = () => {
  const { connection, address } = useConsole();
  type Answer = { readonly groups: readonly { readonly uid: string; readonly name: string }[] };
  const { value } = useLoaded(async () => {
    const query = 'uidp.children_of=%2F&order_by=name&page_size=200';
    const [{ orgId }, { groups }] = await Promise.all([
      connection.steer<{ orgId: string }>('GET', 'info'),
      connection.call<Answer>('', 'GET', `/iam/v2/groups?${query}`),
    ]);
    return { orgId, groups };
  }, [connection]);
  if (!value || value.groups.length < 2) return null;
  const chosen = address.params.group ?? value.orgId;
  const options = value.groups.map(({ uid, name }) => [uid, name] as const);
  const isOther = !options.some(([uid]) => uid === chosen);
  return (
    <select
      aria-label="Organization"
      value={chosen}
      onInput={(event) => goTo(withParams(address, { group: event.currentTarget.value }))}
    >
      <Options of={isOther ? [[chosen, 'another group'], ...options] : options} />
    </select>
  );
};

/** The identities, and the roles, with how much each may do at a group; one of them with what. */
interface MatrixLine {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly operations: readonly string[];
}

const Share = (props: { line: MatrixLine; all: number; isOpen: boolean; onOpen: () => void }) => {
  const { line, all, isOpen, onOpen } = props;
  return (
    <tr aria-selected={isOpen ? 'true' : undefined}>
      <td>
        <button type="button" class="link" aria-expanded={isOpen ? 'true' : 'false'} onClick={onOpen}>
          <Text>{line.name}</Text>
        </button>
      </td>
      <td class="t2">{line.kind}</td>
      <td class="num r">{line.operations.length}</td>
      <td>
        <svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect width="100" height="6" fill="var(--bar-2)" />
          <rect width={(line.operations.length / all) * 100} height="6" fill="var(--bar)" />
        </svg>
      </td>
    </tr>
  );
};

const MayDo = ({ line, matrix }: { line: MatrixLine; matrix: AuthzMatrix }) => (
  <section class="within">
    <h2>
      What <Text>{line.name}</Text> may do in {matrix.group.name}
    </h2>
    <ul class="words">
      {matrix.operations.map(({ operation, capabilities }) => {
        const may = line.operations.includes(operation);
        return (
          <li key={operation} title={capabilities.join(', ')}>
            <Icon name={may ? 'ok' : 'deny'} look="t3" title={may ? 'May' : 'May not'} />{' '}
            <span class={may ? '' : 't3'}>{operation}</span>
          </li>
        );
      })}
    </ul>
  </section>
);

const Matrix = () => {
  const { address } = useConsole();
  const { value, error, isLoaded } = useMatrix(address.params.group);
  const [opened, setOpened] = useState<string | undefined>(undefined);
  if (error !== undefined) return <Failure error={error} />;
  if (!value) {
    if (!isLoaded) return null;
    return (
      <Empty title="No organization yet" text="Who may do what is shown for a group, and this world has none.">
        <a href={writeAddress(partOf('fixtures', address))}>Apply a fixture</a>
      </Empty>
    );
  }
  const all = value.operations.length;
  const sorted = (kind: string, lines: readonly Omit<MatrixLine, 'kind'>[]): readonly MatrixLine[] =>
    lines.map((line) => ({ ...line, kind })).sort((one, other) => one.name.localeCompare(other.name));
  const lines = [
    ...sorted(
      'identity',
      value.callers.map(({ identity, ...caller }) => ({ ...caller, key: identity })),
    ),
    ...sorted(
      'role',
      value.roles.map(({ uid, role, operations }) => ({ key: uid, name: role, operations })),
    ),
  ];
  const open = lines.find(({ key }) => key === opened);
  return (
    <>
      <table class="plain shares" aria-label="Who may do what">
        <thead>
          <tr>
            <th>Who</th>
            <th>Kind</th>
            <th class="r">Operations of {all}</th>
            <th>How much</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Share
              key={`${line.kind} ${line.key}`}
              line={line}
              all={all}
              isOpen={line.key === opened}
              onOpen={() => setOpened(line.key === opened ? undefined : line.key)}
            />
          ))}
        </tbody>
      </table>
      {open && <MayDo line={open} matrix={value} />}
    </>
  );
};

/** The capabilities of identities in the world, the mode that enforces them, and the needs of tokens and calls. */
export const AccessPart = () => {
  const { connection, address } = useConsole();
  const group = address.params.group;
  return (
    <TwoSides
      title="Access"
      label="Who may do what"
      besideLabel="Rights and tokens"
      bar={
        <>
          <h2>
            Who may do what {group === undefined ? 'in the first organization' : 'in the group'} of {connection.world}
          </h2>
          <span class="sp" />
          <Organizations />
        </>
      }
      beside={
        <>
          <OperationNames />
          <Mode />
          <Check />
          <Token />
          <Least />
        </>
      }
    >
      <Matrix />
    </TwoSides>
  );
};
