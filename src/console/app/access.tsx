import type { AuthzCheck, AuthzGrant, JournalEntry, TokenRefusal } from '../../steering/contract/nouns.ts';
import type { Connection } from './connection.ts';
import { Failure, Report } from './parts.tsx';
import { useAction } from './use-action.ts';
import { useLoaded } from './use-loaded.ts';

const roleFor = async (connection: Connection, grant: AuthzGrant): Promise<string> => {
  if (!('role' in grant)) {
    // v1 names capabilities as the answer does.
    const wanted = { name: `console-${grant.customRole.join('-')}`, capabilities: grant.customRole };
    return (await connection.call<{ id: string }>('', 'POST', `/iam/v1/roles/${grant.group}`, wanted)).id;
  }
  type Found = { roles: readonly { uid: string }[] };
  const { roles } = await connection.call<Found>('', 'GET', `/iam/v2/roles?name=${encodeURIComponent(grant.role)}`);
  const builtIn = roles.find(({ uid }) => !uid.includes('/'));
  if (!builtIn) throw new Error(`there is no role ${grant.role}`);
  return builtIn.uid;
};

/** Binds the granted role to the caller, through the API. */
const give = async (connection: Connection, identityUid: string, grant: AuthzGrant): Promise<string> => {
  const roleUid = await roleFor(connection, grant);
  const binding = { identityUid, roleUid };
  const { uid } = await connection.call<{ uid: string }>('', 'POST', `/iam/v2/roleBindings/${grant.group}`, binding);
  return `Granted by the role binding ${uid}.`;
};

const nameOf = (grant: AuthzGrant): string =>
  'role' in grant ? grant.role : `a custom role of ${grant.customRole.join(', ')}`;

const Grants = ({ check, connection }: { check: AuthzCheck; connection: Connection }) => {
  const [outcome, act] = useAction();
  return (
    <div>
      <p>What would be enough:</p>
      <ul>
        {check.smallest.map((grant) => (
          <li>
            {nameOf(grant)} on <code>{grant.group}</code>
            {'alsoGrants' in grant && `, which grants ${grant.alsoGrants.length} more`}{' '}
            <button type="button" onClick={() => act(() => give(connection, check.caller.identity, grant))}>
              Grant {'role' in grant ? grant.role : 'a custom role'}
            </button>
          </li>
        ))}
      </ul>
      <Report outcome={outcome} />
    </div>
  );
};

const Walk = ({ walk }: Pick<AuthzCheck, 'walk'>) => (
  <ul>
    {walk.map(({ group, bindings }) => (
      <li>
        <code>{group}</code>
        {bindings.length === 0 && ' has no binding of the caller'}
        {bindings.map(({ role, has }) => `: ${role} gives ${has.join(', ') || 'nothing of it'}`).join('')}
      </li>
    ))}
  </ul>
);

/** The check that refused the token of a call, in words. */
const Refusal = ({ refusal }: { refusal: TokenRefusal }) => {
  const { reason, wanted = [], found = [], time, now, skewSeconds, near = [] } = refusal;
  return (
    <div>
      <p>Its token was refused: {reason}</p>
      <ul>
        {wanted.length > 0 && <li>Accepted: {wanted.join(', ')}</li>}
        {found.length > 0 && <li>In the token: {found.join(', ')}</li>}
        {time && now && (
          <li>
            {time} was compared with {now} on the clock of the world
            {skewSeconds !== undefined && `, of which it may differ by ${skewSeconds} s`}
          </li>
        )}
        {near.map(({ name, claim, wanted: value, pattern, found: had }) => (
          <li>
            <strong>{name}</strong> asks for {claim} {value ?? `like ${pattern}`}, and it had {had.join(', ') || 'none'}
          </li>
        ))}
      </ul>
    </div>
  );
};

/** Explains why a call was allowed or refused, by the rights of then, with a button for each sufficient grant. */
export const Access = ({ entry, connection }: { entry: JournalEntry; connection: Connection }) => {
  const { value: check, error } = useLoaded(
    () => connection.steer<AuthzCheck>('GET', `journal/${entry.id}:explain`),
    [connection, entry.id],
  );
  return (
    <div>
      <h4>Why</h4>
      <Failure error={error} />
      {check && (
        <>
          <p>
            <strong class={check.decision === 'allow' ? 'good' : 'bad'}>{check.decision}</strong>
            {check.needs.length > 0 && `: needs ${check.needs.map(({ capability }) => capability).join(', ')}`}
            {check.missing.length > 0 && `, and lacks ${check.missing.join(', ')}`}
          </p>
          {check.token && <Refusal refusal={check.token} />}
          <Walk walk={check.walk} />
          {check.smallest.length > 0 && <Grants check={check} connection={connection} />}
        </>
      )}
    </div>
  );
};
