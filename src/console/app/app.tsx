import type { FunctionComponent } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AccessPart } from './access/access-part.tsx';
import { goTo, partOf, readAddress, useAddress, WORLD } from './address.ts';
import { CallStore } from './calls/call-store.ts';
import { CallsPart } from './calls/calls-part.tsx';
import { useCallStore } from './calls/use-calls.ts';
import { type Connection, connect, storeControlToken } from './connection.ts';
import { CoveragePart } from './coverage/coverage-part.tsx';
import { EventsPart } from './events/events-part.tsx';
import { FaultsPart } from './faults/faults-part.tsx';
import { FixturesPart } from './fixtures/fixtures-part.tsx';
import { Empty, PartLink } from './frame/bits.tsx';
import { type Facts, useLoaded } from './frame/console-context.ts';
import { Field, type Fields, Form } from './frame/forms.tsx';
import { PARTS, PageFrame, WorldClock } from './frame/page-frame.tsx';
import { NO_WORLDS, readWorlds, type WorldBook } from './frame/world-book.ts';
import { WorldPicker } from './frame/worlds.tsx';
import { RowsPart } from './rows/rows-part.tsx';
import { StartPart } from './start/start-part.tsx';
import { TestsPart } from './tests/tests-part.tsx';

/** The time between two readings of the list of worlds, in milliseconds. */
const WORLDS_EVERY_MS = 2_000;

const COMPONENTS: ReadonlyMap<string, FunctionComponent> = new Map(
  Object.entries({
    start: StartPart,
    calls: CallsPart,
    tests: TestsPart,
    rows: RowsPart,
    events: EventsPart,
    faults: FaultsPart,
    access: AccessPart,
    fixtures: FixturesPart,
    coverage: CoveragePart,
  } satisfies Record<(typeof PARTS)[number][0] | 'start', FunctionComponent>),
);

/** Takes the files that are dropped on the page, which the browser would open otherwise: the last, and how many there were. */
const useDropped = (): readonly [dropped: { current: File | undefined }, drops: number] => {
  const dropped = useRef<File>();
  const [drops, setDrops] = useState(0);
  useEffect(() => {
    const allow = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      dropped.current = event.dataTransfer?.files[0];
      if (!dropped.current) return;
      setDrops((last) => last + 1);
      goTo(partOf('fixtures', readAddress(location.hash)));
    };
    document.addEventListener('dragover', allow);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', allow);
      document.removeEventListener('drop', drop);
    };
  }, []);
  return [dropped, drops];
};

const Page = ({ facts, onRefused }: { facts: Facts; onRefused: () => void }) => {
  const inBar = useAddress();
  const [dropped, drops] = useDropped();
  const connectTo = useMemo(() => {
    const made = new Map<string, Connection>();
    return (id: string): Connection => {
      const connection = made.get(id) ?? connect(id, onRefused);
      made.set(id, connection);
      return connection;
    };
  }, []);
  const calls = useMemo(() => new CallStore(connectTo('default')), [connectTo]);
  useEffect(() => {
    void calls.start();
    return () => calls.stop();
  }, [calls]);
  const hasCalls = useCallStore(calls).some(({ own }) => !own) || calls.following.state === 'loading';
  const part = inBar.part || (hasCalls ? 'calls' : 'start');
  const address = useMemo(() => ({ ...inBar, part }), [part, JSON.stringify(inBar)]);
  const world = address.params[WORLD] || undefined;
  // The worlds are read again as long as the page is looked at, and at once if it shows another.
  const lastRead = useRef<{ readonly named: string | undefined; readonly book: WorldBook }>();
  const readBook = async () => {
    const { current } = lastRead;
    if (current?.named === world && document.visibilityState !== 'visible') return current;
    const book = await readWorlds(connectTo('default'), world).catch(() => current?.book ?? NO_WORLDS);
    lastRead.current = { named: world, book };
    return lastRead.current;
  };
  const worlds = useLoaded(readBook, [connectTo, world], WORLDS_EVERY_MS).value?.book ?? NO_WORLDS;
  const connection = connectTo(world ?? 'default');
  const shared = { facts, address, world, connection, connectTo, calls, isReadOnly: false, worlds, dropped };
  const Part = COMPONENTS.get(part);
  return (
    <PageFrame
      shared={shared}
      parts={PARTS}
      start={
        <>
          <b>
            <PartLink to="start" look="home">
              platform-mock
            </PartLink>
          </b>
          <WorldPicker />
        </>
      }
      end={world !== undefined && worlds.get(world)?.isEnded === false && <WorldClock />}
    >
      {Part ? (
        <Part key={`${part} ${connection.world} ${drops}`} />
      ) : (
        <Empty title={`There is no part ${part}`} text="It may be of another version of this page.">
          <PartLink to="calls">The calls</PartLink>
        </Empty>
      )}
    </PageFrame>
  );
};

/** The console: its frame, and the part that the address names. It asks for the control token if the mock does. */
export const App = ({ facts }: { facts: Facts }) => {
  const [isAsking, setIsAsking] = useState(false);
  const [session, setSession] = useState(0);
  const enter = ({ token = '' }: Fields): void => {
    storeControlToken(token);
    setIsAsking(false);
    setSession(session + 1);
  };
  return isAsking ? (
    <main id="content">
      <Empty
        title={session > 0 ? 'The control token was not accepted' : 'Control token'}
        text="This mock is steered by whoever knows its control token: it was printed at the start."
      >
        <Form label="Control token" send="Use it" onSend={enter}>
          <Field label="Control token" name="token" type="password" required />
        </Form>
      </Empty>
    </main>
  ) : (
    <Page key={session} facts={facts} onRefused={() => setIsAsking(true)} />
  );
};
