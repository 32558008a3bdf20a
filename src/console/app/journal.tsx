import { useState } from 'hono/jsx/dom';
import type { JournalEntry } from '../../steering/contract/nouns.ts';
import { type Address, WORLD, withParams, writeAddress } from './address.ts';
import { CallDetail } from './call-detail.tsx';
import { CLIENT } from './connection.ts';
import { type Filter, Filters, filterQuery } from './filters.tsx';
import { OPERATION_NAMES, OperationNames } from './operation-names.tsx';
import type { PaneProps } from './pane.ts';
import { Failure, formatCount, Report } from './parts.tsx';
import { useAction } from './use-action.ts';
import { goTo } from './use-address.ts';
import { type FollowedList, useFollowed } from './use-followed.ts';

const FILTERS: readonly Filter[] = [
  { name: 'operation', label: 'Operation', list: OPERATION_NAMES },
  { name: 'status', label: 'Status or code' },
  { name: 'caller', label: 'Caller' },
  { name: 'client', label: 'Client' },
  { name: 'path', label: 'Path, * is any text' },
  { name: 'version', label: 'Version' },
  { name: 'protocol', label: 'Protocol' },
];

const withEntry = (entries: readonly JournalEntry[], entry: JournalEntry): readonly JournalEntry[] => {
  const at = entries.findIndex(({ id }) => id === entry.id);
  if (at >= 0) return entries.with(at, entry);
  const behind = entries.findIndex(({ id }) => Number(id) < Number(entry.id));
  return entries.toSpliced(behind < 0 ? entries.length : behind, 0, entry);
};

/** The journal as a list that is followed. */
const JOURNAL: FollowedList<JournalEntry> = { path: 'journal', field: 'entries', withItem: withEntry };

const Call = ({ entry, address }: { entry: JournalEntry; address: Address }) => {
  const isShown = address.params.entry === entry.id;
  const isBad = entry.status === undefined || entry.status >= 400;
  return (
    <li>
      <a
        class="call"
        href={writeAddress(withParams(address, { entry: entry.id }))}
        aria-current={isShown ? 'true' : 'false'}
      >
        <span class={isBad ? 'bad' : 'good'}>{entry.status === undefined ? 'open' : String(entry.status)}</span>{' '}
        <strong>{entry.operation ?? `${entry.method} ${entry.path}`}</strong>{' '}
        <span class="quiet">
          {[entry.caller?.name, entry.protocol, entry.version, ...entry.faults.map(() => 'fault')]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </a>
    </li>
  );
};

/** The calls of the world, live, by filters that the address has; one of them in full. */
export const Journal = ({ connection, address, facts }: PaneProps) => {
  const [turn, setTurn] = useState(0);
  const [outcome, act] = useAction();
  const { items, error, isLive } = useFollowed(connection, JOURNAL, filterQuery(address, FILTERS), turn);
  const showsOwn = address.params.own === 'yes';
  const shown = items.filter(({ client }) => showsOwn || client !== CLIENT);
  const clear = async (): Promise<string> => {
    await connection.steer('DELETE', 'journal');
    goTo({ pane: 'journal', params: { [WORLD]: address.params[WORLD] ?? '' } });
    setTurn(turn + 1);
    return 'The journal is empty.';
  };
  return (
    <div>
      <h2>Journal</h2>
      <OperationNames connection={connection} />
      <Filters address={address} filters={FILTERS} shown="entry" all="All calls" />
      <div class="row">
        <button type="button" onClick={() => goTo(withParams(address, { own: showsOwn ? '' : 'yes' }))}>
          {showsOwn ? 'Without calls of this page' : 'With calls of this page'}
        </button>
        <button type="button" onClick={() => act(clear)}>
          Clear
        </button>
        <span class="quiet" role="status">
          {formatCount(shown.length, 'call') + (isLive ? ', live' : '')}
        </span>
      </div>
      <Report outcome={outcome} />
      <Failure error={error} />
      <div class={address.params.entry ? 'columns' : ''}>
        {address.params.entry && (
          <CallDetail key={address.params.entry} id={address.params.entry} connection={connection} facts={facts} />
        )}
        <ul class="list calls" aria-label="Calls">
          {shown.map((entry) => (
            <Call key={entry.id} entry={entry} address={address} />
          ))}
        </ul>
      </div>
      {shown.length === 0 && error === undefined && <p class="quiet">No call yet, or none that matches.</p>}
    </div>
  );
};
