import type { ComponentProps } from 'preact';
import { useMemo } from 'preact/hooks';
import type { WorldEvent } from '../../../../generated/nouns.ts';
import { parseObject } from '../../../json.ts';
import { Aside } from '../frame/aside.tsx';
import { Button, Empty, Icon, Text } from '../frame/bits.tsx';
import { useConsole, useSteered } from '../frame/console-context.ts';
import { Choice, type Fields, Form, TextArea } from '../frame/forms.tsx';
import { ListPart } from '../frame/list-part.tsx';
import { Section } from '../frame/outcome.tsx';
import { count, dayText, group, isOrAre } from '../frame/text.ts';
import { FOLDS, useMedia } from '../frame/use-media.ts';
import type { Column } from '../grid/grid.tsx';
import { VerifyByHand } from './deliveries.tsx';
import { EventDetail } from './event-detail.tsx';
import { type EventRow, type Fate, findEvents, hasFailed, shortType, useEvents } from './event-list.ts';
import { Receivers } from './receivers.tsx';

/** The words for the fates of events, with a mark for some. */
const FATES: Readonly<Record<Fate, readonly [words: string, mark?: ComponentProps<typeof Icon>]>> = {
  undelivered: ['not delivered', { name: 'bad', look: 'bad', title: 'Not delivered' }],
  waits: ['waits', { name: 'run', look: 't2', title: 'Waits' }],
  delivered: ['delivered', { name: 'ok', look: 't3', title: 'Delivered' }],
  suppressed: ['not sent'],
  unsent: ['nobody subscribes'],
};

const keyOf = ({ world, event }: EventRow): string => `${world} ${event.id}`;

const fateText = ({ fate, deliveries }: EventRow): string => {
  const failed = deliveries.find(hasFailed);
  if (fate === 'undelivered' && failed) {
    return `${failed.url} ${failed.status ?? failed.error ?? ''}, ${count(failed.attempts, 'try', 'tries')}`;
  }
  if (fate === 'delivered') {
    const arrived = deliveries.filter(({ state }) => state === 'delivered');
    const places = arrived.map(({ url, attempts }) => (attempts > 1 ? `${url} (${attempts} attempts)` : url));
    return `delivered to ${places.join(', ')}`;
  }
  const why = fate === 'suppressed' ? deliveries.find(({ reason }) => reason !== undefined)?.reason : undefined;
  return [FATES[fate][0], ...(why === undefined ? [] : [why])].join(': ');
};

const columns = (titleOf: (world: string) => string): readonly Column<EventRow>[] => [
  { name: 'Space', head: '', cell: () => null },
  {
    name: 'Standing',
    head: '',
    look: 'mark',
    cell: ({ fate }) => {
      const [, mark] = FATES[fate];
      return mark && <Icon {...mark} />;
    },
  },
  { name: 'Time', look: 'num t2', cell: ({ event }) => dayText(event.time) },
  { name: 'Type', look: 'cut', cell: ({ event }) => <Text>{shortType(event.type)}</Text> },
  { name: 'About', look: 'cut', cell: ({ subject }) => <Text>{subject}</Text> },
  {
    name: 'Where it went',
    look: 'cut',
    cell: (row) => <Text look={row.fate === 'undelivered' ? 'bad' : 't2'}>{fateText(row)}</Text>,
  },
  { name: 'World', look: 'cut t2 c-w', cell: ({ world }) => <Text>{titleOf(world)}</Text> },
];

/** The part of a name behind the words that all names begin with: lists of them differ in the rest. */
const shortenAlike = (names: readonly string[]): readonly (readonly [string, string])[] => {
  const words = names[0]?.split('.') ?? [];
  let from = words.length - 1;
  while (from > 0 && !names.every((name) => name.startsWith(`${words.slice(0, from).join('.')}.`))) from -= 1;
  return names.map((name) => [name, name.split('.').slice(Math.max(0, from)).join('.')]);
};

/** Emits an example of a published type about rows that are there, with new parts of it; and verifies deliveries. */
const NewEvent = ({ onEmitted, onClose }: { onEmitted: (id: string) => void; onClose: () => void }) => {
  const { connection } = useConsole();
  const read = useSteered<{ readonly types: readonly { readonly type: string }[] }>('events/types');
  const types = (read.value?.types ?? []).map(({ type }) => type);
  const trigger = async ({ preset = '', overrides = '{}' }: Fields): Promise<string> => {
    const wanted = { preset, overrides: parseObject(overrides) };
    const { id, type } = await connection.steer<WorldEvent>('POST', 'events:trigger', wanted);
    onEmitted(id);
    return `Emitted an example of ${type}.`;
  };
  return (
    <Aside label="A new event" title={`A new event in ${connection.world}`} onClose={onClose}>
      <Section title="Trigger an example">
        <Form send="Trigger" label="Trigger an example" onSend={trigger} needs={read}>
          <Choice label="Type of the example" name="preset" options={shortenAlike(types)} isTall />
          <TextArea
            label="What replaces parts of it, by their paths"
            name="overrides"
            rows={3}
            placeholder={'{"body.name": "nginx"}'}
          />
        </Form>
      </Section>
      <VerifyByHand />
    </Aside>
  );
};

const NoEvent = ({ total, onNew, onClear }: { total: number; onNew: () => void; onClear: () => void }) => {
  const { isReadOnly } = useConsole();
  return total > 0 ? (
    <Empty title="No event matches" text={`${count(total, 'event')} ${isOrAre(total)} there.`}>
      <Button label="Clear the search" run={onClear} />
    </Empty>
  ) : (
    <Empty title={isReadOnly ? 'No event' : 'No event yet'} text="Most changes cause one.">
      {!isReadOnly && <Button label="Trigger an example" run={onNew} />}
    </Empty>
  );
};

/** The events of the world of the address, or of all, with the ones that a search finds. */
const useFoundEvents = (search: string) => {
  const { connectTo, world, worlds, isReadOnly } = useConsole();
  // All events include the events of earlier worlds of its name.
  const isOpen = !isReadOnly && world !== undefined && worlds.get(world)?.isEnded === false;
  const { rows, error, isLoaded } = useEvents(connectTo(isOpen ? world : 'default'), !isReadOnly, !isOpen);
  const all = useMemo(() => (world === undefined ? rows : rows.filter((row) => row.world === world)), [rows, world]);
  const found = useMemo(() => findEvents(all, search), [all, search]);
  return { all, found, error, isLoaded };
};

/** The events of a world, or of all, with their deliveries; one of them, or the receivers, beside. */
export const EventsPart = () => {
  const { address, connection, worlds, isReadOnly, set } = useConsole();
  const isSheet = useMedia(FOLDS.sheet);
  const { event: chosen, in: within, panel, find: search = '' } = address.params;
  const { all, found, error, isLoaded } = useFoundEvents(search);
  const failing = all.filter(({ fate }) => fate === 'undelivered').length;
  const byAddress = found.find((row) => row.event.id === chosen && (within ?? row.world) === row.world);
  const isChosen = chosen !== undefined || panel !== undefined;
  // Without a choice, what has not arrived is what is looked for.
  const selected = byAddress ?? (isChosen || isSheet ? undefined : found.find(({ fate }) => fate === 'undelivered'));
  const named = chosen && chosen !== '-' ? { id: chosen, world: within ?? connection.world } : undefined;
  const open = panel ? undefined : selected ? { id: selected.event.id, world: selected.world } : named;
  const openKey = open && `${open.world} ${open.id}`;
  const choose = (row: EventRow): void => set({ event: row.event.id, in: row.world, panel: '' });
  const toggle = (name: string) => (): void => set({ panel: panel === name ? '' : name, event: '', in: '' });
  const close = (): void => set({ event: '-', in: '', panel: '' });
  const emitted = (id: string): void => set({ event: id, in: connection.world, panel: '' });
  return (
    <ListPart
      title="Events"
      look={`events ${open || panel ? 'split' : ''}`}
      search={{
        value: search,
        label: 'Search the events',
        placeholder: 'text, or type:repo.created group: subject: is:undelivered',
        count: search === '' ? count(all.length, 'event') : `${group(found.length)} of ${group(all.length)}`,
        set: (text) => set({ find: text }),
        narrow: ['Not delivered', 'is:undelivered', failing],
      }}
      tools={
        !isReadOnly && (
          <>
            <Button label="Receivers" isPressed={panel === 'receivers'} run={toggle('receivers')} />
            <Button label="New event" keyName="n" isPressed={panel === 'new'} run={toggle('new')} />
          </>
        )
      }
      error={error}
      table={{
        label: 'Events',
        look: 'eventt',
        items: found,
        columns: columns((id) => worlds.get(id)?.title ?? id),
        keyOf,
        selected: selected && keyOf(selected),
        onSelect: choose,
        follows: selected === undefined,
      }}
      empty={<NoEvent total={all.length} onNew={toggle('new')} onClear={() => set({ find: '' })} />}
      isLoaded={isLoaded}
      onFirst={() => found[0] && !selected && choose(found[0])}
      onClose={open || panel ? close : undefined}
    >
      {panel === 'receivers' && <Receivers onClose={close} />}
      {panel === 'new' && <NewEvent onEmitted={emitted} onClose={close} />}
      {open && <EventDetail key={openKey} {...open} onEmitted={emitted} onClose={close} />}
    </ListPart>
  );
};
