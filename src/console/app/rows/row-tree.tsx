import { useMemo, useState } from 'preact/hooks';
import type { RowKind } from '../../row-kind.ts';
import { withParams, writeAddress } from '../address.ts';
import { count, group as grouped, isOrAre, Text } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { errorMessage } from '../frame/error-words.ts';
import { Icon } from '../frame/icons.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { Row } from './row.ts';
import { readPage } from './use-rows.ts';

/** How many groups of a level are listed. */
const MAX_GROUPS = 200;
const INDENT = 16;

interface NamedGroup extends Row {
  readonly name: string;
}

/** What every level of the tree is drawn with. */
interface Level {
  readonly kinds: readonly RowKind[];
  readonly identity: string;
  readonly turn: number;
  /** The kind and the group whose rows are shown. */
  readonly here: { readonly kind: string; readonly group: string };
  /** Takes the names of the groups that are drawn, by uid. */
  readonly names: Map<string, string>;
}

const useGroups = (parent: string, { identity, turn }: Level) => {
  const { connection } = useConsole();
  type Answer = { readonly groups: readonly NamedGroup[]; readonly totalCount: string };
  return useLoaded(() => {
    const query = new URLSearchParams({
      'uidp.children_of': parent,
      order_by: 'name',
      page_size: String(MAX_GROUPS),
    });
    return connection.call<Answer>(identity, 'GET', `/iam/v2/groups?${query}`);
  }, [connection, identity, parent, turn]);
};

const KindLine = (props: {
  here: Level['here'];
  kind: RowKind;
  group: string;
  depth: number;
  count: number | undefined;
}) => {
  const { here, kind, group, depth, count } = props;
  const { address } = useConsole();
  const isHere = here.kind === kind.name && here.group === group;
  return (
    <li>
      <a
        href={writeAddress(withParams(address, { group, kind: kind.name, row: '', q: '', order: '' }))}
        aria-current={isHere ? 'true' : undefined}
        style={{ paddingLeft: `${16 + depth * INDENT}px` }}
      >
        <i class="i" />
        <span class="cut">{kind.title}</span>
        <span class="num">{count === undefined ? '' : grouped(count)}</span>
      </a>
    </li>
  );
};

/** How many rows of each kind are directly in a group; what the identity may not list has no number. */
const useCounts = (group: string, { kinds, identity, turn }: Pick<Level, 'kinds' | 'identity' | 'turn'>) => {
  const { connection } = useConsole();
  const { value } = useLoaded(async () => {
    const counted = await Promise.all(
      kinds.map(async (kind) => {
        const wanted = { kind, group, isDeep: false, identity, filters: [], order: '' };
        const total = await readPage(connection, wanted, 0, 1).then(
          (page) => page.total,
          () => undefined,
        );
        return [kind.name, total] as const;
      }),
    );
    return counted;
  }, [connection, group, identity, turn]);
  return useMemo(() => value && new Map(value), [value]);
};

const Group = (props: { level: Level; group: NamedGroup; depth: number; isFirst: boolean }) => {
  const { level, group, depth, isFirst } = props;
  const selected = level.here.group;
  const [isOpen, setIsOpen] = useState(isFirst || selected === group.uid || selected.startsWith(`${group.uid}/`));
  level.names.set(group.uid, group.name);
  return (
    <li>
      <button
        type="button"
        class="node"
        aria-expanded={isOpen ? 'true' : 'false'}
        style={{ paddingLeft: `${16 + depth * INDENT}px` }}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'down' : 'right'} />
        <span class="cut">
          <Text>{group.name}</Text>
        </span>
      </button>
      {isOpen && <Below level={level} group={group.uid} depth={depth + 1} />}
    </li>
  );
};

const Below = ({ level, group, depth }: { level: Level; group: string; depth: number }) => {
  const inGroups = level.kinds.filter(({ place }) => place !== undefined);
  const counts = useCounts(group, { ...level, kinds: inGroups });
  const { here } = level;
  const shown = inGroups.filter(({ name, can }) => {
    const isHere = here.kind === name && here.group === group;
    return isHere || (counts?.get(name) ?? 0) > 0 || (can.create && name === 'repos');
  });
  return (
    <ul>
      {counts &&
        shown.map((kind) => (
          <KindLine key={kind.name} here={here} kind={kind} group={group} depth={depth} count={counts.get(kind.name)} />
        ))}
      {counts && shown.length < inGroups.length && (
        <Others level={level} kinds={inGroups.filter((kind) => !shown.includes(kind))} group={group} depth={depth} />
      )}
      <Groups level={level} parent={group} depth={depth} />
    </ul>
  );
};

/** The kinds of which a group has no row yet. */
const Others = (props: { level: Level; kinds: readonly RowKind[]; group: string; depth: number }) => {
  const { level, kinds, group, depth } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <li>
        <button
          type="button"
          class="node t3"
          aria-expanded={isOpen ? 'true' : 'false'}
          style={{ paddingLeft: `${16 + depth * INDENT}px` }}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'down' : 'right'} />
          <span class="cut">{count(kinds.length, 'kind')} without a row</span>
        </button>
      </li>
      {isOpen &&
        kinds.map((kind) => (
          <KindLine key={kind.name} here={level.here} kind={kind} group={group} depth={depth + 1} count={0} />
        ))}
    </>
  );
};

const Groups = ({ level, parent, depth }: { level: Level; parent: string; depth: number }) => {
  const { value, error } = useGroups(parent, level);
  const further = Number(value?.totalCount ?? 0) - (value?.groups.length ?? 0);
  return (
    <>
      {error !== undefined && <li class="bad pad">{errorMessage(error)}</li>}
      {value?.groups.map((group, nth) => (
        <Group key={group.uid} level={level} group={group} depth={depth} isFirst={parent === '/' && nth === 0} />
      ))}
      {further > 0 && (
        <li class="t3 pad">{`${count(further, 'further group')} ${isOrAre(further)} in the list of groups.`}</li>
      )}
    </>
  );
};

/** The groups as an identity sees them, below each its kinds of rows and its groups; then what is outside of groups. */
export const RowTree = (props: Level) => {
  const outside = props.kinds.filter(({ place }) => place === undefined);
  const counts = useCounts('', { ...props, kinds: outside });
  return (
    <nav class="tree" aria-label="Groups and kinds of rows">
      <ul>
        <Groups level={props} parent="/" depth={0} />
        {outside.map((kind) => (
          <KindLine key={kind.name} here={props.here} kind={kind} group="" depth={0} count={counts?.get(kind.name)} />
        ))}
      </ul>
    </nav>
  );
};
