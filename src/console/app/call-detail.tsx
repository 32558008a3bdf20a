import { toCurl, toGrpcurl } from '../../evidence/call-code.ts';
import { toTest } from '../../evidence/test-code.ts';
import type { JournalEntry } from '../../steering/contract/nouns.ts';
import { Access } from './access.tsx';
import type { Connection } from './connection.ts';
import { findCreated, toFixture, uidsAbove } from './copied-fixture.ts';
import { type JsonObject, jsonText } from './json.ts';
import type { Facts } from './pane.ts';
import { CopyButton, Failure, Json } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';
import { useShownFocus } from './use-shown-focus.ts';

/** The names of the groups, and the repo, of some uids. */
const namesOf = (connection: Connection, uids: readonly string[], place: string): Promise<readonly string[]> =>
  Promise.all(
    uids.map(async (uid, depth) => {
      const isRepo = place === 'tags' && depth === uids.length - 1;
      const path = isRepo ? `/registry/v2/repos/${uid}` : `/iam/v2/groups/${uid}`;
      return (await connection.call<{ name: string }>('', 'GET', path)).name;
    }),
  );

const Copies = ({ entry, connection, facts }: { entry: JournalEntry; connection: Connection; facts: Facts }) => {
  const token = async (): Promise<string> => {
    if (!entry.caller) return 'none';
    const { token } = await connection.steer<{ token: string }>('POST', 'tokens', { identity: entry.caller.identity });
    return token;
  };
  const orgId = async (): Promise<string> => (await connection.steer<{ orgId: string }>('GET', 'info')).orgId;
  const created = findCreated(entry);
  const hasGrpc = toGrpcurl(entry, { url: facts.url, token: '' }) !== undefined;
  return (
    <div class="row">
      <CopyButton label="Copy as curl" text={async () => toCurl(entry, { url: facts.url, token: await token() })} />
      {hasGrpc && (
        <CopyButton
          label="Copy as grpcurl"
          text={async () => toGrpcurl(entry, { url: facts.url, token: await token() }) ?? ''}
        />
      )}
      <CopyButton
        label="Copy as contract test"
        text={async () => toTest({ runner: 'playwright', calls: [entry], orgId: await orgId() })}
      />
      {created && (
        <CopyButton
          label="Copy as fixture"
          text={async () => toFixture(created, await namesOf(connection, uidsAbove(created.uid), created.place))}
        />
      )}
    </div>
  );
};

const Changes = ({ changes }: Pick<JournalEntry, 'changes'>) => (
  <div>
    <h4>Changes</h4>
    {changes.length === 0 && <p class="quiet">None.</p>}
    <ul>
      {changes.map(({ change, type, uid, name, fields }) => (
        <li>
          {change} {type} <strong>{name ?? ''}</strong> <code>{uid}</code>
          {Object.entries(fields ?? {}).map(([field, value]) => (
            <div>
              {field}: <code>{jsonText(value)}</code>
            </div>
          ))}
        </li>
      ))}
    </ul>
  </div>
);

const factsOf = (entry: JournalEntry): readonly (readonly [string, string])[] =>
  [
    ['Answered', `${entry.status ?? 'open'} ${entry.code ?? ''}`],
    ['Handled', entry.handled && `${entry.handled.status} ${entry.handled.code}`],
    ['Message', entry.message],
    ['Caller', entry.caller?.name],
    ['Client', entry.client],
    ['Time', `${entry.time}, ${entry.durationMs ?? '?'} ms`],
    ['Over', `${entry.protocol} ${entry.version ?? ''} ${entry.method} ${entry.path}`],
    ['Faults', entry.faults.map(({ rule, phase }) => `${rule} (${phase})`).join(', ')],
    ['Nobody read', entry.unread.join(', ')],
  ].flatMap(([name = '', value]) => (value ? [[name, value] as const] : []));

/** One call in full: its request and answer, its changes, and the reason why it was allowed or refused. */
export const CallDetail = (props: { id: string; connection: Connection; facts: Facts }) => {
  const { id, connection, facts } = props;
  const { value: entry, error } = useLoaded(
    () => connection.steer<JournalEntry>('GET', `journal/${encodeURIComponent(id)}`),
    [connection, id],
  );
  const shown = useShownFocus<HTMLElement>();
  return (
    <section class="card" aria-label={`Call ${id}`} ref={shown} tabindex={-1}>
      <h3>{entry?.operation ?? entry?.path ?? `Call ${id}`}</h3>
      <Failure error={error} />
      {entry && (
        <>
          <dl class="facts">
            {factsOf(entry).map(([name, value]) => (
              <>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </>
            ))}
          </dl>
          <Copies entry={entry} connection={connection} facts={facts} />
          {entry.operation && <Access entry={entry} connection={connection} />}
          <Changes changes={entry.changes} />
          <Json name="Request" value={entry.request ?? (entry.body as unknown as JsonObject)} />
          <Json name="Answer" value={entry.answer ?? entry.details} />
        </>
      )}
    </section>
  );
};
