import { useMemo, useRef } from 'preact/hooks';
import type { Coverage, CoverageOperation } from '../../../steering/contract/nouns.ts';
import { withParams } from '../address.ts';
import { CallsMessages } from '../calls/calls-messages.tsx';
import { SearchBar } from '../calls/search-bar.tsx';
import { CLIENT } from '../connection.ts';
import { Button, Text } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { wordsOf } from '../frame/forms.tsx';
import { Icon } from '../frame/icons.tsx';
import { useKeys } from '../frame/keys.ts';
import { FOLDS, useMedia } from '../frame/use-media.ts';
import { type Column, Grid, type GridHandle } from '../grid/grid.tsx';
import { replaceAddress } from '../use-address.ts';
import { useLoaded } from '../use-loaded.ts';
import { classifyAnswer, MET } from './met.ts';
import { OperationDetail } from './operation-detail.tsx';

const isTouched = (operation: CoverageOperation): boolean =>
  operation.declared.some((kind) => classifyAnswer(operation, kind) !== 'never');

const metOf = (operation: CoverageOperation): number =>
  operation.declared.filter((kind) => classifyAnswer(operation, kind) === 'met').length;

const Answers = ({ operation }: { operation: CoverageOperation }) => (
  <span class="answers">
    {operation.declared.map((kind) => {
      const how = classifyAnswer(operation, kind);
      const [icon, look, words] = MET[how];
      return (
        <span key={`${kind.status} ${kind.code}`} class={how === 'never' ? 't3' : ''} title={`${kind.code}, ${words}`}>
          <Icon name={icon} look={look} title={words} /> <span class="num">{kind.status}</span>
        </span>
      );
    })}
  </span>
);

const COLUMNS: readonly Column<CoverageOperation>[] = [
  { name: 'Space', head: '', cell: () => null },
  { name: 'Operation', head: 'Operation', look: 'cut', cell: ({ operation }) => <Text>{operation}</Text> },
  {
    name: 'Met',
    head: 'Met',
    look: 'num r',
    cell: (operation) => `${metOf(operation)} of ${operation.declared.length}`,
  },
  { name: 'Answers', head: 'Declared answers', look: 'cut', cell: (operation) => <Answers operation={operation} /> },
  {
    name: 'Clients',
    head: 'Clients',
    look: 'cut t2',
    cell: ({ clients }) => (
      <Text>
        {clients.flatMap(({ client }) => (client === CLIENT ? [] : [client.split('/')[0] ?? client])).join(', ')}
      </Text>
    ),
  },
];

interface Wanted {
  readonly version: string;
  readonly search: string;
  readonly isAll: boolean;
}

const NoOperation = ({ onAll }: { onAll: () => void }) => (
  <div class="empty">
    <h1>No operation was called yet</h1>
    <p class="t2">What is never met is what a client was never tested with.</p>
    <div class="acts">
      <Button onClick={onAll}>All operations</Button>
    </div>
  </div>
);

const Foot = ({ summary }: { summary: Coverage['versions'][number] | undefined }) => (
  <div class="foot">
    <span role="status">
      {summary &&
        `${summary.covered} of ${summary.operations} operations, ${summary.met} of ${summary.answers} answers, calls of this page included.`}
    </span>
    <span class="sp" />
    {Object.values(MET).map(([icon, look, words]) => (
      <span key={words}>
        <Icon name={icon} look={look} /> {words}
      </span>
    ))}
  </div>
);

const useOperations = (value: Coverage | undefined, { version, search, isAll }: Wanted) =>
  useMemo(
    () =>
      (value?.operations ?? []).filter(
        (one) =>
          one.version === version &&
          (isAll || isTouched(one)) &&
          one.operation.toLowerCase().includes(search.toLowerCase()),
      ),
    [value, version, isAll, search],
  );

const Choices = (props: {
  value: Coverage | undefined;
  version: string;
  isAll: boolean;
  onSet: (params: Readonly<Record<string, string>>) => void;
}) => {
  const { value, version, isAll, onSet } = props;
  return (
    <>
      {value?.versions.map((one) => (
        <Button
          key={one.version}
          look="q"
          isPressed={one.version === version}
          onClick={() => onSet({ version: one.version, operation: '' })}
        >
          {one.version}
        </Button>
      ))}
      <Button isPressed={isAll} onClick={() => onSet({ all: isAll ? '' : 'yes' })}>
        All operations
      </Button>
    </>
  );
};

/** The operations of a version by the answers that clients have met, and those that they never met. */
export const CoveragePart = () => {
  const { connection, address } = useConsole();
  const { value, error, reload } = useLoaded(() => connection.steer<Coverage>('GET', 'coverage'), [connection]);
  const input = useRef<HTMLInputElement>(null);
  const grid = useRef<GridHandle>(null);
  const isPhone = useMedia(FOLDS.phone);
  const { version = 'v2', all: whole, find: search = '', operation: shown = '' } = address.params;
  const isAll = whole === 'yes';
  const summary = value?.versions.find((one) => one.version === version);
  const set = (params: Readonly<Record<string, string>>): void => replaceAddress(withParams(address, params));
  const found = useOperations(value, { version, search, isAll });
  const selected = found.find(({ operation }) => operation === shown);
  useKeys({
    '/': () => input.current?.select(),
    Escape: () => (shown !== '' ? set({ operation: '' }) : search !== '' ? set({ find: '' }) : false),
  });
  return (
    <div class={`view ${selected ? 'split' : ''}`}>
      <h1 class="vh">Coverage</h1>
      <div class="pg footed">
        <SearchBar
          value={search}
          label="Search the operations"
          placeholder="a part of the name of an operation"
          count={`${found.length} operations`}
          input={input}
          onInput={(text) => set({ find: text })}
          onEnter={() => grid.current?.focus()}
          onEscape={() => input.current?.blur()}
        >
          <Choices value={value} version={version} isAll={isAll} onSet={set} />
          <Button onClick={reload}>Read</Button>
        </SearchBar>
        <CallsMessages error={error === undefined ? undefined : wordsOf(error)} hidden={undefined} />
        {found.length === 0 ? (
          <div class="tbl">{value && <NoOperation onAll={() => set({ all: 'yes', find: '' })} />}</div>
        ) : (
          <Grid
            label="Operations"
            look="covt"
            items={found}
            rowHeight={isPhone ? 52 : 28}
            columns={COLUMNS}
            keyOf={({ operation }) => operation}
            selected={shown || undefined}
            onSelect={({ operation }) => set({ operation })}
            handle={grid}
          />
        )}
        <Foot summary={summary} />
      </div>
      {selected && <OperationDetail operation={selected} onClose={() => set({ operation: '' })} />}
    </div>
  );
};
