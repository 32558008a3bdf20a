import { useMemo } from 'preact/hooks';
import type { CoverageAnswer, CoverageOperation } from '../../../../generated/nouns.ts';
import { CLIENT } from '../connection.ts';
import { Aside } from '../frame/aside.tsx';
import { Button, Empty, Icon, type IconName, Pairs, Text } from '../frame/bits.tsx';
import { useConsole, useSteered } from '../frame/console-context.ts';
import { ListPart } from '../frame/list-part.tsx';
import { Section } from '../frame/outcome.tsx';
import { count } from '../frame/text.ts';
import type { Column } from '../grid/grid.tsx';

/** An operation with what was met of it, as the part shows it. */
export type OperationCoverage = Omit<CoverageOperation, 'neverHandled'>;

/** The ways in which a declared answer was met, each with its mark and words. */
const MET = {
  met: ['ok', '', 'met'],
  faulted: ['fault', 'fault', 'met by faults only'],
  never: ['unread', 't3', 'never met'],
} as const satisfies Readonly<Record<string, readonly [IconName, string, string]>>;

/** The clients that have called an operation, without this page (behaviour Z11). */
const clientsOf = ({ clients }: OperationCoverage): OperationCoverage['clients'] =>
  clients.filter(({ client }) => client !== CLIENT);

/** The way in which an answer of an operation was met. */
const classifyAnswer = (operation: OperationCoverage, { status, code }: CoverageAnswer): keyof typeof MET => {
  const isIt = (one: CoverageAnswer): boolean => one.status === status && one.code === code;
  const clients = clientsOf(operation);
  if (clients.some(({ answers }) => answers.some(isIt))) return 'met';
  return clients.some(({ faulted }) => faulted.some(isIt)) ? 'faulted' : 'never';
};

/** The number of declared answers of an operation that were met without a fault. */
const metOf = (operation: OperationCoverage): number =>
  operation.declared.filter((kind) => classifyAnswer(operation, kind) === 'met').length;

const Client = ({ client, answers, faulted, walks }: OperationCoverage['clients'][number]) => (
  <Section title={<Text>{client}</Text>}>
    <Pairs
      look="met"
      pairs={[...answers, ...faulted].map((met) => [
        `${met.status} ${met.reason ?? met.code}`,
        <>
          {count(met.count, 'time')}
          {faulted.includes(met) && (
            <span class="fault">
              {' '}
              <Icon name="fault" look="fault" /> by a fault
            </span>
          )}
        </>,
      ])}
    />
    {walks && (
      <p class="t2">
        {count(walks.lists, 'list')} had more than one page; of {walks.notFollowed} a further page was not asked for.
      </p>
    )}
  </Section>
);

/** An operation: its declared answers, and what each client has met. */
const OperationDetail = ({ operation, onClose }: { operation: OperationCoverage; onClose: () => void }) => (
  <Aside
    label="The selected operation"
    title={<Text>{operation.operation}</Text>}
    onClose={onClose}
    head={
      <div class="facts">
        <span>{operation.version}</span>
        {operation.replacedBy && (
          <span>
            call <b>{operation.replacedBy}</b> instead
          </span>
        )}
      </div>
    }
  >
    <Section title="Declared answers">
      <Pairs
        look="met"
        pairs={operation.declared.map((answer) => {
          const [icon, look, words] = MET[classifyAnswer(operation, answer)];
          return [
            `${answer.status} ${answer.code}`,
            <>
              <Icon name={icon} look={look} /> {words}
            </>,
          ];
        })}
      />
    </Section>
    {clientsOf(operation).map((facts) => (
      <Client key={facts.client} {...facts} />
    ))}
    {useConsole().isReadOnly && /List/.test(operation.operation) && (
      <section class="t3">
        A trace does not count who asked for further pages; <code>platform-mock coverage --world '*'</code> of the mock
        that ran does.
      </section>
    )}
  </Aside>
);

const COLUMNS: readonly Column<OperationCoverage>[] = [
  { name: 'Space', head: '', cell: () => null },
  { name: 'Operation', look: 'cut', cell: ({ operation }) => <Text>{operation}</Text> },
  {
    name: 'Met',
    look: 'num r',
    cell: (operation) => `${metOf(operation)} of ${operation.declared.length}`,
  },
  {
    name: 'Answers',
    head: 'Declared answers',
    look: 'cut',
    cell: (operation) => (
      <span class="answers">
        {operation.declared.map((kind) => {
          const how = classifyAnswer(operation, kind);
          const [icon, look, words] = MET[how];
          const key = `${kind.status} ${kind.code}`;
          return (
            <span key={key} class={how === 'never' ? 't3' : ''} title={`${kind.code}, ${words}`}>
              <Icon name={icon} look={look} title={words} /> <span class="num">{kind.status}</span>
            </span>
          );
        })}
      </span>
    ),
  },
  {
    name: 'Clients',
    look: 'cut t2',
    cell: (operation) => (
      <Text>
        {clientsOf(operation)
          .map(({ client }) => client.split('/')[0] ?? client)
          .join(', ')}
      </Text>
    ),
  },
];

/** The part of a version that was met without a fault, and the marks. */
const Foot = ({ operations }: { operations: readonly OperationCoverage[] }) => {
  const met = operations.map(metOf);
  const answers = operations.reduce((sum, { declared }) => sum + declared.length, 0);
  return (
    <div class="foot">
      <span role="status">
        {met.filter((number) => number > 0).length} of {count(operations.length, 'operation')},{' '}
        {met.reduce((sum, number) => sum + number, 0)} of {count(answers, 'answer')}
      </span>
      <span class="sp" />
      {Object.values(MET).map(([icon, look, words]) => (
        <span key={words}>
          <Icon name={icon} look={look} /> {words}
        </span>
      ))}
    </div>
  );
};

const NONE: readonly OperationCoverage[] = [];

/** The operations of the version that the address names, the found ones among them, and the versions, the newest first. */
const useOperations = () => {
  const { version = 'v2', all, find: search = '', operation: open = '' } = useConsole().address.params;
  const loaded = useSteered<{ readonly operations: readonly OperationCoverage[] }>('coverage');
  const every = loaded.value?.operations ?? NONE;
  const isAll = all === 'yes';
  const versions = [...new Set(every.map((one) => one.version))].sort().reverse();
  const operations = useMemo(() => every.filter((one) => one.version === version), [every, version]);
  const found = useMemo(() => {
    const isFound = ({ operation }: OperationCoverage): boolean =>
      operation.toLowerCase().includes(search.toLowerCase());
    return operations.filter((one) => (isAll || clientsOf(one).length > 0) && isFound(one));
  }, [operations, isAll, search]);
  return { ...loaded, version, versions, search, isAll, operations, found, open };
};

/** The operations of a version by the answers that clients have met, and the answers that they never met. */
export const CoveragePart = () => {
  const { isReadOnly, set } = useConsole();
  const { isLoaded, error, reload, version, versions, search, isAll, operations, found, open } = useOperations();
  const selected = found.find(({ operation }) => operation === open);
  const close = (): void => set({ operation: '' });
  return (
    <ListPart
      title="Coverage"
      look={selected ? 'split' : ''}
      body="pg footed"
      search={{
        value: search,
        label: 'Search the operations',
        placeholder: 'a part of the name of an operation',
        count: count(found.length, 'operation'),
        set: (text) => set({ find: text }),
      }}
      tools={
        <>
          {versions.map((one) => (
            <Button
              label={one}
              key={one}
              look="q"
              isPressed={one === version}
              run={() => set({ version: one, operation: '' })}
            />
          ))}
          <Button label="All operations" isPressed={isAll} run={() => set({ all: isAll ? '' : 'yes' })} />
          {!isReadOnly && <Button label="Read again" run={reload} />}
        </>
      }
      error={error}
      table={{
        label: 'Operations',
        look: 'covt',
        items: found,
        rowHeight: 28,
        columns: COLUMNS,
        keyOf: ({ operation }) => operation,
        selected: open || undefined,
        onSelect: ({ operation }) => set({ operation }),
      }}
      empty={
        <Empty
          title={search === '' ? `No operation was called${isReadOnly ? '' : ' yet'}` : 'No operation matches'}
          text="An answer that is never met is one that a client was never tested with."
        >
          <Button label="All operations" run={() => set({ all: 'yes', find: '' })} />
        </Empty>
      }
      isLoaded={isLoaded}
      onClose={open === '' ? undefined : close}
      foot={() => <Foot operations={operations} />}
    >
      {selected && <OperationDetail operation={selected} onClose={close} />}
    </ListPart>
  );
};
