import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { RowKind } from '../../row-kind.ts';
import { withParams, writeAddress } from '../address.ts';
import { Icon, Text } from '../frame/bits.tsx';
import { useConsole, useLoaded } from '../frame/console-context.ts';
import { errorMessage } from '../frame/outcome.tsx';
import { count, group as grouped, isOrAre } from '../frame/text.ts';
import { readPage } from './use-rows.ts';

/** The largest number of groups of a level that are listed. */
const MAX_GROUPS = 200;
const INDENT = 16;
/** The places of rows besides groups: above all groups, outside of groups, and those that no call lists. */
const TOP = '/';
const OUTSIDE = 'outside';
const STORED = 'stored';

/** The facts that every level of the tree is drawn with. */
interface Level {
  readonly kinds: readonly RowKind[];
  readonly identity: string;
  readonly turn: number;
  /** The kind and the group of the listed rows. */
  readonly here: { readonly kind: string; readonly group: string };
  /** Takes the names of the groups that are drawn, by uid. */
  readonly names: Map<string, string>;
}

/** A line that opens and closes what is below it. */
const Fold = (props: {
  title: ComponentChildren;
  look?: string;
  depth: number;
  isOpen: boolean;
  children: ComponentChildren;
}) => {
  const [isOpen, setIsOpen] = useState(props.isOpen);
  return (
    <li>
      <button
        type="button"
        class={`node ${props.look ?? ''}`}
        aria-expanded={isOpen}
        style={{ paddingLeft: `${16 + props.depth * INDENT}px` }}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'down' : 'right'} />
        <span class="cut">{props.title}</span>
      </button>
      {isOpen && <ul>{props.children}</ul>}
    </li>
  );
};

/** The kinds of rows of a place, with how many rows each has there: the kinds with rows, then the kinds without. */
const Kinds = ({ level, place, depth }: { level: Level; place: string; depth: number }) => {
  const { connection, address } = useConsole();
  const { identity, turn, here } = level;
  const isGroup = place !== STORED && place !== OUTSIDE;
  const group = isGroup ? place : '';
  const kinds = level.kinds.filter((kind) => {
    if (!isGroup) return kind.place === undefined && (kind.isStored ?? false) === (place === STORED);
    return place === TOP ? kind.place === 'uidp.children_of' : kind.place !== undefined;
  });
  const { value } = useLoaded(async (): Promise<readonly (readonly [string, number | undefined])[]> => {
    if (place === STORED) {
      const { rows } = await connection.steer<{ readonly rows: Readonly<Record<string, number>> }>('GET', 'info');
      return Object.entries(rows);
    }
    const wanted = { group, isDeep: false, identity, filters: [], order: '' };
    const counted = kinds.map(async (kind) => {
      // A kind that the identity may not list has no number.
      const page = await readPage(connection, { ...wanted, kind }, 0, 1).catch(() => undefined);
      return [kind.name, page?.total] as const;
    });
    return Promise.all(counted);
  }, [connection, place, identity, turn]);
  if (!value && place !== OUTSIDE) return null;
  const counts = new Map(value);
  const isHere = ({ name }: RowKind): boolean => here.kind === name && here.group === group;
  const isListed = (kind: RowKind): boolean =>
    place === OUTSIDE ||
    isHere(kind) ||
    (counts.get(kind.name) ?? 0) > 0 ||
    (kind.can.create && kind.name === 'repos' && group !== TOP);
  const withoutRows = kinds.filter((kind) => !isListed(kind));
  const line = (kind: RowKind, at: number, number: number | undefined) => (
    <li key={kind.name}>
      <a
        href={writeAddress(withParams(address, { group, kind: kind.name, row: '', q: '', order: '' }))}
        aria-current={isHere(kind) || undefined}
        style={{ paddingLeft: `${16 + at * INDENT}px` }}
      >
        <i class="i" />
        <span class="cut">{kind.title}</span>
        <span class="num">{number === undefined ? '' : grouped(number)}</span>
      </a>
    </li>
  );
  return (
    <>
      {kinds.filter(isListed).map((kind) => line(kind, depth, counts.get(kind.name)))}
      {withoutRows.length > 0 && (
        <Fold title={`${count(withoutRows.length, 'kind')} without a row`} look="t3" depth={depth} isOpen={false}>
          {withoutRows.map((kind) => line(kind, depth + 1, 0))}
        </Fold>
      )}
    </>
  );
};

/** The groups in a group, and below each its kinds of rows and its groups. */
const Groups = ({ level, parent, depth }: { level: Level; parent: string; depth: number }) => {
  const { connection } = useConsole();
  const { identity, turn, here, names } = level;
  const { value, error } = useLoaded(() => {
    type Answer = { readonly groups: readonly { uid: string; name: string }[]; readonly totalCount: string };
    const query = new URLSearchParams({ 'uidp.children_of': parent, order_by: 'name', page_size: String(MAX_GROUPS) });
    return connection.call<Answer>(identity, 'GET', `/iam/v2/groups?${query}`);
  }, [connection, identity, parent, turn]);
  const further = Number(value?.totalCount ?? 0) - (value?.groups.length ?? 0);
  return (
    <>
      {error !== undefined && <li class="bad pad">{errorMessage(error)}</li>}
      {value?.groups.map(({ uid, name }, nth) => {
        names.set(uid, name);
        const isFirst = parent === TOP && nth === 0;
        const isOpen = isFirst || `${here.group}/`.startsWith(`${uid}/`);
        return (
          <Fold key={uid} title={<Text>{name}</Text>} depth={depth} isOpen={isOpen}>
            <Kinds level={level} place={uid} depth={depth + 1} />
            <Groups level={level} parent={uid} depth={depth + 1} />
          </Fold>
        );
      })}
      {further > 0 && (
        <li class="t3 pad">{`${count(further, 'further group')} ${isOrAre(further)} in the list of groups.`}</li>
      )}
    </>
  );
};

/**
 * The groups as an identity sees them, below each its kinds of rows and its groups; then what is outside of groups, in
 * no group, and listed by no call.
 */
export const RowTree = (props: Level) => {
  const { kinds, here } = props;
  const stored = kinds.filter(({ isStored }) => isStored);
  return (
    <nav class="tree" aria-label="Groups and kinds of rows">
      <ul>
        <Groups level={props} parent={TOP} depth={0} />
        <Kinds level={props} place={OUTSIDE} depth={0} />
        <Fold title="Above all groups" depth={0} isOpen={here.group === TOP}>
          <Kinds level={props} place={TOP} depth={1} />
        </Fold>
        {stored.length > 0 && (
          <Fold title="Listed by no call" depth={0} isOpen={stored.some(({ name }) => name === here.kind)}>
            <Kinds level={props} place={STORED} depth={1} />
          </Fold>
        )}
      </ul>
    </nav>
  );
};
