import { useState } from 'preact/hooks';
import type { ClockReading, Faults, Quotas, StateDifference } from '../../../../generated/nouns.ts';
import { whySentence } from '../../../features/evidence/why.ts';
import type { RowKind } from '../../row-kind.ts';
import { CALL, goTo, partOf, WORLD } from '../address.ts';
import { type Call, signsOf } from '../calls/call.ts';
import { CallLine } from '../calls/call-columns.tsx';
import { Aside } from '../frame/aside.tsx';
import { Button, Icon, Pairs, Said, Text } from '../frame/bits.tsx';
import { useConsole, useLoaded } from '../frame/console-context.ts';
import { Dialog } from '../frame/dialog.tsx';
import { useKeys } from '../frame/keys.ts';
import { errorMessage, Section } from '../frame/outcome.tsx';
import { count, dayText } from '../frame/text.ts';
import { type KnownWorld, STANDINGS } from '../frame/world-book.ts';
import { kindWords } from '../rows/row.ts';
import { RowDifference } from './row-difference.tsx';
import { callToShow, type TestRow } from './test-columns.tsx';

/** The largest number of failed calls that are listed. */
const MAX_LISTED = 30;

/** The changes by a world's calls, by the kind of the rows. */
const sumsOf = (calls: readonly Call[], kinds: readonly RowKind[]): readonly (readonly [string, string])[] => {
  const byType = new Map<string, { readonly names: Set<string>; created: number; updated: number; deleted: number }>();
  for (const { type, change, name } of calls.flatMap(({ entry }) => entry.changes)) {
    const known = byType.get(type) ?? { names: new Set<string>(), created: 0, updated: 0, deleted: 0 };
    known[change] += 1;
    if (name !== undefined) known.names.add(name);
    byType.set(type, known);
  }
  return [...byType].map(([type, { names, ...counts }]) => {
    const few = [...names].slice(0, 3).join(', ');
    const words = kindWords(kinds, type, Math.max(names.size, ...Object.values(counts)));
    return [signsOf(counts), `${words} ${few}${names.size > 3 ? ' …' : ''}`] as const;
  });
};

const Changed = ({ row }: { row: TestRow }) => {
  const { connectTo, facts } = useConsole();
  const [isOpen, setIsOpen] = useState(false);
  const { world, calls } = row;
  const canCompare = !world.isEnded;
  const { value, error } = useLoaded(
    async () =>
      isOpen && canCompare ? connectTo(world.id).steer<StateDifference>('GET', `worlds/${world.id}:diff`) : undefined,
    [world.id, isOpen, world.journal],
  );
  const toggle = (): void => setIsOpen(!isOpen);
  useKeys({ d: () => canCompare && toggle() });
  const sums = sumsOf(calls, facts.kinds);
  return (
    <Section title="What its calls changed">
      {sums.length === 0 && <p class="t3">No row.</p>}
      <Pairs
        pairs={sums.map(([signs, text]) => [
          <span key={text} class="num">
            {signs}
          </span>,
          <Text key={signs}>{text}</Text>,
        ])}
      />
      {canCompare && (
        <p class="after">
          <button type="button" class="link" aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? 'Only the sums' : 'All, field by field'}
          </button>{' '}
          <kbd aria-hidden="true">d</kbd>
        </p>
      )}
      {error !== undefined && <p class="bad">{errorMessage(error)}</p>}
      {isOpen && value && <RowDifference difference={value} />}
    </Section>
  );
};

/** The settings of a world: faults, clock and quota. */
const Settings = ({ row: { world } }: { row: TestRow }) => {
  const { connectTo } = useConsole();
  const { value } = useLoaded(async () => {
    if (world.isEnded) return undefined;
    const connection = connectTo(world.id);
    const [{ faults }, clock, { quota }] = await Promise.all([
      connection.steer<Faults>('GET', 'faults'),
      connection.steer<ClockReading>('GET', 'clock'),
      connection.steer<Quotas>('GET', 'quota'),
    ]);
    return { faults, clock, quota };
  }, [world.id, world.journal]);
  if (!value) return null;
  const { faults, clock, quota } = value;
  const hits = faults.reduce((sum, fault) => sum + fault.hits, 0);
  return (
    <Section title="Set by the test">
      <Pairs
        pairs={[
          ['Faults', faults.length === 0 ? 'none' : `${faults.length}, with ${count(hits, 'hit')}`],
          [
            'Clock',
            <>
              {clock.mode}, <span class="num">{dayText(clock.now)}</span>
            </>,
          ],
          ['Quota', quota.map(({ requests, per }) => `${requests} per ${per}`).join(', ') || 'none'],
        ]}
      />
    </Section>
  );
};

/** Asks whether a world is to end: there is no way back from it. */
const EndWorld = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { address, connectTo, go } = useConsole();
  const end = async (): Promise<string> => {
    await connectTo('default').steer('DELETE', `worlds/${id}`);
    if (address.params[WORLD] === id) go({ [WORLD]: '' });
    return `The world ${id} has ended.`;
  };
  return (
    <Dialog id="end-world" title={`End the world ${id}?`} action={{ label: 'End it', run: end }} onClose={onClose}>
      <p class="t2">Its rows are gone then. Its calls stay until they are dropped.</p>
    </Dialog>
  );
};

const Actions = ({ world, onOpen }: { world: KnownWorld; onOpen: () => void }) => {
  const { address, connectTo } = useConsole();
  const { id, journal, isEnded } = world;
  const [isEnding, setIsEnding] = useState(false);
  const snapshot = async (): Promise<string> => {
    const name = `console-${journal}`;
    await connectTo(id).steer('PUT', `snapshots/${name}?overwrite=true`, { note: 'saved from the page' });
    return `The state of ${id} is saved as ${name}.`;
  };
  const reset = async (): Promise<string> => {
    await connectTo(id).steer('POST', 'reset');
    return `The world ${id} is as it was at its start.`;
  };
  return (
    <div class="acts">
      <Button label="Open its calls" look="pri" keyName="Enter" run={onOpen} />
      {!isEnded && (
        <>
          <Button label="Rows" run={() => goTo(partOf('rows', address, { [WORLD]: id, [CALL]: '' }))} />
          <Button label="Snapshot" keyName="s" run={snapshot} />
          <Button label="Reset" run={reset} />
        </>
      )}
      {!isEnded && id !== 'default' && <Button label="End" keyName="Delete" run={() => setIsEnding(true)} />}
      {isEnding && <EndWorld id={id} onClose={() => setIsEnding(false)} />}
    </div>
  );
};

/** A test: what failed in it, what it changed, what was set, and what can be done with its world. */
export const TestDetail = (props: { row: TestRow; onOpen: () => void; onClose: () => void }) => {
  const { row, onOpen, onClose } = props;
  const { world, calls } = row;
  const failed = calls.filter((call) => call.failed);
  const faulted = failed.filter((call) => call.faulted).length;
  const byFaults = faulted > 0 ? `, ${faulted} by a fault` : '';
  const isFailed = world.standing === 'failed';
  const mark = STANDINGS[world.standing][1];
  const answer = isFailed ? callToShow(calls) : undefined;
  const [first = '', ...rest] = answer ? whySentence(answer.entry) : [];
  return (
    <Aside
      label="The selected test"
      mark={<Icon {...mark} />}
      title={<Text>{world.title}</Text>}
      onClose={onClose}
      head={
        <>
          <div class="facts">
            {world.file !== '' && <Text>{world.file}</Text>}
            <Text look="m">{world.id}</Text>
            <span>
              from <Text>{world.from}</Text>
            </span>
            {world.expireTime !== undefined && <span>ends {dayText(world.expireTime)}</span>}
            {world.endTime !== undefined && <span>ended {dayText(world.endTime)}</span>}
          </div>
          <Actions world={world} onOpen={onOpen} />
        </>
      }
    >
      <section>
        <p class="lead">
          {answer ? (
            <>
              <b class="bad">Failed.</b> {typeof first === 'string' ? first : first.strong} <Said sentence={rest} />
            </>
          ) : (
            <>
              <b class={isFailed ? 'bad' : ''}>{mark.title}.</b> {count(calls.length, 'call')}
              {isFailed && ', of which none failed'}.
            </>
          )}
        </p>
      </section>
      {failed.length > 0 && (
        <Section title={`${failed.length} of its ${count(calls.length, 'call')} failed${byFaults}`}>
          <ul class="late">
            {failed.slice(0, MAX_LISTED).map((call) => (
              <CallLine key={call.number} call={call} address={{ [WORLD]: world.id }} />
            ))}
          </ul>
          {failed.length > MAX_LISTED && <p class="t3">and {failed.length - MAX_LISTED} more among its calls</p>}
        </Section>
      )}
      <Changed row={row} />
      <Settings row={row} />
    </Aside>
  );
};
