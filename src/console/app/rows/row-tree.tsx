import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { RowKind } from '../../row-kind.ts';
import { withParams, writeAddress } from '../address.ts';
import { count, group as grouped, isOrAre, Text } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { errorMessage } from '../frame/error-words.ts';
import { Icon } from '../frame/icons.tsx';
import { useLoaded } from '../use-loaded.ts';
import { readPage } from './use-rows.ts';

/** The largest number of groups of a level that are listed. */
const MAX_GROUPS = 200;
const INDENT = 16;
/** The place above all groups. */
const TOP = '/';

/** The facts that every level of the tree is drawn with. */
interface Level {
  readonly kinds: readonly RowKind[];
  readonly identity: string;
  readonly turn: number;
  /** The kind and the group whose rows are shown. */
  readonly here: { readonly kind: string; readonly group: string };
  /** Takes the names of the groups that are drawn, by uid. */
  readonly names: Map<string, string>;
}

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

/** The number of rows of each kind directly in a group; a kind that the identity may not list has none. */
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
        aria-expanded={isOpen ? 'true' : 'false'}
        style={{ paddingLeft: `${16 + props.depth * INDENT}px` }}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'down' : 'right'} />
        <span class="cut">{props.title}</span>
      </button>
      {isOpen && props.children}
    </li>
  );
};

const Group = (props: { level: Level; group: { uid: string; name: string }; depth: number; isFirst: boolean }) => {
  const { level, group, depth, isFirst } = props;
  const selected = level.here.group;
  level.names.set(group.uid, group.name);
  return (
    <Fold
      title={<Text>{group.name}</Text>}
      depth={depth}
      isOpen={isFirst || selected === group.uid || selected.startsWith(`${group.uid}/`)}
    >
      <ul>
        <KindsIn level={level} group={group.uid} depth={depth + 1} />
        <Groups level={level} parent={group.uid} depth={depth + 1} />
      </ul>
    </Fold>
  );
};

/** The kinds with rows, then the kinds without. */
const Kinds = (props: {
  level: Level;
  kinds: readonly RowKind[];
  counts: ReadonlyMap<string, number | undefined> | undefined;
  group: string;
  depth: number;
}) => {
  const { level, kinds, counts, group, depth } = props;
  if (!counts) return null;
  const isListed = ({ name, can }: RowKind): boolean =>
    (level.here.kind === name && level.here.group === group) ||
    (counts.get(name) ?? 0) > 0 ||
    (can.create && name === 'repos' && group !== TOP);
  const listed = kinds.filter(isListed);
  const others = kinds.filter((kind) => !isListed(kind));
  const line = (kind: RowKind, at: number, number: number | undefined) => (
    <KindLine key={kind.name} here={level.here} kind={kind} group={group} depth={at} count={number} />
  );
  return (
    <>
      {listed.map((kind) => line(kind, depth, counts.get(kind.name)))}
      {others.length > 0 && (
        <Fold title={`${count(others.length, 'kind')} without a row`} look="t3" depth={depth} isOpen={false}>
          <ul>{others.map((kind) => line(kind, depth + 1, 0))}</ul>
        </Fold>
      )}
    </>
  );
};

const KindsIn = ({ level, group, depth }: { level: Level; group: string; depth: number }) => {
  const kinds = level.kinds.filter(({ place }) => (group === TOP ? place === 'uidp.children_of' : place !== undefined));
  const counts = useCounts(group, { ...level, kinds });
  return <Kinds level={level} kinds={kinds} counts={counts} group={group} depth={depth} />;
};

const Groups = ({ level, parent, depth }: { level: Level; parent: string; depth: number }) => {
  const { connection } = useConsole();
  const { identity, turn } = level;
  const { value, error } = useLoaded(() => {
    type Answer = { readonly groups: readonly { uid: string; name: string }[]; readonly totalCount: string };
    const query = new URLSearchParams({ 'uidp.children_of': parent, order_by: 'name', page_size: String(MAX_GROUPS) });
    return connection.call<Answer>(identity, 'GET', `/iam/v2/groups?${query}`);
  }, [connection, identity, parent, turn]);
  const further = Number(value?.totalCount ?? 0) - (value?.groups.length ?? 0);
  return (
    <>
      {error !== undefined && <li class="bad pad">{errorMessage(error)}</li>}
      {value?.groups.map((group, nth) => (
        <Group key={group.uid} level={level} group={group} depth={depth} isFirst={parent === TOP && nth === 0} />
      ))}
      {further > 0 && (
        <li class="t3 pad">{`${count(further, 'further group')} ${isOrAre(further)} in the list of groups.`}</li>
      )}
    </>
  );
};

/** The kinds that no call lists, as the world counts them. */
const Stored = ({ level }: { level: Level }) => {
  const { connection } = useConsole();
  const { value } = useLoaded(
    () => connection.steer<{ readonly rows: Readonly<Record<string, number>> }>('GET', 'info'),
    [connection, level.turn],
  );
  const kinds = level.kinds.filter(({ isStored }) => isStored);
  const counts = useMemo(() => value && new Map(Object.entries(value.rows)), [value]);
  return <Kinds level={level} kinds={kinds} counts={counts} group="" depth={1} />;
};

/**
 * The groups as an identity sees them, below each its kinds of rows and its groups; then what is outside of groups, in
 * no group, and listed by no call.
 */
export const RowTree = (props: Level) => {
  const { kinds, here } = props;
  const outside = kinds.filter(({ place, isStored }) => place === undefined && !isStored);
  const counts = useCounts('', { ...props, kinds: outside });
  const isStored = kinds.some((kind) => kind.isStored && kind.name === here.kind);
  return (
    <nav class="tree" aria-label="Groups and kinds of rows">
      <ul>
        <Groups level={props} parent={TOP} depth={0} />
        {outside.map((kind) => (
          <KindLine key={kind.name} here={here} kind={kind} group="" depth={0} count={counts?.get(kind.name)} />
        ))}
        <Fold title="Above all groups" depth={0} isOpen={here.group === TOP}>
          <ul>
            <KindsIn level={props} group={TOP} depth={1} />
          </ul>
        </Fold>
        {kinds.some((kind) => kind.isStored) && (
          <Fold title="Listed by no call" depth={0} isOpen={isStored}>
            <ul>
              <Stored level={props} />
            </ul>
          </Fold>
        )}
      </ul>
    </nav>
  );
};
