import type { ComponentChildren } from 'preact';
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
import { JsonView } from '../detail/json-view.tsx';
import { Copy, Empty, Icon, PartLink, Text } from '../frame/bits.tsx';
import { useConsole, useLoaded, useSetting, useSteered } from '../frame/console-context.ts';
import { Field, type Fields, Form, Select, TextArea } from '../frame/forms.tsx';
import { Failure, Section, useAct } from '../frame/outcome.tsx';
import { count } from '../frame/text.ts';
import { TwoSides } from '../frame/two-sides.tsx';
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
    <Section title="Would have been refused">
      <ul class="lines">
        {value.denied.map(({ operation, caller, capability, group, count: times }) => (
          <li key={`${operation} ${caller.identity} ${capability} ${group}`}>
            <b>{operation}</b> by <Text>{caller.name}</Text>, who lacks <code>{capability}</code>
            {group !== '' && <span class="m t3"> on {group}</span>}, {count(times, 'call')}
          </li>
        ))}
      </ul>
    </Section>
  );
};

const Mode = () => {
  const { value, error, change } = useSetting<AuthzState>('authz');
  const act = useAct();
  // The choice stays until the mock has answered.
  const [chosen, setChosen] = useState<AuthzMode | undefined>(undefined);
  useEffect(() => setChosen(undefined), [value]);
  const set = (mode: AuthzMode): void => {
    setChosen(mode);
    act(() => change('PUT', { mode }, () => `Rights: ${mode}.`).finally(() => setChosen(undefined)));
  };
  return (
    <>
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
      <Denied key={value?.denied} />
    </>
  );
};

/** A form that asks something, and what is found then: a report, and something to draw. */
const Question = <T,>(props: {
  title: string;
  label?: string;
  send: string;
  ask: (fields: Fields) => Promise<readonly [found: T, report: string]>;
  draw: (found: T) => ComponentChildren;
  children: ComponentChildren;
}) => {
  const { title, label = title, send, ask, draw, children } = props;
  const [found, setFound] = useState<T | undefined>(undefined);
  const onSend = async (fields: Fields): Promise<string> => {
    setFound(undefined);
    const [answer, report] = await ask(fields);
    setFound(answer);
    return report;
  };
  return (
    <Section title={title}>
      <Form send={send} label={label} onSend={onSend}>
        {children}
      </Form>
      {found !== undefined && draw(found)}
    </Section>
  );
};

const Check = () => {
  const { connection } = useConsole();
  const check = async (fields: Fields): Promise<readonly [AuthzCheck, string]> => {
    const found = await connection.steer<AuthzCheck>('POST', 'authz:check', fields);
    const words = {
      allow: 'It may.',
      deny: `It may not: it lacks ${found.missing.join(', ')}.`,
      not_found: 'It would be answered 404.',
      unauthenticated: 'It would be answered 401.',
    };
    return [found, words[found.decision]];
  };
  const draw = (found: AuthzCheck) => <JsonView label="The answer" value={found} />;
  return (
    <Question title="May an identity do it?" send="Ask" ask={check} draw={draw}>
      <Field label="Identity" name="identity" placeholder="viewer" required />
      <Field label="Operation" name="operation" placeholder="CreateRepo" list={OPERATION_NAMES} required />
      <Field label="uid or alias" name="uid" placeholder="org" />
    </Question>
  );
};

const Token = () => {
  const { connection } = useConsole();
  const explain = async ({ token = '' }: Fields): Promise<readonly [TokenExplanation, string]> => {
    const asked = { token: token.replace(/^Bearer\s+/i, '').trim() };
    const found = await connection.steer<TokenExplanation>('POST', 'tokens:explain', asked);
    const { decision, caller, refusal, message = '' } = found;
    if (decision === 'accepted') return [found, `It is accepted, as ${caller?.name ?? 'nobody'}.`];
    return [found, `It is refused: ${refusal?.reason ?? message}.`];
  };
  const draw = ({ claims, refusal }: TokenExplanation) => (
    <JsonView label="The explanation" value={claims ?? refusal} />
  );
  return (
    <Question title="Is a token accepted?" send="Explain" ask={explain} draw={draw}>
      <TextArea label="Token" name="token" rows={3} />
    </Question>
  );
};

const Least = () => {
  const { connection } = useConsole();
  const ask = async ({ caller = '' }: Fields) => {
    const query = `authz:used?caller=${encodeURIComponent(caller)}`;
    const { roles } = await connection.steer<LeastRoles>('GET', query);
    const fixture = await connection.steerText(`${query}&format=fixture`);
    return [{ roles, fixture }, roles.length === 0 ? 'No call of it needed a right.' : ''] as const;
  };
  const draw = ({ roles, fixture }: Pick<LeastRoles, 'roles'> & { fixture: string }) =>
    roles.length > 0 && (
      <>
        <ul class="lines">
          {roles.map(({ group, groupPath, capabilities }) => (
            <li key={group}>
              on <b>{groupPath.join('/')}</b>: <code class="wrap">{capabilities.join(', ')}</code>
            </li>
          ))}
        </ul>
        <div class="acts">
          <Copy text={() => fixture}>Copy as a fixture</Copy>
        </div>
      </>
    );
  const title = 'The least roles with which the calls of an identity pass';
  return (
    <Question title={title} label="Least roles" send="Work out" ask={ask} draw={draw}>
      <Field label="Caller" name="caller" placeholder="ci-bot" required />
    </Question>
  );
};

/** The organizations of the world, by name: the groups that are in no other. */
const Organizations = () => {
  const { connection, address, go } = useConsole();
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
    <Select
      label="Organization"
      value={chosen}
      options={isOther ? [[chosen, 'another group'], ...options] : options}
      onChoose={(group) => go({ group })}
    />
  );
};

const MayDo = (props: { name: string; operations: readonly string[]; matrix: AuthzMatrix }) => {
  const { name, operations, matrix } = props;
  return (
    <section class="within">
      <h2>
        What <Text>{name}</Text> may do in {matrix.group.name}
      </h2>
      <ul class="words">
        {matrix.operations.map(({ operation, capabilities }) => {
          const may = operations.includes(operation);
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
};

/** The identities, and the roles, with how much each may do at a group; the operations of the one that is open. */
const Matrix = () => {
  const { address } = useConsole();
  const { value, error, isLoaded } = useMatrix(address.params.group);
  const [opened, setOpened] = useState<string | undefined>(undefined);
  if (error !== undefined) return <Failure error={error} />;
  if (!value) {
    if (!isLoaded) return null;
    return (
      <Empty title="No organization yet" text="Access is listed by group, and this world has no group.">
        <PartLink to="fixtures">Apply a fixture</PartLink>
      </Empty>
    );
  }
  const all = value.operations.length;
  const callers = value.callers.map(({ identity: key, name, operations }) => ({ key, name, operations }));
  const roles = value.roles.map(({ uid: key, role: name, operations }) => ({ key, name, operations }));
  const lines = Object.entries({ identity: callers, role: roles }).flatMap(([kind, of]) =>
    of.map((line) => ({ ...line, kind })).sort((one, other) => one.name.localeCompare(other.name)),
  );
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
          {lines.map((line) => {
            const { key, kind, name, operations } = line;
            const toggle = (): void => setOpened(line === open ? undefined : key);
            return (
              <tr key={`${kind} ${key}`} aria-selected={key === opened || undefined}>
                <td>
                  <button type="button" class="link" aria-expanded={key === opened} onClick={toggle}>
                    <Text>{name}</Text>
                  </button>
                </td>
                <td class="t2">{kind}</td>
                <td class="num r">{operations.length}</td>
                <td>
                  <svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                    <rect width="100" height="6" fill="var(--bar-2)" />
                    <rect width={(operations.length / all) * 100} height="6" fill="var(--bar)" />
                  </svg>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {open && <MayDo {...open} matrix={value} />}
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
          <Section title={`Rights in ${connection.world}`} id="mode">
            <Mode />
          </Section>
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
