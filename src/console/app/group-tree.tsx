import { useState } from 'hono/jsx/dom';
import { type Address, withParams, writeAddress } from './address.ts';
import type { Connection } from './connection.ts';
import { Failure } from './parts.tsx';
import type { Row } from './row.ts';
import { useLoaded } from './use-loaded.ts';

/** A level of the tree; `parent` is `/` above every root. */
interface Level {
  readonly connection: Connection;
  readonly address: Address;
  readonly identity: string;
  readonly parent: string;
  readonly turn: number;
}

const Group = (props: Level & { group: Row & { readonly name: string } }) => {
  const { group, ...level } = props;
  const selected = level.address.params.group ?? '';
  const [isOpen, setIsOpen] = useState(selected.startsWith(`${group.uid}/`));
  return (
    <li>
      <div class="group">
        <button
          type="button"
          class="toggle"
          aria-expanded={isOpen ? 'true' : 'false'}
          aria-label={`Groups below ${group.name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? '−' : '+'}
        </button>
        <a
          href={writeAddress(withParams(level.address, { group: group.uid, row: '', name: '' }))}
          aria-current={selected === group.uid ? 'true' : 'false'}
        >
          {group.name}
        </a>
      </div>
      {isOpen && <Groups {...level} parent={group.uid} />}
    </li>
  );
};

/** The groups directly below another as an identity sees them, each with those below it on demand. */
export const Groups = (level: Level) => {
  const { connection, identity, parent, turn } = level;
  type Answer = { readonly groups: readonly (Row & { readonly name: string })[]; readonly totalCount: string };
  const { value, error } = useLoaded(() => {
    const query = new URLSearchParams({ 'uidp.children_of': parent, order_by: 'name', page_size: '200' });
    return connection.call<Answer>(identity, 'GET', `/iam/v2/groups?${query}`);
  }, [connection, identity, parent, turn]);
  const further = Number(value?.totalCount ?? 0) - (value?.groups.length ?? 0);
  return (
    <div>
      <Failure error={error} />
      {value && (
        <ul class="groups">
          {value.groups.map((group) => (
            <Group key={group.uid} {...level} group={group} />
          ))}
          {value.groups.length === 0 && <li class="quiet">No groups.</li>}
          {further > 0 && <li class="quiet">{`${further} more are in the list of groups.`}</li>}
        </ul>
      )}
    </div>
  );
};
